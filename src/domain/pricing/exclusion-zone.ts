import { compare, Decimal, largest, roundToScale, smallest, tickOf } from '../decimal.ts';
import type { PriceRange } from './price-range.ts';

interface ZoneShape {
  /** Decimal places of the price; the tick is 10^-scale. */
  readonly scale: number;
  readonly zoneTicks: number;
}

export interface AllowedPriceSearch extends ZoneShape {
  /** Prices of the other own ads. */
  readonly ownPrices: readonly string[];
  /** Bounds of the price; null: anything above zero. */
  readonly range: PriceRange | null;
  /** The direction that is searched first. */
  readonly first: 'lower' | 'higher';
}

/** Returns the own price with a zone around the given price, or null. */
function blockingPrice(price: string, ownPrices: readonly string[], shape: ZoneShape): string | null {
  if (ownPrices.length === 0) return null;
  const reach = new Decimal(tickOf(shape.scale)).times(shape.zoneTicks);
  const [low, high] = [new Decimal(price).minus(reach).toFixed(), new Decimal(price).plus(reach).toFixed()];
  const blocks = (own: string): boolean => compare(own, low) >= 0 && compare(own, high) <= 0;
  return ownPrices.find(blocks) ?? null;
}

/** Reports whether the price lies within ± `zoneTicks` ticks of another own ad (interface 7.4). */
export function inExclusionZone(price: string, ownPrices: readonly string[], shape: ZoneShape): boolean {
  return blockingPrice(price, ownPrices, shape) !== null;
}

/** Returns the first tick beyond the zone of `own` in the given direction. */
function beyondZone(own: string, direction: 'lower' | 'higher', shape: ZoneShape): string {
  const tick = tickOf(shape.scale);
  const reach = new Decimal(tick).times(shape.zoneTicks);
  const down = direction === 'lower';
  const edge = down ? new Decimal(own).minus(reach) : new Decimal(own).plus(reach);
  const onTick = roundToScale(edge.toFixed(), shape.scale, down ? 'down' : 'up');
  // The zone includes its edge; rounding already left an edge between two ticks.
  if (!edge.equals(onTick)) return onTick;
  return new Decimal(onTick).plus(down ? `-${tick}` : tick).toFixed(shape.scale);
}

function lowestTick({ range, scale }: AllowedPriceSearch): string {
  const tick = tickOf(scale);
  return range === null ? tick : largest(tick, roundToScale(range.low, scale, 'up'));
}

/** null: no upper bound. */
function highestTick({ range, scale }: AllowedPriceSearch): string | null {
  return range === null ? null : roundToScale(range.high, scale, 'down');
}

function isOutside(price: string, search: AllowedPriceSearch): boolean {
  const high = highestTick(search);
  return compare(price, lowestTick(search)) < 0 || (high !== null && compare(price, high) > 0);
}

/** Jumps from zone to zone in one direction until a price is free; null when the range ends first. */
function walk(start: string, direction: 'lower' | 'higher', search: AllowedPriceSearch): string | null {
  let price = start;
  while (!isOutside(price, search)) {
    const own = blockingPrice(price, search.ownPrices, search);
    if (own === null) return price;
    price = beyondZone(own, direction, search);
  }
  return null;
}

function startOf(target: string, search: AllowedPriceSearch): string {
  const raised = largest(roundToScale(target, search.scale, 'nearest'), lowestTick(search));
  const high = highestTick(search);
  return high === null ? raised : smallest(raised, high);
}

/**
 * Returns the price to use instead of the target: on a tick, inside the range, above zero and in no own ad's zone.
 * Takes the nearest in the first direction, else the nearest in the other; null when there is none. Interface 7.4.
 */
export function nearestAllowedPrice(target: string, search: AllowedPriceSearch): string | null {
  const start = startOf(target, search);
  const other = search.first === 'lower' ? 'higher' : 'lower';
  return walk(start, search.first, search) ?? walk(start, other, search);
}
