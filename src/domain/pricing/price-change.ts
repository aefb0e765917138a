/** Whether a decided price is worth a call now: the largest step, the smallest change, and how long a price is held. */
import { tickOf } from '../decimal.ts';
import { highestOf, priceAt, shareOf, type Price } from '../price.ts';
import { allowedPrice, type PriceGuards } from './price-guards.ts';
import { partsOf, type PriceStrategy, type StepSize } from './price-strategy.ts';
import type { PriceStep, StepNote } from './price-step.ts';
import type { PricingDecision } from './pricing-decision.ts';
import type { TickInput } from './tick-input.ts';

/** Returns the step of the largest change, or null where the rules set none. */
export function maximumStep(price: Price, input: TickInput, guards: PriceGuards): PriceStep | null {
  const { current, rules } = input;
  if (rules.maximumStep === null) return null;
  const name = 'maximum-step';
  const most = distanceOf(rules.maximumStep, current);
  const way = { price: price.text, size: rules.maximumStep, from: current.text };
  const isNear = (other: Price): boolean => other.distanceTo(current).compare(most) <= 0;
  if (isNear(price)) return { name, price, note: () => ({ code: 'step-within', ...way }) };
  const isUp = price.compare(current) > 0;
  const edge = (isUp ? current.plus(most) : current.minus(most)).onTick(isUp ? 'down' : 'up');
  // Back towards the present price: a free one beyond the step would leave the ad where it is.
  const reachable = allowedPrice(edge, guards, isUp ? 'lower' : 'higher');
  const stepped = reachable !== null && isNear(reachable) ? reachable : current;
  const isStuck = stepped.equals(current);
  const note = (): StepNote => ({ code: 'step-cut', ...way, to: stepped.text, isStuck });
  return { name, price: stepped, note };
}

/** At least one tick: a smaller step would never move the ad. */
function distanceOf({ ticks = 1, percent }: StepSize, current: Price): Price {
  const least = priceAt(ticks, current.scale);
  return percent === undefined ? least : highestOf(least, current.percent(percent));
}

/** Returns the step of the smallest change, and whether the change is large enough. */
export function minimumChange(
  price: Price,
  { current, rules }: TickInput,
): { readonly step: PriceStep; readonly enough: boolean } {
  const distance = price.distanceTo(current);
  const minimum = rules.minimumChangeTicks;
  const enough = distance.compare(priceAt(minimum, price.scale)) >= 0;
  const note = (): StepNote => ({
    code: 'change',
    price: price.text,
    ticks: ticksOf(distance),
    from: current.text,
    least: minimum,
  });
  return { step: { name: 'minimum-change', price: enough ? price : current, note }, enough };
}

const ticksOf = ({ decimal, scale }: Price): string => decimal.dividedBy(tickOf(scale)).toFixed();

/** A step of less than this share of the price is small, whatever the tick is. */
const smallShare = shareOf('0.003');
/** So is one of three ticks, or of three times the ticks of the strategy: two desks with one rule answer each other so. */
const smallTicks = 3;

/** Returns how many ticks a small step has at most, by the strategy. */
export function smallStepTicks(strategy: PriceStrategy): number {
  const own = partsOf(strategy).map((part) =>
    part.kind === 'undercut' || part.kind === 'trail' ? (part.ticks ?? 1) : 1,
  );
  return smallTicks * Math.max(1, ...own);
}

/** Reports whether a change is a small step in the taker's favour: the answer to a rival, not to a moved market. */
export function isAnswer(price: Price, { current, side, rules }: TickInput): boolean {
  if (price.compare(current) !== (side === 'SELL' ? -1 : 1)) return false;
  return price.isWithinTicks(current, smallStepTicks(rules.strategy)) || price.isWithinShare(current, smallShare);
}

/** No answer waits longer than this. */
const longestAnswerHoldMs = 300_000;
/** A rest of two such waits ends the row, so that a rival who is still there does not. */
const answerRestMs = 2 * longestAnswerHoldMs;

type AnswersSoFar = Pick<TickInput, 'answers' | 'lastChangeAtMs' | 'nowMs'>;

/** Returns how many answers in a row count now. */
function answersInRow({ answers, lastChangeAtMs, nowMs }: AnswersSoFar): number {
  const isOver = lastChangeAtMs === null || nowMs - lastChangeAtMs >= answerRestMs;
  return isOver ? 0 : answers;
}

/** Returns how many answers in a row there are after a price was set at `nowMs`. */
export function answersAfter(
  { isAnswer: hasAnswered = false }: Pick<PricingDecision, 'isAnswer'>,
  before: AnswersSoFar,
): number {
  return answersInRow(before) + (hasAnswered ? 1 : 0);
}

/** Returns how long the next answer waits after so many in a row. */
function answerWaitMs(inRow: number, firstMs: number): number {
  return inRow === 0 ? 0 : Math.min(longestAnswerHoldMs, firstMs * 2 ** Math.min(20, inRow - 1));
}

/** The way that a largest step has cut goes on after this rest, not at the next look that a write wakes. */
const cutHoldMs = 10_000;

interface PriceHold {
  readonly step: PriceStep;
  /** When the price may change; null: now. */
  readonly untilMs: number | null;
}

interface WayToTarget {
  /** Whether the whole way is a small step in the taker's favour. */
  readonly isAnswer: boolean;
  /** Whether the largest step has cut it. */
  readonly isCut: boolean;
}

/** Returns the step of the hold, and its end. */
export function priceHold(price: Price, input: TickInput, way: WayToTarget): PriceHold {
  const { lastChangeAtMs, nowMs, current, rules } = input;
  const answerMs = way.isAnswer ? answerWaitMs(answersInRow(input), rules.answerHoldMs) : 0;
  const leastMs = Math.max(rules.minimumHoldMs, way.isCut ? cutHoldMs : 0);
  const holdMs = Math.max(leastMs, answerMs);
  // A clock that was set back must not hold a price for longer than the hold.
  const elapsedMs = lastChangeAtMs === null ? null : Math.abs(nowMs - lastChangeAtMs);
  const over = elapsedMs === null || elapsedMs >= holdMs;
  const answer = answerMs > leastMs ? answersInRow(input) + 1 : null;
  const note = (): StepNote =>
    elapsedMs === null ? { code: 'never-changed' } : { code: 'hold', elapsedMs, holdMs, answer };
  const step = { name: 'hold' as const, price: over ? price : current, note };
  return { step, untilMs: over ? null : nowMs + holdMs - elapsedMs };
}
