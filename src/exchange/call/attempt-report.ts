import type { AttemptReport } from '../call-options.ts';

/** Notifies an observer. Its own error must not turn a call that took effect into one that failed. */
export function callObserver(observe: (attempt: AttemptReport) => void, attempt: AttemptReport): void {
  try {
    observe(attempt);
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : new Error('an observer of calls failed'));
  }
}
