import type { AdFacts } from '../../domain/ads/ad-facts.ts';

/** When a listing began, in the order of this process's writes and by its clock. */
export interface ListingStart {
  readonly turn: number;
  readonly atMs: number;
}

/** For so long after a contradiction nothing is believed that a listing which lags could show as well. */
const distrustMs = 600_000;

/** A write whose effect a listing shows, with when it ended. */
interface ShownWrite {
  readonly adNumber: string;
  readonly price: string;
  readonly atMs: number;
}

interface UnseenWrite {
  readonly wanted: string;
  /** Where the ad may stand: what was wanted, what it had before, what listings have shown since. */
  readonly prices: ReadonlySet<string>;
  readonly ended: ListingStart;
}

/**
 * Writes of prices whose effect no listing has shown yet. A service may answer that it took a price and not have done
 * so, break off an answer to one that it took, and show either late: until a listing that began after the write shows
 * its price, or `settleMs` are over, the ad may stand at any of these prices.
 */
export class UnseenWrites {
  readonly #settleMs: number;
  readonly #clock: { now(): number };
  readonly #writes = new Map<string, UnseenWrite>();
  /** When each ad last left each price. */
  readonly #left = new Map<string, Map<string, number>>();
  /** When a listing last contradicted the answer to a write that had ended before it. */
  #contradictedAtMs: number | null = null;
  #turn = 0;

  constructor(settleMs: number, clock: { now(): number }) {
    this.#settleMs = settleMs;
    this.#clock = clock;
  }

  /** Notes that a write has ended. `before`: the price that was believed when it began. */
  note(adNumber: string, { wanted, before }: { wanted: string; before: string }): void {
    const earlier = this.#writes.get(adNumber)?.prices ?? [];
    const ended = this.begin();
    this.#writes.set(adNumber, { wanted, prices: new Set([...earlier, before, wanted]), ended });
    const left = [...(this.#left.get(adNumber) ?? [])].filter(([, atMs]) => ended.atMs - atMs < this.#settleMs);
    const places = [...earlier, before].filter((price) => price !== wanted);
    this.#left.set(adNumber, new Map([...left, ...places.map((price) => [price, ended.atMs] as const)]));
  }

  /**
   * An ad that comes back to a price which it has just left may be shown there by a listing that lags. That counts
   * once listings and answers have contradicted each other: a market that goes to and fro is more usual than both.
   */
  #isOldNews(adNumber: string, { wanted }: UnseenWrite, start: ListingStart): boolean {
    if (this.#contradictedAtMs === null || start.atMs - this.#contradictedAtMs > distrustMs) return false;
    const leftAtMs = this.#left.get(adNumber)?.get(wanted);
    return leftAtMs !== undefined && start.atMs - leftAtMs < this.#settleMs;
  }

  /** Returns the start of a listing that begins now. */
  begin(): ListingStart {
    this.#turn += 1;
    return { turn: this.#turn, atMs: this.#clock.now() };
  }

  /**
   * Takes what a listing says of the writes that had ended when it began. Returns those that it shows: a later listing
   * may lag behind this one.
   */
  noteListing(start: ListingStart, ads: readonly AdFacts[]): readonly ShownWrite[] {
    const shown = new Map(ads.map(({ adNumber, price }) => [adNumber, price]));
    const writes: ShownWrite[] = [];
    for (const [adNumber, write] of this.#writes) {
      if (start.turn < write.ended.turn) continue;
      const price = shown.get(adNumber);
      const isSettled = start.atMs - write.ended.atMs >= this.#settleMs;
      const isShown = price === write.wanted && !this.#isOldNews(adNumber, write, start);
      if (price !== undefined && price !== write.wanted) this.#contradictedAtMs = start.atMs;
      if (isShown) writes.push({ adNumber, price, atMs: write.ended.atMs });
      if (isShown || isSettled) this.#writes.delete(adNumber);
      else if (price !== undefined) this.#writes.set(adNumber, { ...write, prices: new Set([...write.prices, price]) });
    }
    return writes;
  }

  /** Returns where an ad may stand; empty when that is known. */
  pricesOf(adNumber: string): readonly string[] {
    return [...(this.#writes.get(adNumber)?.prices ?? [])];
  }

  /** Whether a write of one of these ads has ended since then. */
  hasSince({ turn }: ListingStart, adNumbers: ReadonlySet<string>): boolean {
    return [...this.#writes].some(([adNumber, { ended }]) => ended.turn > turn && adNumbers.has(adNumber));
  }
}
