import type { TradeSide } from '../orders/order-facts.ts';
import { highestOf, lowestOf, type Price } from '../price.ts';
import { inExclusionZone, nearestAllowedPrice } from './exclusion-zone.ts';
import type { MarginLimit, UnknownMargin } from './minimum-margin.ts';
import { isWithinLimits, type TickLimits } from './own-spread.ts';
import { intersect, type TickRange } from './price-range.ts';
import type { Note, PriceStep } from './price-step.ts';
import type { PricingRules } from './pricing-rules.ts';

/** What every price of an ad must satisfy. */
export interface PriceGuards {
  readonly side: TradeSide;
  /** The merchant's, narrowed by the margin and by own ads of the other side. */
  readonly limits: TickLimits;
  /** The own ad of the other side that narrows them, in words; null: none does. */
  readonly crossing: string | null;
  /** Null: the rules ask for none. */
  readonly margin: MarginLimit | UnknownMargin | null;
  readonly serviceRange: TickRange | null;
  /** Prices of the other own ads of the pair. */
  readonly ownPrices: readonly Price[];
  readonly zoneTicks: number;
  /** On which side of a blocking own ad the price goes: the one better for the merchant, or for the taker. */
  readonly behindOwn: PricingRules['behindOwn'];
}

/** Returns the intersection of the limits and the service's range, or null. Interface 7.4. */
export function effectiveRange({ limits, serviceRange }: PriceGuards): TickRange | null {
  const own = { low: limits.floor, high: limits.ceiling };
  return intersect(own, serviceRange ?? own);
}

function isInOwnZone(price: Price, { ownPrices, zoneTicks }: PriceGuards): boolean {
  return inExclusionZone(price, ownPrices, zoneTicks);
}

/** Returns a description of the guard that the price breaks, or null. */
export function brokenGuard(price: Price, guards: PriceGuards): Note | null {
  const { limits, serviceRange } = guards;
  if (!isWithinLimits(price, limits)) {
    return () => `${price.text} is outside the limits ${textOf(limits)}${crossedText(price, guards)}`;
  }
  if (serviceRange !== null && !isWithinLimits(price, { floor: serviceRange.low, ceiling: serviceRange.high })) {
    return () => `${price.text} is outside the service range ${serviceRange.low.text} to ${serviceRange.high.text}`;
  }
  return isInOwnZone(price, guards) ? () => `${price.text} is within ${guards.zoneTicks} ticks of an own ad` : null;
}

const textOf = ({ floor, ceiling }: TickLimits): string => `${floor.text} to ${ceiling.text}`;

/** Why the limits are narrower than the merchant's, where that is what the price breaks. */
function crossedText(price: Price, { side, limits, crossing }: PriceGuards): string {
  const isCrossed = side === 'SELL' ? price.compare(limits.floor) < 0 : price.compare(limits.ceiling) > 0;
  return crossing !== null && isCrossed ? `, as ${crossing}` : '';
}

function clampStep(name: 'limits' | 'service-range', price: Price, { low, high }: TickRange): PriceStep {
  const clamped = lowestOf(high, highestOf(low, price));
  const note = (): string => {
    const span = `${low.text} to ${high.text}`;
    return clamped.equals(price)
      ? `${price.text} is within ${span}`
      : `${price.text} is outside ${span}: ${clamped.text}`;
  };
  return { name, price: clamped, note };
}

/** A margin that is not known lets no price pass. */
function marginStep(price: Price, { margin, side }: PriceGuards): readonly PriceStep[] {
  if (margin === null) return [];
  const name = 'margin';
  if (margin.price === null) return [{ name, price: null, note: margin.note }];
  const earned = side === 'SELL' ? highestOf(price, margin.price) : lowestOf(price, margin.price);
  return [{ name, price: earned, note: margin.note }];
}

function limitsStep(price: Price, guards: PriceGuards): PriceStep {
  const { limits, margin, side } = guards;
  const { floor, ceiling } = limits;
  if (floor.compare(ceiling) <= 0) {
    const { note, ...step } = clampStep('limits', price, { low: floor, high: ceiling });
    return { ...step, note: () => `${note()}${crossedText(price, guards)}` };
  }
  const isMargin = margin?.price?.text === (side === 'SELL' ? floor : ceiling).text;
  const note = (): string => `no price is left: ${isMargin ? 'the margin' : 'own ads'} would need ${textOf(limits)}`;
  return { name: 'limits', price: null, note };
}

function rangeStep(price: Price, guards: PriceGuards): PriceStep {
  const { limits, serviceRange } = guards;
  if (serviceRange === null) return { name: 'service-range', price, note: () => 'the service range is not known' };
  const range = effectiveRange(guards);
  if (range !== null) return clampStep('service-range', price, range);
  const note = (): string => {
    const service = `the service range ${serviceRange.low.text} to ${serviceRange.high.text}`;
    const isAbove = limits.floor.compare(serviceRange.high) > 0;
    return isAbove
      ? `the floor ${limits.floor.text} is above ${service}`
      : `the ceiling ${limits.ceiling.text} is below ${service}`;
  };
  return { name: 'service-range', price: null, note };
}

/** Higher is the seller's favour and the buyer's loss. */
function firstDirection({ side, behindOwn }: PriceGuards): 'lower' | 'higher' {
  return (side === 'SELL') === (behindOwn === 'merchant') ? 'higher' : 'lower';
}

/** Returns the nearest price that breaks no guard, in the first direction before the other; null: none (interface 7.4). */
export function allowedPrice(price: Price, guards: PriceGuards, first = firstDirection(guards)): Price | null {
  const range = effectiveRange(guards);
  // The search reads a null range as unbounded; here it means that no price is left.
  if (range === null) return null;
  const { zoneTicks, ownPrices } = guards;
  return nearestAllowedPrice(price, { zoneTicks, ownPrices, range, first });
}

function zoneStep(price: Price, guards: PriceGuards): PriceStep {
  const name = 'exclusion-zone';
  const { zoneTicks, ownPrices } = guards;
  if (!isInOwnZone(price, guards))
    return { name, price, note: () => `${price.text} is clear of ${ownPrices.length} own ads` };
  const moved = allowedPrice(price, guards);
  const end = (): string => moved?.text ?? 'no price outside the zones satisfies limits and range';
  return { name, price: moved, note: () => `${price.text} is within ${zoneTicks} ticks of an own ad: ${end()}` };
}

function tickStep(price: Price, guards: PriceGuards): PriceStep {
  // In the merchant's favour: up when selling, down when buying.
  const inFavour = price.onTick(guards.side === 'SELL' ? 'up' : 'down');
  // Rounding may have left the range or entered a zone: the search repairs that, and keeps any other price.
  const rounded = allowedPrice(inFavour, guards);
  const note = (): string =>
    rounded?.equals(price) === true
      ? `${rounded.text} is on a tick`
      : `${price.text} on a tick: ${rounded?.text ?? 'none satisfies limits, range and zones'}`;
  return { name: 'tick', price: rounded, note };
}

const makers = [limitsStep, rangeStep, zoneStep, tickStep];

/**
 * Returns the steps from the target to a price that breaks no guard; the last step holds the result, null when there is
 * none. Order: margin, limits, service range, exclusion zone, tick (design 6).
 */
export function guardPrice(target: Price, guards: PriceGuards): readonly PriceStep[] {
  const steps: PriceStep[] = [...marginStep(target, guards)];
  let price = steps.length === 0 ? target : (steps[0]?.price ?? null);
  for (const make of makers) {
    if (price === null) break;
    const step = make(price, guards);
    steps.push(step);
    price = step.price;
  }
  return steps;
}
