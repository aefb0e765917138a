import type { AdFacts } from '../../domain/ads/ad-facts.ts';

/** When a listing began, in the order of this process's writes and by its clock. */
export interface ListingStart {
  readonly turn: number;
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
  #turn = 0;

  constructor(settleMs: number, clock: { now(): number }) {
    this.#settleMs = settleMs;
    this.#clock = clock;
  }

  /** Notes that a write has ended. `before`: the price that was believed when it began. */
  note(adNumber: string, { wanted, before }: { wanted: string; before: string }): void {
    const earlier = this.#writes.get(adNumber)?.prices ?? [];
    this.#writes.set(adNumber, { wanted, prices: new Set([...earlier, before, wanted]), ended: this.begin() });
  }

  /** Returns the start of a listing that begins now. */
  begin(): ListingStart {
    this.#turn += 1;
    return { turn: this.#turn, atMs: this.#clock.now() };
  }

  /** Takes what a listing says of the writes that had ended when it began. */
  noteListing(start: ListingStart, ads: readonly AdFacts[]): void {
    const shown = new Map(ads.map(({ adNumber, price }) => [adNumber, price]));
    for (const [adNumber, write] of this.#writes) {
      if (start.turn < write.ended.turn) continue;
      const price = shown.get(adNumber);
      const isSettled = start.atMs - write.ended.atMs >= this.#settleMs;
      if (price === write.wanted || isSettled) this.#writes.delete(adNumber);
      else if (price !== undefined) this.#writes.set(adNumber, { ...write, prices: new Set([...write.prices, price]) });
    }
  }

  /** Returns where an ad may stand; empty when that is known. */
  pricesOf(adNumber: string): readonly string[] {
    return [...(this.#writes.get(adNumber)?.prices ?? [])];
  }

  /** Whether a write has ended since then. */
  hasSince({ turn }: ListingStart): boolean {
    return [...this.#writes.values()].some(({ ended }) => ended.turn > turn);
  }
}
