import { CancellationScope, sleep } from '@temporalio/workflow';
import type { AsksHuman } from '../../domain/failures/own-failures.ts';
import type { ShownTrouble, Trouble, TroubleCode, TroubleMemory } from '../contract/kept-memory.ts';
import { bounded } from './bounded.ts';
import type { Run } from './run.ts';

/** A trouble is shown to a human after this time, so that it is on every page within a minute. */
const urgentAfterMs = 45_000;

/** Follows the troubles of a run. A timer, not a reading of the clock, makes one urgent, so that it replays. */
export interface TroubleWatch<What extends TroubleCode> {
  /**
   * Records a failure, first or repeated; the first of a series starts the time after which a human is asked. null: no
   * human is asked, it is only shown.
   */
  note(source: string, what: What, afterMs?: number | null): void;
  /** Asks a human at once. */
  noteUrgent(source: string, what: What): void;
  /** Records a failure as the table of failures asks a human about it: at once or once it lasts. 'never': not at all. */
  noteAs(asksHuman: AsksHuman, source: string, what: What): void;
  /** It works again; nothing when it never failed. */
  clear(source: string): void;
}

/** The place of a cancellation that was asked for in Temporal. */
export const cancelTrouble = 'cancel';

/** Returns the troubles that a human is asked about. */
export function urgentTroubles<What extends TroubleCode>({ troubles }: TroubleMemory<What>): What[] {
  return Object.values(troubles).flatMap(({ what, urgent }) => (urgent ? [what] : []));
}

/** Returns the troubles as a view shows them, by their source. */
export function shownTroubles<What extends TroubleCode>(
  { troubles }: TroubleMemory<What>,
  textOf: (what: What) => string,
): Record<string, ShownTrouble<What>> {
  const shown = Object.entries(troubles).map(([source, { what, sinceMs, urgent }]) => [
    source,
    { what, text: textOf(what), sinceMs, urgent },
  ]);
  return Object.fromEntries(shown) as Record<string, ShownTrouble<What>>;
}

/** Creates the watch over a run's troubles; continues with those from continue-as-new. */
export function watchTroubles<What extends TroubleCode>(run: Run<TroubleMemory<What>>): TroubleWatch<What> {
  const timers = new Map<string, CancellationScope>();
  const stop = (source: string): void => {
    timers.get(source)?.cancel();
    timers.delete(source);
  };
  const start = (source: string, ms: number): void => {
    // A workflow that was asked to cancel still asks a human in time.
    void CancellationScope.nonCancellable(async () => {
      const scope = new CancellationScope();
      timers.set(source, scope);
      const summary = 'From here on a human is asked';
      await scope.run(() => sleep(Math.max(1, ms), { summary })).then(() => escalate(run, source), ignoreEnd);
    });
  };
  for (const [source, { urgent, sinceMs, afterMs = urgentAfterMs }] of Object.entries(run.memory.troubles)) {
    if (!urgent && afterMs !== null) start(source, sinceMs + afterMs - Date.now());
  }
  const watch: TroubleWatch<What> = {
    note: (source, what, afterMs = urgentAfterMs) => {
      set(run, source, { what, urgent: false, afterMs });
      const waits = timers.has(source) || run.memory.troubles[source]?.urgent === true;
      if (!waits && afterMs !== null) start(source, afterMs);
    },
    noteUrgent: (source, what) => {
      stop(source);
      set(run, source, { what, urgent: true, afterMs: urgentAfterMs });
    },
    noteAs: (asksHuman, source, what) => {
      if (asksHuman === 'at-once') watch.noteUrgent(source, what);
      else if (asksHuman !== 'never') watch.note(source, what, asksHuman.afterMs);
    },
    clear: (source) => {
      stop(source);
      const { [source]: gone, ...troubles } = run.memory.troubles;
      if (gone !== undefined) run.remember({ troubles });
    },
  };
  return watch;
}

function set<What extends TroubleCode>(
  run: Run<TroubleMemory<What>>,
  source: string,
  part: Omit<Trouble<What>, 'sinceMs'>,
): void {
  const { troubles } = run.memory;
  const known = troubles[source];
  const sinceMs = known?.sinceMs ?? Date.now();
  const trouble = { ...part, what: bounded(part.what), sinceMs, urgent: part.urgent || known?.urgent === true };
  run.remember({ troubles: { ...troubles, [source]: trouble } });
  run.present();
}

function escalate<What extends TroubleCode>(run: Run<TroubleMemory<What>>, source: string): void {
  const trouble = run.memory.troubles[source];
  if (trouble !== undefined) set(run, source, { ...trouble, urgent: true });
}

/** A timer that was stopped ends with a cancellation. */
function ignoreEnd(): void {
  return undefined;
}
