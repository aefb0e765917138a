import type { MarketOffer } from '../ads/ad-facts.ts';
import { findCompetitors, type Competition, type DroppedOffer } from './competitor.ts';
import { compare, Decimal, tickOf } from '../decimal.ts';
import type { TradeSide } from '../orders/order-facts.ts';
import { limitsWithoutCrossing, type OwnPrice } from './own-spread.ts';
import { brokenGuard, guardPrice, type PriceGuards, type PricingStep } from './price-guards.ts';
import type { PriceRange } from './price-range.ts';
import { strategyTarget, type StrategyTarget } from './price-strategy.ts';
import type { PricingRules } from './pricing-rules.ts';

/** A price that the operator set by hand, for a while. */
export interface PriceOverride {
  readonly price: string;
  /** Epoch milliseconds; after that the strategy decides again. */
  readonly untilMs: number;
}

/** Everything that one pricing decision depends on. Decimals as text, times in epoch ms. */
export interface PricingInput {
  readonly adNumber: string;
  readonly side: TradeSide;
  readonly currentPrice: string;
  readonly priceScale: number;
  readonly rules: PricingRules;
  readonly serviceRange: PriceRange | null;
  /** The other own ads of the pair, either side; the price never crosses those of the other side. */
  readonly ownPrices: readonly OwnPrice[];
  /** The market on the ad's side; own ads and hostile offers are filtered out here. */
  readonly offers: readonly MarketOffer[];
  readonly ownAdNumbers: readonly string[];
  readonly referencePrice: string | null;
  readonly lastChangeAtMs: number | null;
  readonly nowMs: number;
  /** A human's price; ignored from `untilMs` on. */
  readonly override: PriceOverride | null;
  readonly zoneTicks: number;
}

/**
 * 'set': target, override, guards-broken (the current price breaks a guard and moves at once), steps-aside (for an own
 * ad). 'keep': at-target, below-change, held, no-competitor, no-price-satisfies, waits-for-own-ad.
 */
type PricingReason =
  | 'target'
  | 'override'
  | 'guards-broken'
  | 'steps-aside'
  | 'waits-for-own-ad'
  | 'at-target'
  | 'below-change'
  | 'held'
  | 'no-competitor'
  | 'no-price-satisfies';

export interface PricingDecision {
  readonly action: 'set' | 'keep';
  /** The new price, or the current one. */
  readonly price: string;
  readonly reason: PricingReason;
  /** What the strategy or the override aimed for, before any guard. */
  readonly target: string | null;
  readonly steps: PricingStep[];
  readonly dropped: DroppedOffer[];
  /** Rank of `price` among the competitors that count: 1 + how many are better; null without competitors. */
  readonly rank: number | null;
  /**
   * What keeps the ad from its target, to the merchant's harm: the ceiling of a SELL (sold too cheaply), the floor of a
   * BUY, or that no price satisfies all guards; null: nothing.
   */
  readonly bound: 'ceiling' | 'floor' | 'no-price' | null;
}

/** The target and its urgency: an override and a move out of a broken price do not wait. */
interface Wish extends StrategyTarget {
  readonly reason: 'target' | 'override' | 'guards-broken';
}

type Outcome = Pick<PricingDecision, 'action' | 'reason' | 'price'>;

/** Returns the guards for the ad's price, the other own ads included. */
export function guardsOf(input: PricingInput): PriceGuards {
  const { side, priceScale, rules, serviceRange, zoneTicks } = input;
  const others = input.ownPrices.filter((own) => own.adNumber !== input.adNumber);
  const limits = limitsWithoutCrossing({ side, priceScale, zoneTicks, limits: rules.limits, ownPrices: others });
  const ownPrices = others.map((own) => own.price);
  return { side, priceScale, limits, serviceRange, zoneTicks, ownPrices, behindOwn: rules.behindOwn };
}

function competitionOf(input: PricingInput): Competition {
  const { side, offers, rules, referencePrice } = input;
  const ownAdNumbers = [input.adNumber, ...input.ownAdNumbers, ...input.ownPrices.map((own) => own.adNumber)];
  return findCompetitors({ side, offers, filter: rules.filter, ownAdNumbers, referencePrice });
}

function overrideWish({ override, nowMs }: PricingInput): Wish | null {
  if (override === null || nowMs >= override.untilMs) return null;
  return { price: override.price, reason: 'override', note: `a human set ${override.price}` };
}

