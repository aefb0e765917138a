import { BudgetAborted } from './budget-error.ts';
import type { Priority } from '../call-options.ts';
import type { Slot } from './sliding-window.ts';

/** One call that asks for its turn. */
export interface Ticket {
  readonly priority: Priority;
  /** The ad whose limit the call also counts against; null: only the account's. */
  readonly adKey: string | null;
  readonly signal: AbortSignal | undefined;
}

/** One call that waits for its turn. */
export interface Waiter extends Ticket {
  /**
   * Earlier calls go first within their line, also after coming back into it: an older price must not follow a newer
   * one.
   */
  readonly arrival: number;
  readonly grant: (slot: Slot) => void;
  readonly refuse: (reason: unknown) => void;
}

/** Throws BudgetAborted when the caller has given up. */
export function refuseAborted({ signal }: Ticket): void {
  if (signal?.aborted === true) throw new BudgetAborted('the caller gave up');
}
