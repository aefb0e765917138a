import type { AdFacts } from '../domain/ads/ad-facts.ts';
import { placeOf, type AdPrice } from '../domain/ads/price-trail.ts';

/** When a listing began, in the order of this process's writes and by its clock. */
export interface ListingStart {
  readonly turn: number;
  readonly atMs: number;
}

/** For this long after a contradiction, anything that a lagging listing could also show is not believed. */
const distrustMs = 600_000;

/** A write with an effect visible in a listing, and when it ended. */
interface ShownWrite extends AdPrice {
  readonly adNumber: string;
  readonly atMs: number;
}

interface UnseenWrite {
  readonly wanted: AdPrice;
  /** Where the ad may be: the wanted price, the previous one, those that listings have shown since. */
  readonly prices: ReadonlySet<string>;
  readonly ended: ListingStart;
}

/**
 * Price writes that no listing has confirmed yet. The service may accept a price without effect, break off the answer
 * to a write that took effect, and show either late. Until a listing that began after the write shows its price, or
 * `settleMs` are over, the ad may be at any of these prices.
 */
export class UnseenWrites {
  readonly #settleMs: number;
  readonly #clock: { now(): number };
  readonly #writes = new Map<string, UnseenWrite>();
  /** When each ad last left each price, or each ratio. */
  readonly #left = new Map<string, Map<string, number>>();
  /** When a listing last contradicted the answer to a write that had ended before it. */
  #contradictedAtMs: number | null = null;
  #turn = 0;

  constructor(settleMs: number, clock: { now(): number }) {
    this.#settleMs = settleMs;
    this.#clock = clock;
  }

  /** Records the end of a write. `before`: the believed price when it began; null: not known. */
  note(adNumber: string, { wanted, before }: { wanted: AdPrice; before: AdPrice | null }): void {
    const last = this.#writes.get(adNumber);
    const earlier = last?.prices ?? [];
    const ended = this.begin();
    const { price } = before ?? wanted;
    this.#writes.set(adNumber, { wanted, prices: new Set([...earlier, price, wanted.price]), ended });
    const left = [...(this.#left.get(adNumber) ?? [])].filter(([, atMs]) => ended.atMs - atMs < this.#settleMs);
    const places = placesLeft(last, before ?? wanted).filter((place) => place !== placeOf(wanted));
    this.#left.set(adNumber, new Map([...left, ...places.map((place) => [place, ended.atMs] as const)]));
  }

  /**
   * A lagging listing may show an ad at a price that it has just left and now returns to. That matters only once
   * listings and answers have contradicted each other: a market that goes back and forth is more common than both.
   */
  #isOldNews(adNumber: string, { wanted }: UnseenWrite, start: ListingStart): boolean {
    if (this.#contradictedAtMs === null || start.atMs - this.#contradictedAtMs > distrustMs) return false;
    const leftAtMs = this.#left.get(adNumber)?.get(placeOf(wanted));
    return leftAtMs !== undefined && start.atMs - leftAtMs < this.#settleMs;
  }

  /** Returns the start of a listing that begins now. */
  begin(): ListingStart {
    this.#turn += 1;
    return { turn: this.#turn, atMs: this.#clock.now() };
  }

  /**
   * Applies a listing to the writes that had ended when it began. Returns those that it confirms: a later listing may
   * lag behind this one.
   */
  noteListing(start: ListingStart, ads: readonly AdFacts[]): readonly ShownWrite[] {
    const shown = new Map(ads.map((ad) => [ad.adNumber, ad]));
    const writes: ShownWrite[] = [];
    for (const [adNumber, write] of this.#writes) {
      if (start.turn < write.ended.turn) continue;
      const ad = shown.get(adNumber);
      const isSettled = start.atMs - write.ended.atMs >= this.#settleMs;
      const isThere = isAt(ad, write.wanted);
      const isShown = isThere && !this.#isOldNews(adNumber, write, start);
      if (ad !== undefined && !isThere) this.#contradictedAtMs = start.atMs;
      if (isShown) writes.push({ adNumber, ...write.wanted, price: ad.price, atMs: write.ended.atMs });
      if (isShown || isSettled) this.#writes.delete(adNumber);
      else if (ad !== undefined) this.#writes.set(adNumber, { ...write, prices: new Set([...write.prices, ad.price]) });
    }
    return writes;
  }

  /** Returns where an ad may be; empty when its place is known. */
  pricesOf(adNumber: string): readonly string[] {
    return [...(this.#writes.get(adNumber)?.prices ?? [])];
  }

  /** Whether a write of one of these ads has ended since then. */
  hasSince({ turn }: ListingStart, adNumbers: ReadonlySet<string>): boolean {
    return [...this.#writes].some(([adNumber, { ended }]) => ended.turn > turn && adNumbers.has(adNumber));
  }
}

function isAt(ad: AdFacts | undefined, wanted: AdPrice): ad is AdFacts {
  return ad !== undefined && placeOf(ad) === placeOf(wanted);
}

/** Where the ad was until now: at each place that it may have been at, or at its ratio. */
function placesLeft(last: UnseenWrite | undefined, before: AdPrice): readonly string[] {
  if ((before.floatingRatio ?? null) === null) return [...(last?.prices ?? []), before.price];
  return [...(last === undefined ? [] : [placeOf(last.wanted)]), placeOf(before)];
}
