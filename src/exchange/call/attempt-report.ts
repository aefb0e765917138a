import type { Priority } from '../call-options.ts';
import type { ExchangeError } from '../exchange-error.ts';

/** One attempt of a call, as `onAttempt` of a client is told of it: no parameter, no answer, no key. */
export interface AttemptReport {
  /** The operation's name. */
  readonly operation: string;
  readonly priority: Priority;
  /** How long it waited for its turn, in ms; the whole time when it never left. */
  readonly waitedMs: number;
  /** From its departure to its end, in ms; null: it never left. */
  readonly tookMs: number | null;
  /** Null: it succeeded. */
  readonly error: ExchangeError | null;
}

/** Tells an observer. Its own error must not turn a call that took effect into one that failed. */
export function tellObserver(observe: (attempt: AttemptReport) => void, attempt: AttemptReport): void {
  try {
    observe(attempt);
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : new Error('an observer of calls failed'));
  }
}
