import type { Approval, ApprovalMoment } from './approval.ts';
import type { MatchEvidence, PaymentMatch } from './payment-match.ts';
import type { PaymentVerdict } from '../payments/payment-finding.ts';
import type { SwitchStand } from '../switch-state.ts';

/** What the register's payments say of a sale, where sources of evidence are configured. */
export type EvidenceLook =
  | { readonly kind: 'none' }
  /** The other open orders could not be read, so that nothing is matched. */
  | { readonly kind: 'unread' }
  /** The likeliest one, and what it is: not the order's for certain. */
  | { readonly kind: 'near'; readonly payment: number; readonly verdict: PaymentVerdict }
  /** Signed evidence that no other order can mean; `proof` is what a release claims. */
  | { readonly kind: 'matched'; readonly payment: number; readonly proof: string };

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
  /** Whether a payment that a person attached may carry the release: not where approvals are signed. */
  readonly countsTyped: boolean;
  readonly evidence: EvidenceLook;
  /** Something was taken back of the order, or it was reset. */
  readonly wasTakenBack: boolean;
  /** Payments that were attached before it: parts of a sum. Absent: none. */
  readonly earlierMatches?: readonly PaymentMatch[] | undefined;
  /** One of the payments is not known to be of the buyer (`hasStranger`). */
  readonly hasStranger: boolean;
  readonly counterparty: CounterpartyFacts | null;
  readonly killSwitch: SwitchStand;
}
