import type { UnreadOffer } from '../ads/ad-facts.ts';
import type { TradeSide } from '../orders/order-facts.ts';
import type { Price } from '../price.ts';
import {
  findCompetitors,
  positivePrice,
  pricedOffers,
  type Competition,
  type Competitor,
  type DroppedOffer,
} from './competitors/competitor.ts';
import { preparedFilter } from './competitors/competitor-rule.ts';
import { withRatio } from './floating-decision.ts';
import { limitsWithMargin, marginLimit } from './minimum-margin.ts';
import { crossingOf, limitsWithoutCrossing } from './own-spread.ts';
import { isAnswer, maximumStep, minimumChange, priceHold } from './price-change.ts';
import { brokenGuard, guardPrice, type PriceGuards } from './price-guards.ts';
import type { PriceStep } from './price-step.ts';
import { priceWish, type NoWish, type PriceWish } from './price-wish.ts';
import { writtenDecision, type PricingDecision, type PricingReason, type TickDecision } from './pricing-decision.ts';
import type { PricingInput } from './pricing-input.ts';
import { inTicks, type TickInput } from './tick-input.ts';

type Outcome = Pick<TickDecision, 'action' | 'reason' | 'price' | 'heldUntilMs' | 'isAnswer'>;

/** Returns the guards for the ad's price, the other own ads included. */
export function guardsOf(input: TickInput): PriceGuards {
  const { side, rules, limits: own, serviceRange, zoneTicks, adNumber } = input;
  const others = input.ownPrices.filter((place) => place.adNumber !== adNumber);
  const margin = marginLimit(input);
  const spread = { side, zoneTicks, limits: limitsWithMargin(own, margin?.price ?? null, side), ownPrices: others };
  const limits = limitsWithoutCrossing(spread);
  const crossing = crossingOf(spread);
  const ownPrices = others.map(({ price }) => price);
  return { side, limits, crossing, margin, serviceRange, zoneTicks, ownPrices, behindOwn: rules.behindOwn };
}

/** Returns the competitors that the filter of the rules leaves. */
function competitionOf(input: PricingInput): Competition {
  const { side, priceScale, unread = [], rules, terms } = input;
  const ownAdNumbers = [input.adNumber, ...input.ownAdNumbers, ...input.ownPrices.map((own) => own.adNumber)];
  const offers = pricedOffers(input.offers, priceScale);
  const reference = positivePrice(input.referencePrice, priceScale);
  const filter = preparedFilter(rules.filter, terms);
  const read = findCompetitors({ side, offers, filter, ownAdNumbers, reference });
  const hidden = unread.filter(({ adNumber }) => !ownAdNumbers.includes(adNumber));
  return { ...read, dropped: [...read.dropped, ...hidden.map(droppedUnread)] };
}

function droppedUnread({ adNumber, why }: UnreadOffer): DroppedOffer {
  return { adNumber, nickname: '', price: '', reason: 'unreadable', why };
}

/** Leaves out competitors beyond the own limits, where the rules go by the next one within them. */
function withinReach(all: Competition, { rules }: TickInput, guards: PriceGuards): Competition {
  if (rules.whenRivalBeyond !== 'next') return all;
  const kept = all.kept.filter((rival) => !isBeyond(rival, guards));
  const beyond = all.kept.slice(0, all.kept.length - kept.length);
  return { kept, dropped: [...all.dropped, ...beyond.map((rival) => droppedBeyond(rival, guards))] };
}

/** Better for the taker than the own limits allow. */
function isBeyond({ price }: Competitor, { side, limits }: PriceGuards): boolean {
  return side === 'SELL' ? price.compare(limits.floor) < 0 : price.compare(limits.ceiling) > 0;
}

function droppedBeyond({ offer }: Competitor, { side, limits }: PriceGuards): DroppedOffer {
  const { adNumber, nickname, price } = offer;
  const limit = side === 'SELL' ? 'floor' : 'ceiling';
  return { adNumber, nickname, price, reason: 'beyond-limit', limit, at: limits[limit].text };
}

/** Returns the rank of a price: 1 + how many competitors are better; null: there is none. */
export function rankOf(price: Price, rivals: readonly Competitor[], side: TradeSide): number | null {
  if (rivals.length === 0) return null;
  const better = side === 'SELL' ? -1 : 1;
  const behind = rivals.findIndex((rival) => rival.price.compare(price) !== better);
  return 1 + (behind === -1 ? rivals.length : behind);
}

