import { roundToScale } from '../decimal.ts';
import type { TradeSide } from '../orders/order-facts.ts';
import { answersInRow, answerWaitMs, smallShare, smallStepTicks } from '../pricing/price-change.ts';
import type { SimpleStrategy } from '../pricing/price-strategy.ts';
import type { PricingDecision } from '../pricing/pricing-decision.ts';
import { pricingRulesSchema, type PricingRules } from '../pricing/pricing-rules.ts';
import type { TickBook, TickRange } from './tick-book.ts';
import { isProductAtMost, ticksOf } from './ticks.ts';

/** A decision with its price in ticks; the same words as `PricingDecision`. */
export interface TickDecision {
  readonly isSet: boolean;
  readonly ticks: number;
  readonly reason: PricingDecision['reason'];
  /** A small step that answers a rival: the next one waits longer. */
  readonly isAnswer: boolean;
  readonly rank: number | null;
  /** Where takers find it: behind all competitors that are better or equal; null: it is alone. */
  readonly place: number | null;
  readonly bound: PricingDecision['bound'];
  /** The best competitor; null: none is left. */
  readonly best: number | null;
}

/** Where the ad stands. */
export interface TickAd {
  readonly ticks: number;
  readonly changedAtMs: number | null;
  /** How many of the last changes in a row answered a rival. */
  readonly answers: number;
}

/** A market whose prices are whole numbers of ticks. */
export interface TickMarket {
  readonly side: TradeSide;
  readonly priceScale: number;
}

/**
 * Decides like `decidePrice`, for one ad without other own ads. The book holds the competitors that count, best first.
 */
type TickPricer = (book: TickBook, ad: TickAd) => TickDecision;

/** With the prices that keep the limits. */
interface Compiled extends TickMarket, TickRange {
  readonly strategy: PlainStrategy;
  readonly smallTicks: number;
  readonly minimumChangeTicks: number;
  readonly minimumHoldMs: number;
  readonly answerHoldMs: number;
}

/** Strategies that need nothing but prices in ticks. */
type PlainStrategy =
  | { readonly kind: 'beside'; readonly betterTicks: number }
  | { readonly kind: 'rank'; readonly rank: number };

/**
 * Returns a pricer that works on ticks, or null for rules that need decimals or more than prices: then `decidePrice`
 * has to be asked for each row.
 */
export function compileRules(rules: PricingRules, market: TickMarket): TickPricer | null {
  const compiled = hasPlainGuards(rules) ? compiledOf(rules, market) : null;
  return compiled === null ? null : (book, ad) => decide(compiled, book, ad);
}

/** Reports whether all fields but those that are compiled, and those that choose competitors, have no effect. */
function hasPlainGuards(rules: PricingRules): boolean {
  const { strategy, limits, filter, minimumChangeTicks, minimumHoldMs, answerHoldMs } = rules;
  const { order, behindOwn, whenBound, whenPaused, inventory, paymentCaps } = rules;
  const times = { minimumChangeTicks, minimumHoldMs, answerHoldMs };
  const plain = pricingRulesSchema.parse({
    strategy,
    limits,
    filter,
    ...times,
    order,
    behindOwn,
    whenBound,
    whenPaused,
    inventory,
    paymentCaps,
  });
  return JSON.stringify(sorted(plain)) === JSON.stringify(sorted(rules));
}

function plainStrategyOf(strategy: PricingRules['strategy']): PlainStrategy | null {
  switch (strategy.kind) {
    case 'undercut':
      return besideBy(strategy, 1);
    case 'match':
      return { kind: 'beside', betterTicks: 0 };
    case 'trail':
      return besideBy(strategy, -1);
    case 'rank':
      return { kind: 'rank', rank: strategy.rank };
    default:
      return null;
  }
}

function besideBy(
  { ticks }: Extract<SimpleStrategy, { kind: 'undercut' | 'trail' }>,
  towards: 1 | -1,
): PlainStrategy | null {
  return ticks === undefined ? null : { kind: 'beside', betterTicks: towards * ticks };
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}

function compiledOf(rules: PricingRules, market: TickMarket): Compiled | null {
  const { floor, ceiling } = rules.limits;
  const lowest = ticksOf(roundToScale(floor, market.priceScale, 'up'), market.priceScale);
  const highest = ticksOf(roundToScale(ceiling, market.priceScale, 'down'), market.priceScale);
  const strategy = plainStrategyOf(rules.strategy);
  if (lowest === null || highest === null || strategy === null) return null;
  const { minimumChangeTicks, minimumHoldMs, answerHoldMs } = rules;
  const smallTicks = smallStepTicks(rules.strategy);
  return { ...market, strategy, smallTicks, minimumChangeTicks, minimumHoldMs, answerHoldMs, lowest, highest };
}

