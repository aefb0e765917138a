/** The own ads of one market and side, priced together (design section 6; interface 7.4 SPECIAL_HANDLER). */
import type { TradeSide } from '../orders/order-facts.ts';
import { priceOf } from '../price.ts';
import type { AdTerms } from './competitors/competitor-rule.ts';
import { withRatio } from './floating-decision.ts';
import { inExclusionZone } from './exclusion-zone.ts';
import { limitsWithoutCrossing, placesOf, type OwnPlace, type OwnPrice } from './own-spread.ts';
import { allowedPrice } from './price-guards.ts';
import type { PriceRange } from './price-range.ts';
import { decidePrice, guardsOf } from './pricing.ts';
import type { PricingDecision } from './pricing-decision.ts';
import type { FloatingAd, MarketView, PriceOverride, PricingInput } from './pricing-input.ts';
import type { PricingRules } from './pricing-rules.ts';
import { inTicks } from './tick-input.ts';

/** What a watch knows of its ad, besides what the service shows of it. */
export interface WatchedAd {
  adNumber: string;
  rules: PricingRules;
  override: { price: string; untilMs: number } | null;
  lastChangeAtMs: number | null;
  /** How many of the last changes in a row answered a rival; absent: none. */
  answers?: number;
  learnedRange: { range: PriceRange; untilMs: number } | null;
  /** The price a shadow desk assumes to have set; null: the ad's real price. */
  assumedPrice: string | null;
  /** The ratio that a shadow desk assumes to have set; absent: none. */
  assumedRatio?: string;
}

/** How an own ad is to be priced. */
export interface AdWish {
  readonly rules: PricingRules;
  readonly override: PriceOverride | null;
  readonly lastChangeAtMs: number | null;
  /** How many of the last changes in a row answered a rival. */
  readonly answers: number;
  readonly serviceRange: PriceRange | null;
}

/** An own online ad of the market and side. */
export interface PlanAd {
  readonly adNumber: string;
  readonly currentPrice: string;
  readonly priceScale: number;
  /** What decides who competes with it; null: not known. */
  readonly terms: AdTerms | null;
  /** null: this process does not price the ad, so it stays where it is. */
  readonly wish: AdWish | null;
  /** Absent or null: its price is fixed. */
  readonly floating?: FloatingAd | null;
}

export interface MarketPlanInput extends MarketView {
  readonly ads: readonly PlanAd[];
  /** The own online ads of the pair's other side. */
  readonly opposite: readonly OwnPrice[];
  /** Other places where own online ads of the pair may be: writes that no listing has confirmed yet. */
  readonly doubtful?: readonly OwnPrice[];
}

export interface PlannedPrice {
  readonly adNumber: string;
  readonly decision: PricingDecision;
  /** True for an ad that waits until a listing shows the place of another one. */
  readonly awaitsListing: boolean;
}

type KeptAd = PlanAd & { readonly wish: AdWish };

interface Placed {
  readonly ad: KeptAd;
  readonly input: PricingInput;
  readonly decision: PricingDecision;
}

function isKept(ad: PlanAd): ad is KeptAd {
  return ad.wish !== null;
}

/** Overrides by a human first, then the merchant's order, then the ad number as a number. */
function inOrder(ads: readonly PlanAd[], nowMs: number): readonly KeptAd[] {
  const byHand = ({ override }: AdWish): number => (override !== null && nowMs < override.untilMs ? 0 : 1);
  const orderOf = ({ rules }: AdWish): number => rules.order ?? Number.MAX_SAFE_INTEGER;
  return ads
    .filter(isKept)
    .toSorted(
      (left, right) =>
        byHand(left.wish) - byHand(right.wish) ||
        orderOf(left.wish) - orderOf(right.wish) ||
        left.adNumber.length - right.adNumber.length ||
        (left.adNumber < right.adNumber ? -1 : 1),
    );
}

function standingOf({ adNumber, currentPrice }: PlanAd, side: TradeSide): OwnPrice {
  return { adNumber, price: currentPrice, side };
}

/** The prices that a placed ad occupies: its price, and the price from which a hold keeps it for now. */
function occupied({ ad, decision }: Placed): readonly string[] {
  const wanted = decision.steps.find((step) => step.name === 'minimum-change')?.price ?? null;
  const price = decision.action === 'set' ? decision.price : ad.currentPrice;
  return decision.reason === 'held' && wanted !== null ? [price, wanted] : [price];
}

function place(plan: MarketPlanInput, ad: KeptAd, taken: readonly OwnPrice[]): Placed {
  const { ads: _ads, opposite: _opposite, doubtful: _doubtful, ...market } = plan;
  const { adNumber, currentPrice, priceScale, terms, wish, floating = null } = ad;
  const input = { ...market, ...wish, adNumber, currentPrice, priceScale, terms, floating, ownPrices: taken };
  return { ad, input, decision: decidePrice(input) };
}

/** Places one ad after the other; later ads make room for earlier ones. */
function placeAll(plan: MarketPlanInput, stuck: ReadonlySet<string>): readonly Placed[] {
  const standing = plan.ads.filter((ad) => ad.wish === null || stuck.has(ad.adNumber));
  const taken: OwnPrice[] = [...plan.opposite, ...standing.map((ad) => standingOf(ad, plan.side))];
  return inOrder(plan.ads, plan.nowMs).map((ad) => {
    const placed = place(plan, ad, taken);
    taken.push(...occupied(placed).map((price) => ({ adNumber: ad.adNumber, price, side: plan.side })));
    return placed;
  });
}

