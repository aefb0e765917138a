import type { AdFacts } from '../../domain/ads/ad-facts.ts';

/** When a listing began, in the order of this process's writes and by its clock. */
export interface ListingStart {
  readonly turn: number;
  readonly atMs: number;
}

/** For this long after a contradiction, anything that a lagging listing could also show is not believed. */
const distrustMs = 600_000;

/** A write with an effect visible in a listing, and when it ended. */
interface ShownWrite {
  readonly adNumber: string;
  readonly price: string;
  readonly atMs: number;
}

interface UnseenWrite {
  readonly wanted: string;
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
  /** When each ad last left each price. */
  readonly #left = new Map<string, Map<string, number>>();
  /** When a listing last contradicted the answer to a write that had ended before it. */
  #contradictedAtMs: number | null = null;
  #turn = 0;

  constructor(settleMs: number, clock: { now(): number }) {
    this.#settleMs = settleMs;
    this.#clock = clock;
  }

  /** Records the end of a write. `before`: the believed price when it began. */
  note(adNumber: string, { wanted, before }: { wanted: string; before: string }): void {
    const earlier = this.#writes.get(adNumber)?.prices ?? [];
    const ended = this.begin();
    this.#writes.set(adNumber, { wanted, prices: new Set([...earlier, before, wanted]), ended });
    const left = [...(this.#left.get(adNumber) ?? [])].filter(([, atMs]) => ended.atMs - atMs < this.#settleMs);
    const places = [...earlier, before].filter((price) => price !== wanted);
    this.#left.set(adNumber, new Map([...left, ...places.map((price) => [price, ended.atMs] as const)]));
  }

  /**
   * A lagging listing may show an ad at a price that it has just left and now returns to. That matters only once
   * listings and answers have contradicted each other: a market that goes back and forth is more common than both.
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
   * Applies a listing to the writes that had ended when it began. Returns those that it confirms: a later listing may
   * lag behind this one.
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

  /** Returns where an ad may be; empty when its place is known. */
  pricesOf(adNumber: string): readonly string[] {
    return [...(this.#writes.get(adNumber)?.prices ?? [])];
  }

  /** Whether a write of one of these ads has ended since then. */
  hasSince({ turn }: ListingStart, adNumbers: ReadonlySet<string>): boolean {
    return [...this.#writes].some(([adNumber, { ended }]) => ended.turn > turn && adNumbers.has(adNumber));
  }
}
