import { compare, Decimal, largest, roundToScale, smallest } from '../decimal.ts';
import { inExclusionZone, nearestAllowedPrice } from './exclusion-zone.ts';
import type { TradeSide } from '../orders/order-facts.ts';
import type { MarginLimit, UnknownMargin } from './minimum-margin.ts';
import { intersect, type PriceRange } from './price-range.ts';
import type { PriceLimits, PricingRules } from './pricing-rules.ts';

/** What every price of an ad must satisfy. */
export interface PriceGuards {
  readonly side: TradeSide;
  readonly priceScale: number;
  /** The merchant's, narrowed by the margin and by own ads of the other side. */
  readonly limits: PriceLimits;
  /** The own ad of the other side that narrows them, in words; null: none does. */
  readonly crossing: string | null;
  /** Null: the rules ask for none. */
  readonly margin: MarginLimit | UnknownMargin | null;
  readonly serviceRange: PriceRange | null;
  /** Prices of the other own ads of the pair. */
  readonly ownPrices: readonly string[];
  readonly zoneTicks: number;
  /** On which side of a blocking own ad the price goes: the one better for the merchant, or for the taker. */
  readonly behindOwn: PricingRules['behindOwn'];
}

export interface PricingStep {
  readonly name:
    | 'target'
    | 'margin'
    | 'limits'
    | 'service-range'
    | 'exclusion-zone'
    | 'tick'
    | 'maximum-step'
    | 'minimum-change'
    | 'hold'
    | 'own-order'
    | 'ratio';
  /** After this step; null when no price is left. */
  readonly price: string | null;
  /** A short sentence with the numbers. */
  readonly note: string;
}

/** Returns the intersection of the limits and the service's range, or null. Interface 7.4. */
function effectiveRange({ limits, serviceRange }: PriceGuards): PriceRange | null {
  const own = { low: limits.floor, high: limits.ceiling };
  return intersect(own, serviceRange ?? own);
}

function isInside(price: string, range: PriceRange): boolean {
  return compare(price, range.low) >= 0 && compare(price, range.high) <= 0;
}

function isInOwnZone(price: string, guards: PriceGuards): boolean {
  return inExclusionZone(price, guards.ownPrices, { scale: guards.priceScale, zoneTicks: guards.zoneTicks });
}

/** Describes the guard that the price breaks, or returns null. */
export function brokenGuard(price: string, guards: PriceGuards): string | null {
  const { limits, serviceRange } = guards;
  if (!isInside(price, { low: limits.floor, high: limits.ceiling })) {
    return `${price} is outside the limits ${limits.floor} to ${limits.ceiling}${crossedText(price, guards)}`;
  }
  if (serviceRange !== null && !isInside(price, serviceRange)) {
    return `${price} is outside the service range ${serviceRange.low} to ${serviceRange.high}`;
  }
  return isInOwnZone(price, guards) ? `${price} is within ${guards.zoneTicks} ticks of an own ad` : null;
}

/** Why the limits are narrower than the merchant's, where that is what the price breaks. */
function crossedText(price: string, { side, limits, crossing }: PriceGuards): string {
  const isCrossed = side === 'SELL' ? compare(price, limits.floor) < 0 : compare(price, limits.ceiling) > 0;
  return crossing !== null && isCrossed ? `, as ${crossing}` : '';
}

function clamp(price: string, range: PriceRange): string {
  return smallest(range.high, largest(range.low, price));
}

function clampStep(name: 'limits' | 'service-range', price: string, range: PriceRange): PricingStep {
  const clamped = clamp(price, range);
  const span = `${range.low} to ${range.high}`;
  const inside = compare(clamped, price) === 0;
  return {
    name,
    price: clamped,
    note: inside ? `${price} is within ${span}` : `${price} is outside ${span}: ${clamped}`,
  };
}

/** A margin that is not known lets no price pass. */
function marginStep(price: string, { margin, side }: PriceGuards): readonly PricingStep[] {
  if (margin === null) return [];
  const name = 'margin';
  if (margin.price === null) return [{ name, price: null, note: margin.note }];
  const earned = side === 'SELL' ? largest(price, margin.price) : smallest(price, margin.price);
  return [{ name, price: earned, note: margin.note }];
}