/** No price is left, or none follows from what is known. */
const staying: ReadonlySet<PricingDecision['reason']> = new Set(['no-price-satisfies', 'no-basis', 'stale']);

/** An ad for which there is no price stays, so the others must be placed again around it. */
function placeAround(plan: MarketPlanInput, stuck: ReadonlySet<string> = new Set()): readonly Placed[] {
  const placed = placeAll(plan, stuck);
  const found = placed.filter(({ decision }) => staying.has(decision.reason)).map(({ ad }) => ad.adNumber);
  const all = new Set([...stuck, ...found]);
  return all.size === stuck.size ? placed : placeAround(plan, all);
}

function collides(price: string, other: string, { priceScale, zoneTicks }: PricingInput): boolean {
  return inExclusionZone(priceOf(price, priceScale), [priceOf(other, priceScale)], zoneTicks);
}

function waiting({ ad, decision, input }: Placed, blocker: PlanAd): PricingDecision {
  const { adNumber, currentPrice: at } = blocker;
  const note = { code: 'waits-for-own-ad', price: decision.price, adNumber, at } as const;
  const step = { name: 'own-order' as const, price: ad.currentPrice, note };
  const steps = [...decision.steps, step];
  const ratio = input.floating?.ratio ?? null;
  const kept = { ...decision, action: 'keep', reason: 'waits-for-own-ad', price: ad.currentPrice, steps } as const;
  return ratio === null ? kept : { ...kept, floatingRatio: ratio };
}

/** Ads that want each other's places would wait forever: the last of them steps aside to a free price. */
function stepAside(movers: readonly Placed[], all: readonly Placed[]): Placed | null {
  for (const mover of movers.toReversed()) {
    const { ad, input, decision } = mover;
    const others = all.filter((other) => other.ad !== ad);
    const theirs = others.flatMap((other) => [...occupied(other), other.ad.currentPrice]);
    const ticks = inTicks(input);
    const guards = guardsOf(ticks);
    const ownPrices = [...guards.ownPrices, ...theirs.map((price) => priceOf(price, input.priceScale))];
    const free = allowedPrice(priceOf(decision.price, input.priceScale), { ...guards, ownPrices });
    if (free === null || free.equals(ticks.current)) continue;
    const price = free.text;
    const note = { code: 'steps-aside', price } as const;
    const steps = [...decision.steps, { name: 'own-order' as const, price, note }];
    // It makes room for an own ad and answers no rival.
    const moved = { ...decision, reason: 'steps-aside' as const, price, steps, isAnswer: false };
    return { ...mover, decision: withRatio(moved, { input, guards }) };
  }
  return null;
}

function inMovingOrder(placed: readonly Placed[]): readonly Placed[] {
  const movers = placed.filter(({ decision }) => decision.action === 'set');
  const blockerOf = ({ ad, input, decision }: Placed): PlanAd | null =>
    movers.find((other) => other.ad !== ad && collides(decision.price, other.ad.currentPrice, input))?.ad ?? null;
  const aside =
    movers.length > 0 && movers.every((mover) => blockerOf(mover) !== null) ? stepAside(movers, placed) : null;
  return placed.map((one) => {
    if (one.decision.action === 'keep') return one;
    if (aside?.ad === one.ad) return aside;
    const blocker = blockerOf(one);
    return blocker === null ? one : { ...one, decision: waiting(one, blocker) };
  });
}

/** Returns where another own ad may be, too near to the decided price or across from it; null: nowhere. */
function doubtfulNear({ ad, input, decision }: Placed, doubtful: readonly OwnPrice[]): OwnPrice | null {
  const { side, priceScale, zoneTicks } = input;
  const price = priceOf(decision.price, priceScale);
  const limits = { floor: price, ceiling: price };
  const crosses = (own: OwnPlace): boolean => {
    const { floor, ceiling } = limitsWithoutCrossing({ side, zoneTicks, limits, ownPrices: [own] });
    return floor.compare(ceiling) > 0;
  };
  const isNear = (own: OwnPlace): boolean => inExclusionZone(price, [own.price], zoneTicks) || crosses(own);
  const others = doubtful.filter((own) => own.adNumber !== ad.adNumber);
  return others.find((own) => placesOf([own], priceScale).some(isNear)) ?? null;
}

/** An unconfirmed write may or may not have happened: both its prices count until a listing shows one. */
function afterDoubt(placed: Placed, doubtful: readonly OwnPrice[]): PlannedPrice {
  const { ad, decision } = placed;
  const { adNumber } = ad;
  const near = decision.action === 'set' ? doubtfulNear(placed, doubtful) : null;
  if (near === null) return { adNumber, decision, awaitsListing: false };
  const blocker = { ...ad, adNumber: near.adNumber, currentPrice: near.price };
  return { adNumber, decision: waiting(placed, blocker), awaitsListing: true };
}

/**
 * Decides the price of each own ad of a market and side that this process keeps, in placing order. The resulting prices
 * never collide (± `zoneTicks` ticks) and no own ad undercuts another: the later ad takes the merchant's side, unless
 * its rules ask for the rank. A decision to `set` also avoids where every other ad is now. An ad that must wait for
 * another to move keeps its price and reports that; deciding again after each write brings every ad to its place.
 */
export function planMarket(plan: MarketPlanInput): readonly PlannedPrice[] {
  const { doubtful = [] } = plan;
  return inMovingOrder(placeAround(plan)).map((placed) => afterDoubt(placed, doubtful));
}
