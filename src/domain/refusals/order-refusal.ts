import type { Mode } from '../mode.ts';
import type { ApprovalRefusal } from '../orders/approval.ts';
import type { NotAttached } from '../orders/attached-payments.ts';
import type { WaitCode } from '../orders/order-wait.ts';
import type { PaymentsFull } from '../orders/payment-match.ts';
import type { SignatureUse } from '../signing/signed-approval.ts';

/** Why a word that allows something does not count: its giver must have seen the order as it is. */
export type MarkRefusal = {
  /** The register has not answered yet; what was taken back is not kept there yet; or more was taken back since. */
  readonly code: 'register-unheard' | 'unkept' | 'taken-back-since';
};

/** A payment that a release has claimed, or may have, stays with its order. */
export type ClaimedPayment =
  | { readonly code: 'release-underway' | 'release-undecided' | 'release-left' }
  | { readonly code: 'release-may-have-left'; readonly armedAtMs: number };

/** What an order refuses a command with. */
export type OrderRefusal =
  | MarkRefusal
  | ApprovalRefusal
  | SignatureUse
  | ClaimedPayment
  | NotAttached
  | PaymentsFull
  /** `by`: who has asked for it, or has confirmed the payment; null: it is not known. */
  | { readonly code: 'being-cancelled' | 'paid-for'; readonly by: string | null }
  | { readonly code: 'not-cancellable'; readonly status: string }
  | { readonly code: 'order-ended'; readonly status: string | null }
  | { readonly code: 'order-stopped'; readonly by: string }
  | { readonly code: 'order-mode'; readonly mode: Mode }
  | { readonly code: 'nothing-to-rule'; readonly waitsFor: WaitCode }
  | {
      readonly code:
        | 'buyer-cancels'
        | 'reason-unexplained'
        | 'cancel-in-shadow'
        | 'cancel-held'
        | 'step-underway'
        | 'order-unread'
        | 'unsigned-approval'
        | 'no-identity-check'
        | 'no-payment-arrives'
        | 'counterparty-pays'
        | 'payment-confirmed'
        | 'taken-back-meanwhile';
    };
