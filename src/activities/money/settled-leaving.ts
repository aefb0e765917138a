/** Waiting for what was armed before a word that stops it. */
import { setTimeout as delay } from 'node:timers/promises';
import { leaseMs } from '../../domain/orders/money-outcome.ts';
import type { StepRow } from '../../domain/register/step-row.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const lookAgainMs = 250;

/**
 * Returns the steps of the account that are armed now and get no end, once none of them is younger than the lease: one
 * that has not left by then never leaves. What is armed meanwhile knows the word that waits here.
 */
export async function settledLeaving(
  deps: Pick<ActivityDependencies, 'register' | 'clock'>,
  concerns: (row: StepRow) => boolean,
): Promise<StepRow[]> {
  let rows = (await deps.register.leavingRows()).filter(concerns);
  const newestMs = Math.max(0, ...rows.map(({ armedAtMs }) => armedAtMs ?? 0));
  while (rows.length > 0 && deps.clock.now() < newestMs + leaseMs) {
    await delay(lookAgainMs);
    const known = new Set(rows.map(({ number }) => number));
    rows = (await deps.register.leavingRows()).filter(({ number }) => known.has(number));
  }
  return rows;
}
