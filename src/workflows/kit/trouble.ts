import { CancellationScope, sleep } from '@temporalio/workflow';
import type { KeptMemory, Run } from './run.ts';

/** Something that fails again and again: what, since when, and whether it has lasted so long that a human is asked. */
export interface Trouble {
  text: string;
  sinceMs: number;
  urgent: boolean;
}

export interface TroubleMemory extends KeptMemory {
  trouble: Trouble | null;
}

/** A trouble becomes a human's after this time, so that it is on every page within a minute. */
export const urgentAfterMs = 45_000;

/** Follows one trouble of a run: a timer, not a reading of the clock, makes it urgent, so that it replays. */
export interface TroubleWatch {
  /** Notes that it failed (again); the first note of a row starts the time. */
  note(text: string): void;
  /** Asks a human at once. */
  noteUrgent(text: string): void;
  /** It works again. */
  clear(): void;
}

/** Makes the watch over a run's trouble; goes on with one that continue-as-new carried. */
export function watchTrouble(run: Run<TroubleMemory>): TroubleWatch {
  let timer: CancellationScope | null = null;
  const stop = (): void => {
    timer?.cancel();
    timer = null;
  };
  const start = (ms: number): void => {
    const scope = new CancellationScope();
    timer = scope;
    scope
      .run(() => sleep(Math.max(1, ms), { summary: 'From here on a human is asked' }))
      .then(() => escalate(run), ignoreEnd);
  };
  const set = (text: string, urgent: boolean): void => {
    const known = run.memory.trouble;
    const sinceMs = known?.sinceMs ?? Date.now();
    run.remember({ trouble: { text, sinceMs, urgent: urgent || known?.urgent === true } });
    run.present();
  };
  const { trouble } = run.memory;
  if (trouble !== null && !trouble.urgent) start(trouble.sinceMs + urgentAfterMs - Date.now());
  return {
    note: (text) => {
      const isFirst = run.memory.trouble === null;
      set(text, false);
      if (isFirst) start(urgentAfterMs);
    },
    noteUrgent: (text) => {
      stop();
      set(text, true);
    },
    clear: () => {
      stop();
      if (run.memory.trouble !== null) run.remember({ trouble: null });
    },
  };
}

function escalate(run: Run<TroubleMemory>): void {
  const { trouble } = run.memory;
  if (trouble === null) return;
  run.remember({ trouble: { ...trouble, urgent: true } });
  run.present();
}

/** A timer that was stopped ends with a cancellation. */
function ignoreEnd(): void {
  return undefined;
}
