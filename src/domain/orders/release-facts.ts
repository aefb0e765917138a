import type { Approval, ApprovalMoment } from './approval.ts';
import type { MatchEvidence, PaymentMatch } from './payment-match.ts';
import type { SwitchStand } from '../switch-state.ts';

/** Facts about the counterparty; finishRate 0 to 1; null where unknown. */
export interface CounterpartyFacts {
  readonly completedOrders: number | null;
  readonly finishRate: number | null;
  readonly registerDays: number | null;
}

/**
 * What a release is judged by. The order comes from a read made for this decision; `held`, `paidSinceMs` and `nowMs`
 * are of the same moment.
 */
export interface ReleaseFacts extends ApprovalMoment, Omit<MatchEvidence, 'match' | 'order' | 'nowMs'> {
  /** The answer of checkIfCanReleaseCoin. */
  readonly serviceAllows: boolean;
  /** The caller verifies signed approvals and omits those that fail. */
  readonly approvals: readonly Approval[];
  readonly match: PaymentMatch | null;
  /** Payments that were attached before it: parts of a sum. Absent: none. */
  readonly earlierMatches?: readonly PaymentMatch[] | undefined;
  /** One of the payments is not known to be of the buyer (`hasStranger`). */
  readonly hasStranger: boolean;
  readonly counterparty: CounterpartyFacts | null;
  readonly killSwitch: SwitchStand;
}
