/**
 * The protocol of every money step (place, mark paid, release): read first; one fenced attempt; believe a clear answer;
 * otherwise read until the outcome shows, within a bound; never send again before that. It is the only place that
 * decides whether a money call may be sent.
 */
import { ActivityFailure, CancellationScope, isCancellation, sleep } from '@temporalio/workflow';
import {
  conclude,
  reconcilePauseMs,
  settledAtMs,
  type MoneyAnswer,
  type MoneyRead,
} from '../../domain/orders/money-outcome.ts';
import { isMoneyRefusal } from './failure-facts.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { MoneyAttempt } from '../../activities/activity-contract.ts';

interface MoneyStep {
  /** In words, for the timers' summaries: "release of order 123". */
  title: string;
  /** One look at the truth. Throws when the service cannot be read. */
  read: () => Promise<'done' | 'not-done'>;
  /** The one call. Throws when its worker is lost or it times out. */
  attempt: () => Promise<MoneyAttempt>;
  settings: DeskSettings;
}

export type MoneyStepEnd =
  | { kind: 'done'; orderNumber: string | null }
  | { kind: 'intent' }
  | Extract<MoneyAttempt, { kind: 'rejected' }>
  /** Provably not executed: the step may run again. */
  | { kind: 'not-done'; reason: string }
  /** The outcome cannot be determined: a human rules. */
  | { kind: 'undecided'; reason: string };

/**
 * Runs one money step to a certain end, or reports that the end is uncertain. Throws only on cancellation of the
 * workflow.
 */
export async function runMoneyStep(step: MoneyStep): Promise<MoneyStepEnd> {
  const scheduledAtMs = Date.now();
  const attempt = await attemptOnce(step);
  switch (attempt.kind) {
    case 'executed':
      return { kind: 'done', orderNumber: attempt.orderNumber };
    case 'intent':
      return { kind: 'intent' };
    case 'rejected':
      return attempt;
    case 'unknown':
      return reconcile(step, scheduledAtMs, attempt.reason);
  }
}

/**
 * A lost worker, a timeout or any failure of the activity itself leaves the outcome unknown: never "failed". So does a
 * result that no activity of ours returns: an operator can complete a pending activity by hand, with anything.
 */
async function attemptOnce(step: MoneyStep): Promise<MoneyAttempt> {
  try {
    const attempt: unknown = await step.attempt();
    return isAttempt(attempt) ? attempt : { kind: 'unknown', reason: 'the attempt was completed with something else' };
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    return { kind: 'unknown', reason: error.cause?.message ?? error.message };
  }
}

function isAttempt(answer: unknown): answer is MoneyAttempt {
  if (typeof answer !== 'object' || answer === null || !('kind' in answer)) return false;
  const { kind } = answer;
  if (kind === 'executed') return 'orderNumber' in answer;
  if (kind === 'rejected') return 'category' in answer && isMoneyRefusal(answer.category);
  return kind === 'intent' || (kind === 'unknown' && 'reason' in answer);
}

/**
 * Reads until the outcome shows. "Not done" is believed only from two agreeing reads after the moment at which the
 * attempt can no longer take effect.
 */
async function reconcile(step: MoneyStep, scheduledAtMs: number, reason: string): Promise<MoneyStepEnd> {
  const { moneyStepBoundMs: boundMs, moneyRecvWindowMs: recvWindowMs, moneySettleMs: settleMs } = step.settings;
  const returnedAtMs = Date.now();
  const untilMs = settledAtMs({ scheduledAtMs, returnedAtMs, boundMs, recvWindowMs, settleMs });
  const stopwatch = startStopwatch(step, Math.max(1, untilMs - returnedAtMs));
  try {
    return await readUntilTold(step, stopwatch, reason);
  } finally {
    stopwatch.stop();
  }
}

async function readUntilTold(step: MoneyStep, stopwatch: Stopwatch, reason: string): Promise<MoneyStepEnd> {
  const looks: MoneyRead[] = [];
  for (let round = 1; ; round += 1) {
    const phase = stopwatch.phase === 'open' ? 'open' : 'settled';
    looks.push({ answer: await readOnce(step), phase });
    const verdict = conclude(looks);
    if (verdict === 'done') return { kind: 'done', orderNumber: null };
    if (verdict === 'not-done') return { kind: 'not-done', reason };
    if (stopwatch.phase === 'over') return { kind: 'undecided', reason };
    await sleep(reconcilePauseMs(round), { summary: `Outcome of the ${step.title} unknown: reading again` });
  }
}

interface Stopwatch {
  phase: 'open' | 'settled' | 'over';
  stop: () => void;
}

/**
 * Timers measure the progress, never a reading of the clock: after a lost worker the first run of a workflow task and
 * its replay may read different times (measured), and a decision on them would not replay.
 */
function startStopwatch(step: MoneyStep, untilSettledMs: number): Stopwatch {
  const scope = new CancellationScope();
  const stopwatch: Stopwatch = { phase: 'open', stop: () => scope.cancel() };
  const running = scope.run(async () => {
    await sleep(untilSettledMs, { summary: `From here on the ${step.title} can no longer take effect` });
    stopwatch.phase = 'settled';
    await sleep(step.settings.reconcileWindowMs, { summary: `From here on a human is asked about the ${step.title}` });
    stopwatch.phase = 'over';
  });
  running.catch(stopped);
  return stopwatch;
}

/** A stopped stopwatch ends with a cancellation, and so does that of a cancelled workflow. */
function stopped(): void {
  return undefined;
}

async function readOnce(step: MoneyStep): Promise<MoneyAnswer> {
  try {
    return await step.read();
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    return 'unreadable';
  }
}
