/** How an ad handles a refused call, as the table of failures has it (interface 7.4). */
import { ActivityFailure } from '@temporalio/workflow';
import { businessRest } from '../../domain/ads/state/ad-state.ts';
import type { AdTrouble } from '../../domain/ads/state/ad-trouble.ts';
import type { FailureCategory } from '../../domain/failures/error-category.ts';
import { handlingOf } from '../../domain/failures/handling-table.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { AdMemory } from '../contract/ad-contract.ts';
import { anyFailureFacts, failureFacts, failureType, type FailureFacts } from '../kit/failure-facts.ts';
import { followRefusal } from '../kit/follow-refusal.ts';
import type { Run } from '../kit/run.ts';
import type { TroubleWatch } from '../kit/trouble.ts';
import { changeWithin } from '../kit/wait.ts';
import type { StandingMoves } from './ad-standing.ts';

export interface RefusedWrite {
  /** The basis for estimating a price range when the refusal names none. */
  readonly referencePrice: string | null;
  /** As it was when the write began. */
  readonly revision: number;
}

interface RefusedChange {
  readonly refusedUntilMs: number;
  /** Refused changes in a row. */
  readonly refusals: number;
}

/** What follows the refused calls of one ad. They move it, and change its last problem, what it has learned, and the trouble of refusals. */
export interface AdRefusals {
  /**
   * Changes the ad's state after a refusal: a block with its end, a cooldown, offline, or a learned price range. If the
   * message has no range, it is estimated from `referencePrice`.
   */
  note(facts: FailureFacts, referencePrice?: string | null): void;
  /** Handles a failed write of an ad: a stale decision is looked at again, a refusal is handled by its category. */
  noteWrite(error: unknown, write: RefusedWrite): Promise<void>;
  /**
   * Returns when a change of what the ad offers may be tried again, and notes the refusal: its block is that of any refusal
   * (interface 7.4), and each refusal in a row waits longer. A decision that was stale is none.
   */
  noteChange(error: unknown, refusals: number): RefusedChange;
  /** Asks a human at once, when the trouble lasts, or never, as the table of failures requires. */
  noteTrouble(category: FailureCategory, message: string): void;
  /**
   * A refusal that a fresh look should resolve (187031, 187040, 187049, a price range) but that keeps coming back waits
   * longer instead of hammering: the service answers the same when an account updates too often. Null for the first few.
   */
  repeatWaitMs(): number | null;
  /** Clears the shown problem: nothing fails any more. */
  clear(): void;
}

interface Refused {
  readonly run: Run<AdMemory>;
  /** Those of the input or of the worker, once they are known. */
  readonly settings: DeskSettings;
  readonly troubles: TroubleWatch<AdTrouble>;
  readonly standing: StandingMoves;
}

/** Creates what follows the refused calls of an ad. */
export function createAdRefusals(ad: Refused): AdRefusals {
  const { run, troubles } = ad;
  return {
    note: (facts, referencePrice = null) => noteRefusal(ad, facts, referencePrice),
    noteWrite: (error, write) => noteRefusedWrite(ad, error, write),
    noteChange: (error, refusals) => noteRefusedChange(ad, error, refusals),
    noteTrouble: (category, message) => noteTrouble(troubles, category, message),
    repeatWaitMs: () => repeatWaitMs(ad),
    clear: () => {
      run.remember({ lastProblem: null });
      troubles.clear('refusal');
    },
  };
}

