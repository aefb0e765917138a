/** What every story asks alike. */
import { setTimeout as delay } from 'node:timers/promises';
import type { OnceStepName } from '../../src/domain/once-steps.ts';
import type { LedgerEntry } from '../../src/simulator/world/ledger.ts';
import { account, until } from '../integration/desk-harness.ts';
import { standOf } from './reset-points.ts';
import type { ResetWorld, Stage } from './story.ts';

/** Returns the first problem of several, in their order. */
export async function firstOf(...questions: readonly (() => Promise<string | null> | string | null)[]) {
  for (const question of questions) {
    const problem = await question();
    if (problem !== null) return problem;
  }
  return null;
}

/** Waits until nothing of a workflow is under way: what it shows then is what it waits for. */
export async function atRest({ client }: Pick<ResetWorld, 'client'>, workflowId: string): Promise<void> {
  let quiet = 0;
  await until(
    `${workflowId} is at rest`,
    async () => {
      quiet = (await standOf(client, workflowId)) === 'busy' ? 0 : quiet + 1;
      return quiet;
    },
    (rounds) => rounds >= 2,
  );
}

/** Returns what the ledger counts that may happen in no world. */
export function doublesIn({ simulator }: Pick<ResetWorld, 'simulator'>): string | null {
  const { doublePlacements, doublePayments, doubleReleases, releasesOnUsedPayment, repeatedAttempts } =
    simulator.ledger();
  const counts = { doublePlacements, doublePayments, doubleReleases, releasesOnUsedPayment, repeatedAttempts };
  const wrong = Object.entries(counts).filter(([, count]) => count > 0);
  return wrong.length === 0 ? null : wrong.map(([name, count]) => `${name} ${count}`).join(', ');
}

interface Effect {
  readonly kind: LedgerEntry['kind'];
  readonly step: OnceStepName;
  readonly subject: string;
  /** How often it has happened at each stage. */
  readonly times: Readonly<Record<Stage, number>>;
}

/** Returns what the service has done of a step beside what was wanted, or what the register says otherwise of it. */
export async function effectProblem(
  { simulator, register }: ResetWorld,
  { kind, step, subject, times }: Effect,
  stage: Stage,
): Promise<string | null> {
  const found = simulator.ledger().entries.filter((entry) => entry.kind === kind && entry.orderNumber === subject);
  if (found.length !== times[stage]) return `${kind}: ${found.length} times instead of ${times[stage]}`;
  const rows = await register.stepRows({ account, step, subject });
  // A late read shows every attempt as done: the order counts once all the same.
  const isDone = rows.some(({ state }) => state === 'done');
  if (isDone !== times[stage] > 0) return `the register has ${isDone ? 'a' : 'no'} ${step} that is done`;
  const open = rows.filter(({ state }) => state === 'leaving').length;
  return stage === 'gone-on' && open > 0 ? `the register has a ${step} without an end` : null;
}

/**
 * Reads until it holds; returns the last value that was read, or null where none was. What comes true late on a busy
 * machine is no fault: only what never does is waited for so long.
 */
export async function soon<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T | null> {
  let last: T | null = null;
  for (const endMs = Date.now() + soonMs; Date.now() < endMs; await delay(200)) {
    last = await read().catch(() => last);
    if (last !== null && holds(last)) return last;
  }
  return last;
}

const soonMs = 120_000;