function limitsStep(price: string, guards: PriceGuards): PricingStep {
  const { limits, margin, side } = guards;
  const { floor, ceiling } = limits;
  if (compare(floor, ceiling) <= 0) {
    const step = clampStep('limits', price, { low: floor, high: ceiling });
    return { ...step, note: `${step.note}${crossedText(price, guards)}` };
  }
  const of = margin !== null && margin.price === (side === 'SELL' ? floor : ceiling) ? 'the margin' : 'own ads';
  return { name: 'limits', price: null, note: `no price is left: ${of} would need ${floor} to ${ceiling}` };
}

function rangeStep(price: string, guards: PriceGuards): PricingStep {
  const { limits, serviceRange } = guards;
  if (serviceRange === null) return { name: 'service-range', price, note: 'the service range is not known' };
  const range = effectiveRange(guards);
  if (range !== null) return clampStep('service-range', price, range);
  const service = `the service range ${serviceRange.low} to ${serviceRange.high}`;
  const above = compare(limits.floor, serviceRange.high) > 0;
  const conflict = above
    ? `the floor ${limits.floor} is above ${service}`
    : `the ceiling ${limits.ceiling} is below ${service}`;
  return { name: 'service-range', price: null, note: conflict };
}

/** Higher is the seller's favour and the buyer's loss. */
function firstDirection({ side, behindOwn }: PriceGuards): 'lower' | 'higher' {
  return (side === 'SELL') === (behindOwn === 'merchant') ? 'higher' : 'lower';
}

/** Returns the nearest price that breaks no guard, in the first direction before the other; null: none (interface 7.4). */
export function allowedPrice(price: string, guards: PriceGuards, first = firstDirection(guards)): string | null {
  const range = effectiveRange(guards);
  // The search reads a null range as unbounded; here it means that no price is left.
  if (range === null) return null;
  return nearestAllowedPrice(price, {
    scale: guards.priceScale,
    zoneTicks: guards.zoneTicks,
    ownPrices: guards.ownPrices,
    range,
    first,
  });
}

function zoneStep(price: string, guards: PriceGuards): PricingStep {
  const name = 'exclusion-zone';
  if (!isInOwnZone(price, guards))
    return { name, price, note: `${price} is clear of ${guards.ownPrices.length} own ads` };
  const moved = allowedPrice(price, guards);
  const why = `${price} is within ${guards.zoneTicks} ticks of an own ad`;
  return { name, price: moved, note: `${why}: ${moved ?? 'no price outside the zones satisfies limits and range'}` };
}

/** In the merchant's favour: up when selling, down when buying. */
function inFavour(price: string, { side, priceScale }: PriceGuards): string {
  return roundToScale(price, priceScale, side === 'SELL' ? 'up' : 'down');
}

function tickStep(price: string, guards: PriceGuards): PricingStep {
  // Rounding may have left the range or entered a zone: the search repairs that, and keeps any other price.
  const rounded = allowedPrice(inFavour(price, guards), guards);
  const same = rounded !== null && new Decimal(rounded).equals(price);
  const note = same
    ? `${rounded} is on a tick`
    : `${price} on a tick: ${rounded ?? 'none satisfies limits, range and zones'}`;
  return { name: 'tick', price: rounded, note };
}

/**
 * Returns the steps from the target to a price that breaks no guard; the last step holds the result, null when there is
 * none. Order: margin, limits, service range, exclusion zone, tick (design 6).
 */
export function guardPrice(target: string, guards: PriceGuards): readonly PricingStep[] {
  const makers = [limitsStep, rangeStep, zoneStep, tickStep];
  const steps: PricingStep[] = [...marginStep(target, guards)];
  let price = steps.length === 0 ? target : (steps[0]?.price ?? null);
  for (const make of makers) {
    if (price === null) break;
    const step = make(price, guards);
    steps.push(step);
    price = step.price;
  }
  return steps;
}
