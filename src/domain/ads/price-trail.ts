/** Where an ad may stand by this desk's own doing, and which prices were found there that are not of it. */
import { Decimal } from '../decimal.ts';

/** What is written of an ad's price, and what a listing shows of it. */
export interface AdPrice {
  readonly price: string;
  /** Null or absent: the price is fixed. */
  readonly floatingRatio?: string | null;
}

/** What proves a write: the price, or of a floating ad the ratio, because its price moves by itself. */
export function placeOf({ price, floatingRatio = null }: AdPrice): string {
  return floatingRatio === null ? new Decimal(price).toFixed() : `${new Decimal(floatingRatio).toFixed()} %`;
}

interface Place {
  readonly place: string;
  /** When a write took the ad away from it; null: it may stand there now. */
  readonly leftAtMs: number | null;
}

interface PlaceAt {
  readonly place: string;
  readonly atMs: number;
}

/** Prices that this desk did not write: one need, however many. */
export interface ForeignPrices {
  readonly count: number;
  readonly sinceMs: number;
  /** The last one. */
  readonly found: PlaceAt;
  /** The last that the service had taken from this desk by then. */
  readonly written: PlaceAt;
}

export interface PriceTrail {
  /** What this desk wrote or tried to write, what it overwrote, and what a human was asked about. */
  readonly places: readonly Place[];
  /** The last that the service took from this desk; null: no price is known to be foreign. */
  readonly written: PlaceAt | null;
  /** Null: no one is asked. */
  readonly foreign: ForeignPrices | null;
  /** The last reset that a look knew of; null: none. */
  readonly resetId: string | null;
}

export const noTrail: PriceTrail = { places: [], written: null, foreign: null, resetId: null };

/** A read may show for so long what a write has changed: it lags behind it, and is looked at late. */
const lateReadMs = 120_000;
/** A need ends when no other foreign price was found for so long. */
const restMs = 3_600_000;
/** Writes that fail in a row leave places behind. */
const maxPlaces = 32;

function withPlace(places: readonly Place[], place: string, leftAtMs: number | null): Place[] {
  return [...places.filter((one) => one.place !== place), { place, leftAtMs }].slice(-maxPlaces);
}

/** The answer of a write may be lost and its effect be late, so both of its ends are known before it leaves. */
export function beforeWrite(trail: PriceTrail, { from, to }: { from: AdPrice; to: AdPrice }): PriceTrail {
  const place = placeOf(from);
  // One that comes back after it was left may be a late read, or foreign again: that it was seen makes it no younger.
  const leftAtMs = trail.places.find((one) => one.place === place)?.leftAtMs ?? null;
  return { ...trail, places: withPlace(withPlace(trail.places, place, leftAtMs), placeOf(to), null) };
}

/** The service took the price: the ad has left every other place. */
export function afterWrite(trail: PriceTrail, price: AdPrice, atMs: number): PriceTrail {
  const place = placeOf(price);
  const left = trail.places.map((one) => ({ ...one, leftAtMs: one.leftAtMs ?? atMs }));
  return { ...trail, places: withPlace(left, place, null), written: { place, atMs } };
}

/** Others may have set the price meanwhile, as they should, or what was written is not known: nothing counts as foreign. */
export function withoutPlaces(trail: PriceTrail): PriceTrail {
  return { ...trail, places: [], written: null };
}

interface PriceLook {
  readonly ad: AdPrice;
  readonly atMs: number;
  /** The reset of the workflow that asked for the look: what that one remembers is older than what it wrote. */
  readonly resetId: string | null;
}

/** Returns the trail after a look. A foreign price is counted when it is found, and not again while it stands. */
export function afterLook(before: PriceTrail, { ad, atMs, resetId }: PriceLook): PriceTrail {
  const isOver = before.foreign !== null && atMs - before.foreign.found.atMs >= restMs;
  const trail = isOver ? { ...before, foreign: null } : before;
  const { written, foreign } = trail;
  if (resetId !== trail.resetId) return { ...withoutPlaces(trail), resetId };
  const places = trail.places.filter(({ leftAtMs }) => leftAtMs === null || atMs - leftAtMs < lateReadMs);
  const found = { place: placeOf(ad), atMs };
  if (written === null || places.some(({ place }) => place === found.place)) return { ...trail, places };
  const { count, sinceMs } = foreign ?? { count: 0, sinceMs: atMs };
  return {
    ...trail,
    places: withPlace(places, found.place, null),
    foreign: { count: count + 1, sinceMs, found, written },
  };
}
