import type { TradeSide } from '../orders/order-facts.ts';
import { highestOf, lowestOf, type Price } from '../price.ts';
import { inExclusionZone, nearestAllowedPrice } from './exclusion-zone.ts';
import type { MarginLimit, UnknownMargin } from './minimum-margin.ts';
import { isWithinLimits, type TickLimits } from './own-spread.ts';
import { intersect, type TickRange } from './price-range.ts';
import type { BrokenNote, Crossing, Note, PriceStep, StepNote } from './price-step.ts';
import type { PricingRules } from './pricing-rules.ts';

/** What every price of an ad must satisfy. */
export interface PriceGuards {
  readonly side: TradeSide;
  /** The merchant's, narrowed by the margin and by own ads of the other side. */
  readonly limits: TickLimits;
  /** The own ad of the other side that narrows them; null: none does. */
  readonly crossing: Crossing | null;
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

/** Returns the guard that the price breaks, or null. */
export function brokenGuard(price: Price, guards: PriceGuards): Note<BrokenNote> | null {
  const { limits, serviceRange, zoneTicks: ticks } = guards;
  if (!isWithinLimits(price, limits)) {
    const crossing = crossedBy(price, guards);
    return () => ({ code: 'outside-limits', price: price.text, ...textsOf(limits), crossing });
  }
  if (serviceRange !== null && !isWithinLimits(price, { floor: serviceRange.low, ceiling: serviceRange.high })) {
    return () => ({ code: 'outside-service-range', price: price.text, ...spanOf(serviceRange) });
  }
  return isInOwnZone(price, guards) ? () => ({ code: 'in-own-zone', price: price.text, ticks }) : null;
}

const spanOf = ({ low, high }: TickRange) => ({ low: low.text, high: high.text });
const textsOf = ({ floor: low, ceiling: high }: TickLimits) => spanOf({ low, high });

/** What makes the limits narrower than the merchant's, where that is what the price breaks. */
function crossedBy(price: Price, { side, limits, crossing }: PriceGuards): Crossing | null {
  const isCrossed = side === 'SELL' ? price.compare(limits.floor) < 0 : price.compare(limits.ceiling) > 0;
  return isCrossed ? crossing : null;
}

interface Clamp {
  readonly name: 'limits' | 'service-range';
  readonly range: TickRange;
  readonly crossing: Crossing | null;
}

function clampStep(price: Price, { name, range, crossing }: Clamp): PriceStep {
  const clamped = lowestOf(range.high, highestOf(range.low, price));
  const note = (): StepNote => {
    const found = { price: price.text, ...spanOf(range) };
    return clamped.equals(price)
      ? { code: 'within', ...found }
      : { code: 'clamped', ...found, to: clamped.text, crossing };
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
    const range = { low: floor, high: ceiling };
    return clampStep(price, { name: 'limits', range, crossing: crossedBy(price, guards) });
  }
  const isMargin = margin?.price?.text === (side === 'SELL' ? floor : ceiling).text;
  const by = isMargin ? 'margin' : 'own-ads';
  return { name: 'limits', price: null, note: () => ({ code: 'limits-crossed', by, ...textsOf(limits) }) };
}

function rangeStep(price: Price, guards: PriceGuards): PriceStep {
  const { limits, serviceRange } = guards;
  const name = 'service-range';
  if (serviceRange === null) return { name, price, note: () => ({ code: 'range-unknown' }) };
  const range = effectiveRange(guards);
  if (range !== null) return clampStep(price, { name, range, crossing: null });
  const limit = limits.floor.compare(serviceRange.high) > 0 ? 'floor' : 'ceiling';
  const note = (): StepNote => ({
    code: 'limits-beyond-range',
    limit,
    at: limits[limit].text,
    ...spanOf(serviceRange),
  });
  return { name, price: null, note };
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
  const { zoneTicks: ticks, ownPrices } = guards;
  if (!isInOwnZone(price, guards))
    return { name, price, note: () => ({ code: 'clear', price: price.text, ads: ownPrices.length }) };
  const moved = allowedPrice(price, guards);
  const note = (): StepNote => ({ code: 'zone-left', price: price.text, ticks, to: moved?.text ?? null });
  return { name, price: moved, note };
}

function tickStep(price: Price, guards: PriceGuards): PriceStep {
  // In the merchant's favour: up when selling, down when buying.
  const inFavour = price.onTick(guards.side === 'SELL' ? 'up' : 'down');
  // Rounding may have left the range or entered a zone: the search repairs that, and keeps any other price.
  const rounded = allowedPrice(inFavour, guards);
  const note = (): StepNote =>
    rounded?.equals(price) === true
      ? { code: 'on-tick', price: rounded.text }
      : { code: 'to-tick', price: price.text, to: rounded?.text ?? null };
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
