import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import { foreseenOf } from '../../domain/diff/foreseen.ts';
import { beginDiff, noteDiff, restDiff, type DiffStart, type PriceDiff } from '../../domain/diff/price-diff.ts';
import type { PricingDecision } from '../../domain/pricing/pricing-decision.ts';

/** One look: where the ad stands, and where it is wanted. */
interface DecidedLook {
  ad: AdFacts;
  decision: PricingDecision;
  atMs: number;
}

/**
 * Holds what the watches of an account's ads have seen of intended and actual prices since the ads' workflows last
 * heard of it: looks cost no history, and a watch that a command cancels brings no verdict, but the next one does.
 */
export class DiffRecords {
  readonly #maxGapMs: () => number;
  readonly #records = new Map<string, PriceDiff>();

  constructor(maxGapMs: () => number) {
    this.#maxGapMs = maxGapMs;
  }

  /** Begins with what the workflow knows; goes on with what a lost attempt or a cancelled watch has seen since. */
  begin(adNumber: string, start: DiffStart | undefined, beat: PriceDiff | undefined): void {
    if (start === undefined) {
      this.#records.delete(adNumber);
      return;
    }
    const seen = [beat, this.#records.get(adNumber)].find((one) => one?.stampMs === start.stampMs);
    this.#records.set(adNumber, seen ?? beginDiff(start));
  }

  /** What was seen since; absent where nothing is compared. */
  of(adNumber: string): { diff?: PriceDiff } {
    const diff = this.#records.get(adNumber);
    return diff === undefined ? {} : { diff };
  }

  looked({ ad, decision, atMs }: DecidedLook): void {
    const { adNumber, side, priceScale, price: actual } = ad;
    const { price: intended, reason: why, rivals } = decision;
    const prices = { intended, actual, best: rivals[0]?.price ?? null };
    const look = { atMs, side, priceScale, ...prices, why, foreseen: foreseenOf(decision) };
    this.#change(adNumber, (diff) => noteDiff(diff, look, { maxGapMs: this.#maxGapMs() }));
  }

  /** Nothing is intended: the ad is not online, its price is set by hand, or no one may set it. */
  rested(adNumber: string, atMs: number): void {
    this.#change(adNumber, (diff) => restDiff(diff, atMs, { maxGapMs: this.#maxGapMs() }));
  }

  #change(adNumber: string, change: (diff: PriceDiff) => PriceDiff): void {
    const diff = this.#records.get(adNumber);
    if (diff !== undefined) this.#records.set(adNumber, change(diff));
  }
}
