import { highestOf, lowestOf, priceAt, type Price } from '../price.ts';
import type { TickRange } from './price-range.ts';

export interface AllowedPriceSearch {
  readonly zoneTicks: number;
  /** Prices of the other own ads. */
  readonly ownPrices: readonly Price[];
  /** Bounds of the price; null: anything above zero. */
  readonly range: TickRange | null;
  /** The direction that is searched first. */
  readonly first: 'lower' | 'higher';
}

/** Returns the own price with a zone around the given price, or null. */
function blockingPrice(price: Price, ownPrices: readonly Price[], zoneTicks: number): Price | null {
  return ownPrices.find((own) => price.isWithinTicks(own, zoneTicks)) ?? null;
}

/** Reports whether the price lies within ± `zoneTicks` ticks of another own ad (interface 7.4). */
export function inExclusionZone(price: Price, ownPrices: readonly Price[], zoneTicks: number): boolean {
  return blockingPrice(price, ownPrices, zoneTicks) !== null;
}

/** Returns the first tick beyond the zone of `own` in the given direction. */
function beyondZone(own: Price, direction: 'lower' | 'higher', zoneTicks: number): Price {
  const down = direction === 'lower';
  const edge = own.plusTicks(down ? -zoneTicks : zoneTicks);
  const onTick = edge.onTick(down ? 'down' : 'up');
  // The zone includes its edge; rounding already left an edge between two ticks.
  return edge.equals(onTick) ? onTick.plusTicks(down ? -1 : 1, 'all') : onTick;
}

interface TickSpan {
  readonly lowest: Price;
  /** null: no upper bound. */
  readonly highest: Price | null;
}

/** The lowest and the highest tick of the range, above zero. */
function spanOf({ range }: AllowedPriceSearch, scale: number): TickSpan {
  const tick = priceAt(1, scale);
  if (range === null) return { lowest: tick, highest: null };
  return { lowest: highestOf(tick, range.low.onTick('up')), highest: range.high.onTick('down') };
}

function isOutside(price: Price, { lowest, highest }: TickSpan): boolean {
  return price.compare(lowest) < 0 || (highest !== null && price.compare(highest) > 0);
}

interface Walk {
  readonly direction: 'lower' | 'higher';
  readonly span: TickSpan;
  readonly search: AllowedPriceSearch;
}

/** Jumps from zone to zone in one direction until a price is free; null when the range ends first. */
function walk(start: Price, { direction, span, search }: Walk): Price | null {
  const { ownPrices, zoneTicks } = search;
  let price = start;
  while (!isOutside(price, span)) {
    const own = blockingPrice(price, ownPrices, zoneTicks);
    if (own === null) return price;
    price = beyondZone(own, direction, zoneTicks);
  }
  return null;
}

function startOf(target: Price, { lowest, highest }: TickSpan): Price {
  const raised = highestOf(target.onTick('nearest'), lowest);
  return highest === null ? raised : lowestOf(raised, highest);
}

/**
 * Returns the price to use instead of the target: on a tick, inside the range, above zero and in no own ad's zone.
 * Takes the nearest in the first direction, else the nearest in the other; null when there is none. Interface 7.4.
 */
export function nearestAllowedPrice(target: Price, search: AllowedPriceSearch): Price | null {
  const span = spanOf(search, target.scale);
  const start = startOf(target, span);
  const other = search.first === 'lower' ? 'higher' : 'lower';
  return walk(start, { direction: search.first, span, search }) ?? walk(start, { direction: other, span, search });
}
