/** What the register says of an order. */
import type { OnceStepName } from '../once-steps.ts';

/** Who holds an order, and why. */
export interface KeptHold {
  readonly by: string;
  readonly note: string;
}

/** What an order's approvals, payments and words are compared with. */
export interface OrderMark {
  readonly epoch: number;
  readonly held: KeptHold | null;
}

/** What the register says of an order. */
export interface OrderStand extends OrderMark {
  readonly generation: string;
  /** The revision of the account's switches, rules and blocks. */
  readonly revision: number;
  /** The attempt of the desk's own step that may have left and has no end; null: none. */
  readonly open: { readonly step: OnceStepName; readonly armedAtMs: number; readonly untilMs: number } | null;
}
