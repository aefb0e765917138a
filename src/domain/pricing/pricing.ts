import { compare, Decimal } from '../decimal.ts';
import type { MarketOffer, UnreadOffer } from '../ads/ad-facts.ts';
import { findCompetitors, type Competition, type DroppedOffer } from './competitors/competitor.ts';
import { limitsWithMargin, marginLimit } from './minimum-margin.ts';
import { withRatio } from './floating-decision.ts';
import { crossingNote, limitsWithoutCrossing } from './own-spread.ts';
import { isAnswer, maximumStep, minimumChange, priceHold } from './price-change.ts';
import { brokenGuard, guardPrice, type PriceGuards, type PricingStep } from './price-guards.ts';
import { priceWish, type NoWish, type PriceWish } from './price-wish.ts';
import type { GuardHit, PricingDecision, PricingReason } from './pricing-decision.ts';
import type { PricingInput } from './pricing-input.ts';
import type { PriceLimits } from './pricing-rules.ts';
import type { TradeSide } from '../orders/order-facts.ts';

type Outcome = Pick<PricingDecision, 'action' | 'reason' | 'price' | 'heldUntilMs' | 'isAnswer'>;

/** Returns the guards for the ad's price, the other own ads included. */
export function guardsOf(input: PricingInput): PriceGuards {
  const { side, priceScale, rules, serviceRange, zoneTicks } = input;
  const others = input.ownPrices.filter((own) => own.adNumber !== input.adNumber);
  const margin = marginLimit(input);
  const known = margin !== null && margin.price !== null ? margin : null;
  const narrowed = limitsWithMargin(rules.limits, known, side);
  const spread = { side, priceScale, zoneTicks, limits: narrowed, ownPrices: others };
  const limits = limitsWithoutCrossing(spread);
  const crossing = crossingNote(spread);
  const ownPrices = others.map((own) => own.price);
  return { side, priceScale, limits, crossing, margin, serviceRange, zoneTicks, ownPrices, behindOwn: rules.behindOwn };
}

function competitionOf(input: PricingInput, guards: PriceGuards): Competition {
  const { side, offers, unread = [], rules, referencePrice, terms } = input;
  const ownAdNumbers = [input.adNumber, ...input.ownAdNumbers, ...input.ownPrices.map((own) => own.adNumber)];
  const read = findCompetitors({ side, offers, filter: rules.filter, ownAdNumbers, referencePrice, terms });
  const hidden = unread.filter(({ adNumber }) => !ownAdNumbers.includes(adNumber));
  const all = { ...read, dropped: [...read.dropped, ...hidden.map(droppedUnread)] };
  if (rules.whenRivalBeyond !== 'next') return all;
  const kept = all.kept.filter((offer) => !isBeyond(offer, guards));
  const beyond = all.kept.slice(0, all.kept.length - kept.length);
  return { kept, dropped: [...all.dropped, ...beyond.map((offer) => droppedBeyond(offer, guards))] };
}

function droppedUnread({ adNumber, why }: UnreadOffer): DroppedOffer {
  return { adNumber, nickname: '', price: '', reason: 'unreadable', note: `ad ${adNumber} cannot be read: ${why}` };
}

/** Better for the taker than the own limits allow. */
function isBeyond({ price }: MarketOffer, { side, limits }: PriceGuards): boolean {
  return side === 'SELL' ? compare(price, limits.floor) < 0 : compare(price, limits.ceiling) > 0;
}

function droppedBeyond({ adNumber, nickname, price }: MarketOffer, { side, limits }: PriceGuards): DroppedOffer {
  const note =
    side === 'SELL' ? `${price} is below the floor ${limits.floor}` : `${price} is above the ceiling ${limits.ceiling}`;
  return { adNumber, nickname, price, reason: 'beyond-limit', note };
}

function rankOf(price: string, prices: readonly string[], side: TradeSide): number | null {
  if (prices.length === 0) return null;
  const betterSign = side === 'SELL' ? -1 : 1;
  return 1 + prices.filter((other) => compare(other, price) === betterSign).length;
}

interface Decided {
  readonly input: PricingInput;
  readonly guards: PriceGuards;
  readonly steps: PricingStep[];
}

