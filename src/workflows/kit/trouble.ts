import { CancellationScope, sleep } from '@temporalio/workflow';
import type { KeptMemory, Run } from './run.ts';

/** Something that fails again and again: what, since when, and whether it has lasted so long that a human is asked. */
export interface Trouble {
  text: string;
  sinceMs: number;
  urgent: boolean;
}

export interface TroubleMemory extends KeptMemory {
  /** By source, such as "release" or "reading": each has a time of its own. */
  troubles: Record<string, Trouble>;
}

/** A trouble becomes a human's after this time, so that it is on every page within a minute. */
export const urgentAfterMs = 45_000;

/** Follows the troubles of a run. A timer, not a reading of the clock, makes one urgent, so that it replays. */
export interface TroubleWatch {
  /** Notes that it failed, first or again; the first note of a row starts the time after which a human is asked. */
  note(source: string, text: string, afterMs?: number): void;
  /** Asks a human at once. */
  noteUrgent(source: string, text: string): void;
  /** It works again; nothing when it never failed. */
  clear(source: string): void;
}

/** Returns the texts of the troubles that a human is asked about. */
export function urgentTroubles({ troubles }: TroubleMemory): string[] {
  return Object.values(troubles).flatMap(({ text, urgent }) => (urgent ? [text] : []));
}

/** Makes the watch over a run's troubles; goes on with those that continue-as-new carried. */
export function watchTroubles(run: Run<TroubleMemory>): TroubleWatch {
  const timers = new Map<string, CancellationScope>();
  const stop = (source: string): void => {
    timers.get(source)?.cancel();
    timers.delete(source);
  };
  const start = (source: string, ms: number): void => {
    const summary = 'From here on a human is asked';
    // Not within the workflow's own scope: a cancellation from outside must not silence it.
    CancellationScope.nonCancellable(async () => {
      const scope = new CancellationScope();
      timers.set(source, scope);
      await scope.run(() => sleep(Math.max(1, ms), { summary }));
    }).then(() => escalate(run, source), ignoreEnd);
  };
  for (const [source, { sinceMs, urgent }] of Object.entries(run.memory.troubles)) {
    if (!urgent) start(source, sinceMs + urgentAfterMs - Date.now());
  }
  return {
    note: (source, text, afterMs = urgentAfterMs) => {
      const isFirst = run.memory.troubles[source] === undefined;
      set(run, source, { text, urgent: false });
      if (isFirst) start(source, afterMs);
    },
    noteUrgent: (source, text) => {
      stop(source);
      set(run, source, { text, urgent: true });
    },
    clear: (source) => {
      stop(source);
      const { [source]: gone, ...troubles } = run.memory.troubles;
      if (gone !== undefined) run.remember({ troubles });
    },
  };
}

function set(run: Run<TroubleMemory>, source: string, { text, urgent }: { text: string; urgent: boolean }): void {
  const { troubles } = run.memory;
  const known = troubles[source];
  const trouble = { text, sinceMs: known?.sinceMs ?? Date.now(), urgent: urgent || known?.urgent === true };
  run.remember({ troubles: { ...troubles, [source]: trouble } });
  run.present();
}

function escalate(run: Run<TroubleMemory>, source: string): void {
  const trouble = run.memory.troubles[source];
  if (trouble !== undefined) set(run, source, { text: trouble.text, urgent: true });
}

/** A timer that was stopped ends with a cancellation. */
function ignoreEnd(): void {
  return undefined;
}
