import { CancellationScope, condition, isCancellation } from '@temporalio/workflow';
import { isNewRunDue } from './new-run.ts';
import type { KeptMemory } from '../contract/kept-memory.ts';
import type { Run } from './run.ts';

/**
 * By then every worker behind an address knows of a ban that one of them met: they ask the egress every five seconds.
 */
export const banSpreadMs = 10_000;

/** A wait for a change since a revision. */
interface ChangeWait {
  /** As it was at the start of the round. */
  revision: number;
  /** Maximum wait; null: until something changes. */
  ms: number | null;
  /** Label of the timer in the Web UI. */
  summary: string;
}

/**
 * Waits for a change by a message since the round began. Returns true for a change, false for a timeout; true also when
 * the history has become long. The look of this round is then over, so commands that wait for one may answer.
 */
export async function changeWithin(run: Run<KeptMemory>, { revision, ms, summary }: ChangeWait): Promise<boolean> {
  run.present();
  run.settle(revision);
  // Messages without effect make a history long, too: the caller's loop then begins a new run.
  const isChanged = (): boolean => run.revision !== revision || isNewRunDue();
  if (ms !== null) return condition(isChanged, Math.max(1, ms), { summary });
  await condition(isChanged);
  return true;
}

interface ChangeableWork<T> {
  revision: number;
  work: () => Promise<T>;
  /** A change abandons work that only reads, and waits for the end of work that may have left already. */
  onChange: 'abandon' | 'await-end';
}

/** Returns the result of the work, or null when a change came first and took it back. Rejects as `workUnless` does. */
export function workOrChange<T>(run: Run<KeptMemory>, options: ChangeableWork<T>): Promise<T | null> {
  const { revision, ...rest } = options;
  return workUnless({ ...rest, isOvertaken: () => run.revision !== revision });
}

type OvertakenWork<T> = Omit<ChangeableWork<T>, 'revision'> & { isOvertaken: () => boolean };

/**
 * Returns the result of the work, or null when it was overtaken first: its scope is then cancelled. Rejects with the
 * failure of the work.
 */
export async function workUnless<T>({ isOvertaken, work, onChange }: OvertakenWork<T>): Promise<T | null> {
  const [scope, waiting] = [new CancellationScope(), new CancellationScope()];
  const changed = Symbol('changed');
  const working = scope.run(work);
  // A condition that stays is asked at each task of the run.
  const overtaken = waiting.run(() => condition(isOvertaken)).then(() => changed);
  try {
    const first = await Promise.race([working, overtaken]);
    if (first !== changed) return first as T;
    scope.cancel();
    return onChange === 'await-end' ? await working : null;
  } catch (error) {
    if (isCancellation(error) && isOvertaken()) return null;
    throw error;
  } finally {
    waiting.cancel();
    working.catch(ignoreLateEnd);
    overtaken.catch(ignoreLateEnd);
  }
}

/** Abandoned work ends with a cancellation, or with a failure that no longer matters. */
function ignoreLateEnd(): void {
  return undefined;
}