/** Decides whether the guarded price is worth a call now; appends its steps to `steps`. */
function settle(price: string, wish: PriceWish, { input, guards, steps }: Decided): Outcome {
  const keep = (reason: PricingReason): Outcome => ({ action: 'keep', reason, price: input.currentPrice });
  if (compare(price, input.currentPrice) === 0) return keep('at-target');
  if (wish.reason !== 'target') return { action: 'set', reason: wish.reason, price };
  const stepped = maximumStep(price, input, guards);
  if (stepped !== null) steps.push(stepped);
  const reached = stepped?.price ?? price;
  const change = minimumChange(reached, input);
  steps.push(change.step);
  if (!change.enough || compare(reached, input.currentPrice) === 0) return keep('below-change');
  // By the whole way: the steps of a long one follow a moved market, however small they are.
  const answers = isAnswer(price, input);
  const hold = priceHold(reached, input, { isAnswer: answers, isCut: compare(reached, price) !== 0 });
  steps.push(hold.step);
  if (hold.untilMs === null) return { action: 'set', reason: 'target', price: reached, isAnswer: answers };
  return { ...keep('held'), heldUntilMs: hold.untilMs };
}

function outcomeOf(wish: PriceWish | NoWish, decided: Decided): Outcome {
  const { input, guards, steps } = decided;
  steps.push({ name: 'target', price: wish.price, note: wish.note });
  const keep = (reason: PricingReason): Outcome => ({ action: 'keep', reason, price: input.currentPrice });
  if (wish.price === null) return keep(wish.reason);
  steps.push(...guardPrice(wish.price, guards));
  const price = steps.at(-1)?.price ?? null;
  if (price !== null) return settle(price, wish, decided);
  return keep(guards.margin !== null && guards.margin.price === null ? 'no-basis' : 'no-price-satisfies');
}

function boundOf(wish: PriceWish | NoWish, { reason }: Outcome, market: BoundFacts): PricingDecision['bound'] {
  const { fallback, limits } = market.input.rules;
  if (reason === 'no-price-satisfies') return 'no-price';
  if (reason === 'no-competitor') return fallback.kind === 'offline' ? 'no-competitor' : null;
  if (wish.price === null) return null;
  return isRivalBeyond(market) ? 'rival' : limitOf(wish.price, limits, market.input.side);
}

interface BoundFacts extends Decided {
  /** The competitor that is best for the taker. */
  readonly best: MarketOffer | undefined;
}

function isRivalBeyond({ input, guards, best }: BoundFacts): boolean {
  return input.rules.whenRivalBeyond === 'offline' && best !== undefined && isBeyond(best, guards);
}

function limitOf(price: string, { floor, ceiling }: PriceLimits, side: TradeSide): 'floor' | 'ceiling' | null {
  if (side === 'SELL') return compare(price, ceiling) > 0 ? 'ceiling' : null;
  return compare(price, floor) < 0 ? 'floor' : null;
}

const countedHits: ReadonlySet<string> = new Set([
  'margin',
  'limits',
  'service-range',
  'maximum-step',
] satisfies GuardHit[]);

function isGuardHit(name: string): name is GuardHit {
  return countedHits.has(name);
}

/** The guards that moved the price away from the target. */
function hitsOf(steps: readonly PricingStep[]): GuardHit[] {
  return steps.flatMap(({ name, price }, index) => {
    const before = steps[index - 1]?.price ?? null;
    const moved = before !== null && (price === null || !new Decimal(price).equals(before));
    return moved && isGuardHit(name) ? [name] : [];
  });
}

/** A page shows the first ones; a heartbeat must stay small. */
const shownRivals = 10;

function shownOf({ adNumber, nickname, userNo, price }: MarketOffer) {
  return { adNumber, nickname, userNo, price };
}

/**
 * Decides whether an ad's price changes, and to what. A price that is set lies within the merchant's limits and the
 * service range, outside the zones of own ads, and on a tick, whatever the book shows. When no price does, the ad keeps
 * its price and the steps explain why. Design 6; interface 7.4 and 8.
 */
export function decidePrice(input: PricingInput): PricingDecision {
  const guards = guardsOf(input);
  const decided: Decided = { input, guards, steps: [] };
  const { kept, dropped } = competitionOf(input, guards);
  const wish = priceWish(input, kept, brokenGuard(input.currentPrice, guards));
  const outcome = outcomeOf(wish, decided);
  const prices = kept.map((offer) => offer.price);
  const decision: PricingDecision = {
    isAnswer: false,
    ...outcome,
    target: wish.price,
    steps: decided.steps,
    dropped: [...dropped],
    rank: rankOf(outcome.price, prices, input.side),
    bound: boundOf(wish, outcome, { ...decided, best: kept[0] }),
    rivals: kept.slice(0, shownRivals).map(shownOf),
    rivalCount: kept.length,
    hits: hitsOf(decided.steps),
  };
  return withRatio(decision, decided);
}