interface Decided {
  readonly input: TickInput;
  readonly guards: PriceGuards;
  readonly steps: PriceStep[];
}

/** Decides whether the guarded price is worth a call now; appends its steps to `steps`. */
function settle(price: Price, wish: PriceWish, { input, guards, steps }: Decided): Outcome {
  const { current } = input;
  if (price.equals(current)) return kept('at-target', current);
  if (wish.reason !== 'target') return { action: 'set', reason: wish.reason, price, isAnswer: false };
  const stepped = maximumStep(price, input, guards);
  if (stepped !== null) steps.push(stepped);
  const reached = stepped?.price ?? price;
  const change = minimumChange(reached, input);
  steps.push(change.step);
  if (!change.enough || reached.equals(current)) return kept('below-change', current);
  // By the whole way: the steps of a long one follow a moved market, however small they are.
  const answers = isAnswer(price, input);
  const hold = priceHold(reached, input, { isAnswer: answers, isCut: !reached.equals(price) });
  steps.push(hold.step);
  if (hold.untilMs === null) return { action: 'set', reason: 'target', price: reached, isAnswer: answers };
  return { ...kept('held', current), heldUntilMs: hold.untilMs };
}

function kept(reason: PricingReason, current: Price): Outcome {
  return { action: 'keep', reason, price: current, isAnswer: false };
}

function outcomeOf(wish: PriceWish | NoWish, decided: Decided): Outcome {
  const { input, guards, steps } = decided;
  steps.push({ name: 'target', price: wish.price, note: wish.note });
  if (wish.price === null) return kept(wish.reason, input.current);
  steps.push(...guardPrice(wish.price, guards));
  const price = steps.at(-1)?.price ?? null;
  if (price !== null) return settle(price, wish, decided);
  return kept(guards.margin?.price === null ? 'no-basis' : 'no-price-satisfies', input.current);
}

interface BoundFacts extends Decided {
  /** The competitor that is best for the taker. */
  readonly best: Competitor | undefined;
}

function boundOf(wish: PriceWish | NoWish, { reason }: Outcome, market: BoundFacts): PricingDecision['bound'] {
  const { rules } = market.input;
  if (reason === 'no-price-satisfies') return 'no-price';
  if (reason === 'no-competitor') return rules.fallback.kind === 'offline' ? 'no-competitor' : null;
  if (wish.price === null) return null;
  return isRivalBeyond(market) ? 'rival' : limitOf(wish.price, market.input);
}

function isRivalBeyond({ input, guards, best }: BoundFacts): boolean {
  return input.rules.whenRivalBeyond === 'offline' && best !== undefined && isBeyond(best, guards);
}

function limitOf(price: Price, { limits, side }: TickInput): 'floor' | 'ceiling' | null {
  if (side === 'SELL') return price.compare(limits.ceiling) > 0 ? 'ceiling' : null;
  return price.compare(limits.floor) < 0 ? 'floor' : null;
}

/**
 * Decides whether an ad's price changes, and to what, among the competitors that its filter has left. The desk decides
 * so, and so does a replay, which finds the competitors once for many rules. Interface 7.4 and 8.
 */
export function decideInTicks(input: TickInput, competition: Competition): TickDecision {
  const guards = guardsOf(input);
  const decided: Decided = { input, guards, steps: [] };
  const reached = withinReach(competition, input, guards);
  const wish = priceWish(input, reached.kept, brokenGuard(input.current, guards));
  const outcome = outcomeOf(wish, decided);
  return {
    ...outcome,
    target: wish.price,
    steps: decided.steps,
    competition: reached,
    guards,
    rank: rankOf(outcome.price, reached.kept, input.side),
    bound: boundOf(wish, outcome, { ...decided, best: reached.kept[0] }),
  };
}

/**
 * Decides whether an ad's price changes, and to what. A price that is set lies within the merchant's limits and the
 * service range, outside the zones of own ads, and on a tick, whatever the book shows. When no price does, the ad keeps
 * its price and the steps explain why. Design 6; interface 7.4 and 8.
 */
export function decidePrice(input: PricingInput): PricingDecision {
  const decision = decideInTicks(inTicks(input), competitionOf(input));
  return withRatio(writtenDecision(decision), { input, guards: decision.guards });
}