function wishOf(input: PricingInput, prices: readonly string[], broken: string | null): Wish | null {
  const override = overrideWish(input);
  if (override !== null) return override;
  const target = strategyTarget(input.rules.strategy, { side: input.side, priceScale: input.priceScale, prices });
  if (target !== null) return { ...target, reason: broken === null ? 'target' : 'guards-broken' };
  if (broken === null) return null;
  return { price: input.currentPrice, reason: 'guards-broken', note: `no competitor to go by, but ${broken}` };
}

function rankOf(price: string, prices: readonly string[], side: TradeSide): number | null {
  if (prices.length === 0) return null;
  const betterSign = side === 'SELL' ? -1 : 1;
  return 1 + prices.filter((other) => compare(other, price) === betterSign).length;
}

function changeStep(price: string, input: PricingInput): { readonly step: PricingStep; readonly enough: boolean } {
  const ticks = new Decimal(price).minus(input.currentPrice).abs().dividedBy(tickOf(input.priceScale));
  const minimum = input.rules.minimumChangeTicks;
  const enough = ticks.greaterThanOrEqualTo(minimum);
  const note = `${price} is ${ticks.toFixed()} ticks from ${input.currentPrice}, at least ${minimum} wanted`;
  return { step: { name: 'minimum-change', price: enough ? price : input.currentPrice, note }, enough };
}

function holdStep(price: string, input: PricingInput): { readonly step: PricingStep; readonly over: boolean } {
  const { lastChangeAtMs, nowMs, currentPrice } = input;
  const { minimumHoldMs } = input.rules;
  // A clock that was set back must not hold a price for longer than the hold.
  const elapsedMs = lastChangeAtMs === null ? null : Math.abs(nowMs - lastChangeAtMs);
  const over = elapsedMs === null || elapsedMs >= minimumHoldMs;
  const note =
    elapsedMs === null
      ? 'never changed before'
      : `last changed ${elapsedMs / 1_000} s ago, minimum hold ${minimumHoldMs / 1_000} s`;
  return { step: { name: 'hold', price: over ? price : currentPrice, note }, over };
}

/** Decides whether the guarded price is worth a call now; appends its steps to `steps`. */
function settle(price: string, wish: Wish, { input, steps }: { input: PricingInput; steps: PricingStep[] }): Outcome {
  const keep = (reason: PricingReason): Outcome => ({ action: 'keep', reason, price: input.currentPrice });
  if (compare(price, input.currentPrice) === 0) return keep('at-target');
  if (wish.reason !== 'target') return { action: 'set', reason: wish.reason, price };
  const change = changeStep(price, input);
  steps.push(change.step);
  if (!change.enough) return keep('below-change');
  const hold = holdStep(price, input);
  steps.push(hold.step);
  return hold.over ? { action: 'set', reason: 'target', price } : keep('held');
}

function outcomeOf(wish: Wish | null, input: PricingInput, steps: PricingStep[]): Outcome {
  const keep: Outcome = { action: 'keep', reason: 'no-competitor', price: input.currentPrice };
  if (wish === null) {
    steps.push({ name: 'target', price: null, note: 'no competitor is left to go by' });
    return keep;
  }
  steps.push({ name: 'target', price: wish.price, note: wish.note }, ...guardPrice(wish.price, guardsOf(input)));
  const price = steps.at(-1)?.price ?? null;
  return price === null ? { ...keep, reason: 'no-price-satisfies' } : settle(price, wish, { input, steps });
}

function boundOf(wish: Wish | null, { reason }: Outcome, { side, rules }: PricingInput): PricingDecision['bound'] {
  if (reason === 'no-price-satisfies') return 'no-price';
  if (wish === null) return null;
  const { floor, ceiling } = rules.limits;
  if (side === 'SELL') return compare(wish.price, ceiling) > 0 ? 'ceiling' : null;
  return compare(wish.price, floor) < 0 ? 'floor' : null;
}

/**
 * Decides whether an ad's price changes, and to what. A price that is set lies within the merchant's limits and the
 * service range, outside the zones of own ads, and on a tick, whatever the book shows. When no price does, the ad keeps
 * its price and the steps explain why. Design 6; interface 7.4 and 8.
 */
export function decidePrice(input: PricingInput): PricingDecision {
  const competition = competitionOf(input);
  const prices = competition.kept.map((offer) => offer.price);
  const steps: PricingStep[] = [];
  const wish = wishOf(input, prices, brokenGuard(input.currentPrice, guardsOf(input)));
  const outcome = outcomeOf(wish, input, steps);
  return {
    ...outcome,
    target: wish?.price ?? null,
    steps,
    dropped: [...competition.dropped],
    rank: rankOf(outcome.price, prices, input.side),
    bound: boundOf(wish, outcome, input),
  };
}