function noteRefusal(ad: Refused, facts: FailureFacts, referencePrice: string | null): void {
  const { run, standing } = ad;
  const atMs = Date.now();
  const { refusalsInARow, ad: listed } = run.memory;
  run.remember({
    lastProblem: { category: facts.category, code: facts.code, message: facts.message, atMs },
    refusalsInARow: refusalsInARow + 1,
  });
  const price = listed?.price ?? referencePrice;
  const { next, waitMs } = followRefusal(ad, { ...facts, use: 'price', basis: { price, referencePrice } });
  switch (next) {
    case 'offline':
      return standing.move({ type: 'offline', cause: 'business', business: businessRest(facts.code), atMs });
    case 'cool':
      return coolDown(ad, facts, waitMs);
    case 'learn-range':
      return blockUnlessFresh(ad, facts);
    case 'look-again':
      return blockFor(ad, facts, repeatWaitMs(ad) ?? waitMs);
    case 'block':
    case 'retry':
    case 'ban-end':
      return blockFor(ad, facts, waitMs);
  }
}

/** Without a cooldown the next watch is the retry: it decides again on freshly read own ads. */
function coolDown({ troubles, standing }: Refused, { category, message }: FailureFacts, waitMs: number): void {
  if (waitMs === 0) return;
  const atMs = Date.now();
  noteTrouble(troubles, category, message);
  standing.move({ type: 'cool', untilMs: atMs + waitMs, atMs });
}

/** The next watch clamps into the range; what is refused all the same waits. */
function blockUnlessFresh(ad: Refused, facts: FailureFacts): void {
  const waitMs = repeatWaitMs(ad);
  if (waitMs !== null) blockFor(ad, facts, waitMs);
}

function noteTrouble(troubles: TroubleWatch<AdTrouble>, category: FailureCategory, message: string): void {
  const { asksHuman } = handlingOf(category, 'price');
  troubles.noteAs(asksHuman, 'refusal', { code: 'refused', category, message });
}

function blockFor({ settings, troubles, standing }: Refused, facts: FailureFacts, durationMs: number): void {
  const atMs = Date.now();
  const { category, message } = facts;
  // A refusal that a fresh look resolves at once is no trouble until it keeps coming back.
  if (durationMs > settings.marketIntervalMs) noteTrouble(troubles, category, message);
  standing.move({ type: 'block', category, message, untilMs: atMs + durationMs, atMs });
}

function repeatWaitMs({ run, settings }: Refused): number | null {
  const { refusalsInARow } = run.memory;
  if (refusalsInARow <= 3) return null;
  return refusalsInARow <= 6 ? settings.backoffCapMs : settings.businessBlockMs;
}

async function noteRefusedWrite(
  ad: Refused,
  error: unknown,
  { referencePrice, revision }: RefusedWrite,
): Promise<void> {
  if (isStale(error)) {
    // The book moved between the decision and the call, or its turn came too late, and nothing was sent. The next watch
    // decides on a fresh book; repeated staleness slows the tries down.
    const { run, settings } = ad;
    run.remember({ refusalsInARow: run.memory.refusalsInARow + 1 });
    const ms = repeatWaitMs(ad) ?? settings.marketIntervalMs;
    await changeWithin(run, { revision, ms, summary: 'The decision was stale: looking again' });
    return;
  }
  if (!(error instanceof ActivityFailure)) throw error;
  noteRefusal(ad, anyFailureFacts(error), referencePrice);
}

const longestWaitMs = 21_600_000;

function noteRefusedChange(ad: Refused, error: unknown, refusals: number): RefusedChange {
  const { settings } = ad;
  const nowMs = Date.now();
  if (isStale(error)) return { refusals, refusedUntilMs: nowMs + settings.backoffCapMs };
  if (!(error instanceof ActivityFailure)) throw error;
  const facts = anyFailureFacts(error);
  const isFinal = handlingOf(facts.category, 'price').next === 'block';
  const firstMs = isFinal ? settings.businessBlockMs : settings.backoffCapMs;
  noteRefusal(ad, facts, null);
  return {
    refusals: refusals + 1,
    refusedUntilMs: nowMs + Math.min(longestWaitMs, firstMs * 2 ** Math.min(refusals + 1, 20)),
  };
}

/** Whether nothing was sent because the decision behind it had become old. */
const isStale = (error: unknown): boolean =>
  failureType(error) === 'STALE_DECISION' || failureFacts(error)?.code === 'FENCED';