function decide(rules: Compiled, { prices, atMs, range }: TickBook, ad: TickAd): TickDecision {
  const compiled = range === undefined ? rules : within(rules, range);
  const isBroken = ad.ticks < compiled.lowest || ad.ticks > compiled.highest;
  const target = targetTicks(compiled, prices);
  const wish = target ?? (isBroken ? ad.ticks : null);
  const outcome = outcomeOf(wish, { compiled, ad, isBroken, atMs });
  return {
    ...outcome,
    isAnswer: outcome.isSet && outcome.reason === 'target' && isSmallAnswer(outcome.ticks, ad, compiled),
    rank: rankOf(outcome.ticks, prices, compiled.side),
    place: placeAmong(outcome.ticks, prices, compiled.side),
    bound: boundOf(wish, outcome.reason, rules),
    best: prices[0] ?? null,
  };
}

function within(rules: Compiled, { lowest, highest }: TickRange): Compiled {
  return { ...rules, lowest: Math.max(rules.lowest, lowest), highest: Math.min(rules.highest, highest) };
}

function targetTicks({ strategy, side }: Compiled, prices: readonly number[]): number | null {
  const [best] = prices;
  if (best === undefined) return null;
  const towardsTaker = side === 'SELL' ? -1 : 1;
  if (strategy.kind === 'rank') return rankTicks(strategy.rank, prices, towardsTaker);
  return best + towardsTaker * strategy.betterTicks;
}

function rankTicks(rank: number, prices: readonly number[], towardsTaker: 1 | -1): number {
  const behind = prices[rank - 1];
  if (behind === undefined) return worstOf(prices, towardsTaker) - towardsTaker;
  const justBetter = behind + towardsTaker;
  const ahead = prices[rank - 2];
  if (ahead === undefined) return justBetter;
  // One tick must not carry the ad past the competitor that should stay ahead of it.
  return worstOf([justBetter, ahead], towardsTaker);
}

function worstOf(prices: readonly number[], towardsTaker: 1 | -1): number {
  return towardsTaker === -1 ? Math.max(...prices) : Math.min(...prices);
}

interface Situation {
  readonly compiled: Compiled;
  readonly ad: TickAd;
  /** Whether the ad's own price is outside the limits: it then moves at once. */
  readonly isBroken: boolean;
  readonly atMs: number;
}

type Outcome = Pick<TickDecision, 'isSet' | 'ticks' | 'reason'>;

function outcomeOf(wish: number | null, { compiled, ad, isBroken, atMs }: Situation): Outcome {
  const keep = (reason: TickDecision['reason']): Outcome => ({ isSet: false, ticks: ad.ticks, reason });
  if (wish === null) return keep('no-competitor');
  const { lowest, highest, minimumChangeTicks } = compiled;
  if (lowest > highest) return keep('no-price-satisfies');
  const ticks = Math.min(highest, Math.max(lowest, wish));
  if (ticks === ad.ticks) return keep('at-target');
  if (isBroken) return { isSet: true, ticks, reason: 'guards-broken' };
  if (Math.abs(ticks - ad.ticks) < minimumChangeTicks) return keep('below-change');
  const isOver = ad.changedAtMs === null || Math.abs(atMs - ad.changedAtMs) >= holdMsOf(ticks, ad, { compiled, atMs });
  return isOver ? { isSet: true, ticks, reason: 'target' } : keep('held');
}

function holdMsOf(ticks: number, ad: TickAd, { compiled, atMs }: Pick<Situation, 'compiled' | 'atMs'>): number {
  if (!isSmallAnswer(ticks, ad, compiled)) return compiled.minimumHoldMs;
  const inRow = answersInRow({ answers: ad.answers, lastChangeAtMs: ad.changedAtMs, nowMs: atMs });
  return Math.max(compiled.minimumHoldMs, answerWaitMs(inRow, compiled.answerHoldMs));
}

const shareWhole = 1_000;
const smallPartOfWhole = Number(smallShare) * shareWhole;

/** The same small step as `isAnswer` sees. */
function isSmallAnswer(ticks: number, ad: TickAd, { side, smallTicks }: Compiled): boolean {
  const towardsTaker = side === 'SELL' ? ad.ticks - ticks : ticks - ad.ticks;
  if (towardsTaker <= 0) return false;
  return towardsTaker <= smallTicks || isProductAtMost([towardsTaker, shareWhole], [ad.ticks, smallPartOfWhole]);
}

function rankOf(ticks: number, prices: readonly number[], side: TradeSide): number | null {
  if (prices.length === 0) return null;
  const isAhead = (price: number): boolean => (side === 'SELL' ? price < ticks : price > ticks);
  const behind = prices.findIndex((price) => !isAhead(price));
  return 1 + (behind === -1 ? prices.length : behind);
}

/** Returns the place of a price behind all that are better or equal, best first; null: it is alone. */
export function placeAmong(ticks: number, prices: readonly number[], side: TradeSide): number | null {
  // A tie is lost: the service shows the older ad first, or the larger merchant.
  return rankOf(side === 'SELL' ? ticks + 1 : ticks - 1, prices, side);
}

function boundOf(
  wish: number | null,
  reason: TickDecision['reason'],
  { side, lowest, highest }: Compiled,
): TickDecision['bound'] {
  if (reason === 'no-price-satisfies') return 'no-price';
  if (wish === null) return null;
  if (side === 'SELL') return wish > highest ? 'ceiling' : null;
  return wish < lowest ? 'floor' : null;
}
