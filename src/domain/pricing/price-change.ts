/** Whether a decided price is worth a call now: the largest step, the smallest change, and how long a price is held. */
import { compare, Decimal, roundToScale, tickOf } from '../decimal.ts';
import { allowedPrice, type PriceGuards, type PricingStep } from './price-guards.ts';
import { partsOf, sizeWords, type PriceStrategy, type StepSize } from './price-strategy.ts';
import type { PricingDecision } from './pricing-decision.ts';
import type { PricingInput } from './pricing-input.ts';

/** Returns the step of the largest change, or null where the rules set none. */
export function maximumStep(price: string, input: PricingInput, guards: PriceGuards): PricingStep | null {
  const { currentPrice, rules } = input;
  if (rules.maximumStep === null) return null;
  const name = 'maximum-step';
  const maxDistance = distanceOf(rules.maximumStep, input);
  const words = sizeWords(rules.maximumStep);
  const way = new Decimal(price).minus(currentPrice);
  if (way.abs().lessThanOrEqualTo(maxDistance))
    return { name, price, note: `${price} is within ${words} of ${currentPrice}` };
  const isUp = way.isPositive();
  const edge = (
    isUp ? new Decimal(currentPrice).plus(maxDistance) : new Decimal(currentPrice).minus(maxDistance)
  ).toFixed();
  const onTick = roundToScale(edge, input.priceScale, isUp ? 'down' : 'up');
  // Back towards the present price: a free one beyond the step would leave the ad where it is.
  const reachable = allowedPrice(onTick, guards, isUp ? 'lower' : 'higher');
  const isNear = reachable !== null && new Decimal(reachable).minus(currentPrice).abs().lessThanOrEqualTo(maxDistance);
  const stepped = isNear ? reachable : currentPrice;
  const left = compare(stepped, currentPrice) === 0 ? ', and no price on that way is free' : '';
  return { name, price: stepped, note: `${price} is more than ${words} from ${currentPrice}: ${stepped}${left}` };
}

/** At least one tick: a smaller step would never move the ad. */
function distanceOf({ ticks, percent }: StepSize, { currentPrice, priceScale }: PricingInput): Decimal {
  const tick = new Decimal(tickOf(priceScale));
  const share = new Decimal(currentPrice).times(percent ?? 0).dividedBy(100);
  return Decimal.max(tick, tick.times(ticks ?? 0), share);
}

/** Returns the step of the smallest change, and whether the change is large enough. */
export function minimumChange(
  price: string,
  input: PricingInput,
): { readonly step: PricingStep; readonly enough: boolean } {
  const ticks = ticksBetween(price, input);
  const minimum = input.rules.minimumChangeTicks;
  const enough = ticks.greaterThanOrEqualTo(minimum);
  const note = `${price} is ${tickWords(ticks)} from ${input.currentPrice}, at least ${minimum} wanted`;
  return { step: { name: 'minimum-change', price: enough ? price : input.currentPrice, note }, enough };
}

const tickWords = (ticks: Decimal): string => (ticks.equals(1) ? '1 tick' : `${ticks.toFixed()} ticks`);

function ticksBetween(price: string, { currentPrice, priceScale }: PricingInput): Decimal {
  return new Decimal(price).minus(currentPrice).abs().dividedBy(tickOf(priceScale));
}

/** A step of less than this share of the price is small, whatever the tick is. */
export const smallShare = '0.003';
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
export function isAnswer(price: string, input: PricingInput): boolean {
  const { currentPrice, side, rules } = input;
  if (compare(price, currentPrice) !== (side === 'SELL' ? -1 : 1)) return false;
  const ticks = ticksBetween(price, input);
  const share = new Decimal(currentPrice).times(smallShare);
  const distance = new Decimal(price).minus(currentPrice).abs();
  return ticks.lessThanOrEqualTo(smallStepTicks(rules.strategy)) || distance.lessThanOrEqualTo(share);
}

/** No answer waits longer than this. */
const longestAnswerHoldMs = 300_000;
/** A rest of two such waits ends the row, so that a rival who is still there does not. */
const answerRestMs = 2 * longestAnswerHoldMs;

/** Returns how many answers in a row count now. */
export function answersInRow({
  answers,
  lastChangeAtMs,
  nowMs,
}: Pick<PricingInput, 'answers' | 'lastChangeAtMs' | 'nowMs'>): number {
  const isOver = lastChangeAtMs === null || nowMs - lastChangeAtMs >= answerRestMs;
  return isOver ? 0 : answers;
}

/** Returns how many answers in a row there are after a price was set at `nowMs`. */
export function answersAfter(
  { isAnswer: hasAnswered = false }: Pick<PricingDecision, 'isAnswer'>,
  before: Pick<PricingInput, 'answers' | 'lastChangeAtMs' | 'nowMs'>,
): number {
  return answersInRow(before) + (hasAnswered ? 1 : 0);
}

/** Returns how long the next answer waits after so many in a row. */
export function answerWaitMs(inRow: number, firstMs: number): number {
  return inRow === 0 ? 0 : Math.min(longestAnswerHoldMs, firstMs * 2 ** Math.min(20, inRow - 1));
}

/** The way that a largest step has cut goes on after this rest, not at the next look that a write wakes. */
const cutHoldMs = 10_000;

interface PriceHold {
  readonly step: PricingStep;
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
export function priceHold(price: string, input: PricingInput, way: WayToTarget): PriceHold {
  const { lastChangeAtMs, nowMs, currentPrice, rules } = input;
  const answerMs = way.isAnswer ? answerWaitMs(answersInRow(input), rules.answerHoldMs) : 0;
  const leastMs = Math.max(rules.minimumHoldMs, way.isCut ? cutHoldMs : 0);
  const holdMs = Math.max(leastMs, answerMs);
  // A clock that was set back must not hold a price for longer than the hold.
  const elapsedMs = lastChangeAtMs === null ? null : Math.abs(nowMs - lastChangeAtMs);
  const over = elapsedMs === null || elapsedMs >= holdMs;
  const why = answerMs > leastMs ? `answer ${answersInRow(input) + 1} in a row waits` : 'minimum hold';
  const note =
    elapsedMs === null ? 'never changed before' : `last changed ${elapsedMs / 1_000} s ago, ${why} ${holdMs / 1_000} s`;
  const step = { name: 'hold' as const, price: over ? price : currentPrice, note };
  return { step, untilMs: over ? null : nowMs + holdMs - elapsedMs };
}
