import type { QuotaName } from './used-weight.ts';

/** How a budget is used at one moment. */
export interface BudgetUse {
  /** Calls that wait for their turn. */
  readonly waiting: number;
  readonly inFlight: number;
  /** The factor by which the windows are longer than set, because a quota is nearly used up; 1: none. */
  readonly stretch: number;
  /** The used share of each of the service's quotas that it named within the last minute, 0 to 1 and above. */
  readonly quotas: readonly { readonly name: QuotaName; readonly share: number }[];
}
