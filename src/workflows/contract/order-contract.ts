import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import type { OrderProgress } from '../../domain/orders/order-progress.ts';
import type { OrderStatus } from '../../domain/orders/order-status.ts';
import type { Approval } from '../../domain/orders/approval.ts';
import type { PaymentMatch } from '../../domain/orders/payment-match.ts';
import type { Check } from '../../domain/orders/release-check.ts';
import type { ReleaseRules } from '../../domain/orders/release-rules.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { Mode } from '../../domain/mode.ts';

export type { ReleaseRules } from '../../domain/orders/release-rules.ts';

/** A fact about an order from the chat socket or a list: never a command. */
export interface OrderEvent {
  status: OrderStatus | null;
  atMs: number;
  source: 'chat' | 'list';
}

/** The desk's word that the bank transfer of an order it buys with has left. */
export interface PaymentNotice {
  /** Id of the counterparty's payment method that was paid to; null: the order's own choice. */
  payId: string | null;
  /** What proves the payment (a bank reference); kept for the audit. */
  proof: string;
  by: string;
}

/** A human's ruling on a step whose outcome could not be told, or on an appeal. */
export interface Resolution {
  outcome: 'done' | 'not-done' | 'give-up';
  by: string;
  note: string;
}

/** What the order waits for; a name that the list and the summary of the demo count. */
export type WaitReason =
  | 'reading'
  | 'awaiting-payment'
  | 'our-payment'
  | 'marking-paid'
  | 'awaiting-release'
  | 'release-gate'
  | 'releasing'
  | 'held'
  | 'appeal'
  | 'outcome-unknown'
  | 'needs-human'
  | 'shadow'
  | 'blocked'
  | 'nothing';

export interface OrderMemory {
  progress: OrderProgress;
  order: OrderFacts | null;
  waitingFor: WaitReason;
  why: string;
  untilMs: number | null;
  approvals: Approval[];
  match: PaymentMatch | null;
  payment: PaymentNotice | null;
  held: { by: string; note: string } | null;
  /** Who said that the counterparty's extra identity check is fine; null: nobody, or told to the service already. */
  kycVerifiedBy: string | null;
  /** What the last look at the release gate found. */
  checks: Check[];
  resolution: Resolution | null;
  /** Which money step waits for a human's ruling; null: none. */
  undecided: MoneyStepName | null;
  /** Steps that are done, by the service’s answer or by a human’s word: they are never sent again. */
  doneSteps: MoneyStepName[];
  attempts: Record<MoneyStepName, number>;
  lastProblem: string | null;
}

export type MoneyStepName = 'place' | 'mark-paid' | 'release';

export interface OrderLifecycleInput {
  account: string;
  orderNumber: string;
  mode: Mode;
  release: ReleaseRules;
  settings?: Partial<DeskSettings>;
  /** The placement that this order came from; null or absent: a counterparty took an ad. */
  placedBy?: string | null;
  /** Set by continue-as-new only. */
  memory?: OrderMemory;
}

/** What the `state` query answers. No names of people, no bank accounts. */
export interface OrderView {
  account: string;
  orderNumber: string;
  mode: Mode;
  status: OrderStatus;
  side: 'BUY' | 'SELL' | null;
  pair: string | null;
  amount: string | null;
  price: string | null;
  totalPrice: string | null;
  waitingFor: WaitReason;
  why: string;
  untilMs: number | null;
  needsHuman: boolean;
  checks: Check[];
  approvals: Approval[];
  held: { by: string; note: string } | null;
  undecided: MoneyStepName | null;
  attempts: Record<MoneyStepName, number>;
  lastProblem: string | null;
}

export interface OrderResult {
  status: OrderStatus;
  attempts: Record<MoneyStepName, number>;
  why: string;
}

/** An order that the desk wants to take on somebody else's ad. */
export interface PlacementInput {
  account: string;
  requestId: string;
  mode: Mode;
  adNumber: string;
  asset: string;
  fiat: string;
  /** The desk's own side. */
  side: 'BUY' | 'SELL';
  /** Fiat total of the order. */
  totalAmount: string;
  /** The price the desk saw; the service refuses when it has changed. */
  matchPrice: string;
  /** Own payment method, needed when the desk sells. */
  payId?: string | null;
  release: ReleaseRules;
  settings?: Partial<DeskSettings>;
}

export interface PlacementView {
  requestId: string;
  adNumber: string;
  state: 'checking' | 'placing' | 'outcome-unknown' | 'needs-human' | 'placed' | 'refused' | 'intent';
  orderNumber: string | null;
  why: string;
  riskTips: string[];
}

export interface PlacementResult {
  state: 'placed' | 'refused' | 'intent';
  orderNumber: string | null;
  why: string;
}
