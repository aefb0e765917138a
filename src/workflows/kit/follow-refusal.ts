/** What follows a refused call: the cell of the table of failures, and what the refusal teaches the workflow. */
import type { FailureCategory } from '../../domain/failures/error-category.ts';
import { followingOf, type FailureUse, type Following } from '../../domain/failures/handling-table.ts';
import { answerOverlap, type OverlapWindow } from '../../domain/pricing/overlap-window.ts';
import { estimateRange, parsePriceRange } from '../../domain/pricing/price-range.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { KeptMemory } from '../contract/kept-memory.ts';
import type { LearnedRange } from '../contract/ad-contract.ts';
import type { Run } from './run.ts';

/** What a workflow that sends prices remembers of refusals. */
interface Taught extends KeptMemory {
  overlap: OverlapWindow;
  learnedRange: LearnedRange | null;
}

interface Learning {
  readonly run: Run<Taught>;
  readonly settings: DeskSettings;
}

interface RefusedCall {
  readonly use: FailureUse;
  /** null: no price was sent. */
  readonly basis: PriceBasis | null;
  readonly category: FailureCategory;
  readonly message: string;
  readonly retryAfterMs: number | null;
  /** When it failed, by the clock of the worker; absent or null: now. */
  readonly atMs?: number | null;
}

/** The prices beside which a range of a message is read; a null: that one is not known. */
export interface PriceBasis {
  readonly price: string | null;
  readonly referencePrice: string | null;
}

/** Learns what the refusal says, and returns what the workflow does next, and when. */
export function followRefusal(learning: Learning, refused: RefusedCall): Following {
  const { use, basis, category, message, retryAfterMs, atMs } = refused;
  const { settings } = learning;
  const following = followingOf(category, use, { retryAfterMs, settings });
  if (following.next === 'cool') {
    return { ...following, waitMs: coolMs(learning, atMs ?? Date.now()) ?? following.waitMs };
  }
  if (following.next !== 'learn-range' || learnRange(learning, message, basis)) return following;
  return { ...following, next: 'retry', waitMs: settings.backoffCapMs };
}

/**
 * 187055: at most 5 retries in 60 s, then a cooldown of 30 s (interface 8); null before it. Counted by the time in the
 * failure: the result must not depend on the workflow's own clock, which may differ at a replay.
 */
function coolMs({ run, settings }: Learning, atMs: number): number | null {
  const { window, coolMs: ms } = answerOverlap(run.memory.overlap, atMs, settings);
  run.remember({ overlap: window });
  return ms;
}

/**
 * PRICE_RANGE_LIMIT: the range in the message, else 0.905 to 1.095 of the reference price; believed for the range's time
 * to live. Reports whether there is one.
 */
export function learnRange({ run, settings }: Learning, message: string, basis: PriceBasis | null): boolean {
  const { price = null, referencePrice = null } = basis ?? {};
  const parsed = price === null ? parsePriceRange(message) : parsePriceRange(message, price);
  const range = parsed ?? (referencePrice === null ? null : estimateRange(referencePrice, settings));
  if (range === null) return false;
  run.remember({ learnedRange: { range, untilMs: Date.now() + settings.priceRangeTtlMs } });
  return true;
}
