import { z } from 'zod';
import { modes, type Mode } from '../../domain/mode.ts';
import type { CancelReason } from '../../domain/cancel-reason.ts';
import type { Approval } from '../../domain/orders/approval.ts';
import type { PaymentElsewhere } from '../../domain/orders/attached-payments.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import type { OrderProgress } from '../../domain/orders/order-progress.ts';
import type { OrderEnd, OrderProblem, OrderTrouble, OrderWait } from '../../domain/orders/order-wait.ts';
import type { MoneyStepName, OnceStepName } from '../../domain/once-steps.ts';
import type { OrderStatus } from '../../domain/orders/order-status.ts';
import { seenMarkParts, type Despite, type PaymentMatch } from '../../domain/orders/payment-match.ts';
import type { Check } from '../../domain/orders/release-check.ts';
import type { ReleasePolicyName } from '../../domain/orders/release-permission.ts';
import { releaseRulesSchema } from '../../domain/orders/release-rules.ts';
import { deskSettingsSchema } from '../../domain/settings.ts';
import type { TakenBack } from '../../domain/register/taken-back.ts';
import { carriedMemory, type ShownTrouble, type TroubleMemory } from './kept-memory.ts';
import { operatorSchema, type RefusedMessages } from './message.ts';

export const aliasSchema = z.string().regex(/^[\w.-]{1,40}$/, 'must be an account alias');
const orderNumberSchema = z.string().regex(/^[\w-]{1,80}$/, 'must be an order number in a string');
export const modeSchema = z.enum(modes, `must be one of ${modes.join(', ')}`);

/** The desk's message that the bank transfer of a BUY order was sent. */
export const paymentNoticeSchema = z.strictObject({
  by: z.string('say who does it: by').trim().min(1, 'say who does it: by').max(80),
  /** Id of the counterparty's payment method that was used; null: the order's own choice. */
  payId: z.string('payId must be an id in a string, or null').min(1).max(40).nullable().default(null),
  /** What proves the payment (a bank reference); kept for the audit. */
  proof: z
    .string('proof is missing: the bank reference')
    .trim()
    .min(1, 'proof is missing: the bank reference')
    .max(200),
  ...seenMarkParts,
});
export type PaymentNotice = z.output<typeof paymentNoticeSchema>;

/** A human's ruling on a step with an unknown outcome. */
export const resolutionSchema = z.strictObject({
  outcome: z.enum(['done', 'not-done', 'give-up'], 'outcome must be done, not-done or give-up'),
  by: z.string('say who does it: by').trim().min(1, 'say who does it: by').max(80),
  note: z.string().max(500).default(''),
});
export type Resolution = z.infer<typeof resolutionSchema>;

/** A call of the desk's own step that was armed and has no end. */
export interface OpenCall {
  /** Absent: the desk's own step by the side of the order. */
  step?: OnceStepName;
  armedAtMs: number;
  /** By then it shows in reads, or never will. */
  untilMs: number;
}

/** What a person has asked for who cancels an order, and whether it is still to be sent. */
export interface KeptCancel {
  by: string;
  note: string;
  reason: CancelReason;
  despitePayment: boolean;
  generation: string;
  epoch: number;
  atMs: number;
  isDue: boolean;
}

/** How often each step was sent; without a number: never. */
export type StepAttempts = Record<Exclude<MoneyStepName, 'cancel'>, number> & { cancel?: number };

/** One wait as data: what for, who is asked, since when, until when. */
export interface KeptWait {
  what: OrderWait;
  asks: 'human' | 'nobody';
  sinceMs: number;
  untilMs: number | null;
}

/** A step that is never sent again, and how that is known. */
export interface DoneStep {
  name: MoneyStepName;
  how: 'service' | 'human' | 'given-up' | 'shadow';
}

/** What a person takes back of an order. */
export interface TakeBackWord {
  what: TakenBack;
  by: string;
  note: string;
  /** The mode to go on in once a change of mode is kept; null: another word. */
  mode: Mode | null;
}

export interface Hold {
  by: string;
  note: string;
}

/** Who attached a payment; `by` is null where that was not said. */
interface PaymentOrigin {
  proofId: string;
  by: string | null;
  atMs: number;
}

export interface OrderMemory extends TroubleMemory<OrderTrouble> {
  progress: OrderProgress;
  order: OrderFacts | null;
  /** The price that the first read showed; absent: it was not read. */
  firstPrice?: string;
  /** What words about the order are compared with, as of the last read; null: the register has not answered yet. */
  mark: { generation: string; epoch: number } | null;
  /** A call that may have left and that no read has shown yet, as the register knows; null: none. */
  open: OpenCall | null;
  /** The run of the last reset of this workflow; null: it was never reset. */
  resetId: string | null;
  /** What was taken back here and is not kept outside Temporal yet: until then no money step begins. */
  unkept: TakeBackWord[];
  /** An event or a command asks for a fresh read of the order. */
  stale: boolean;
  /** The request id of the placement that owns the order; null: not claimed yet. */
  placedBy: string | null;
  wait: KeptWait;
  approvals: Approval[];
  /** The worker of the last look at the gate counts signed approvals only. */
  signedOnly: boolean;
  /** Fingerprints of used signed approvals: each counts once. */
  usedSignatures: string[];
  match: PaymentMatch | null;
  /** Payments that were attached before it; absent: none. */
  earlierMatches?: PaymentMatch[];
  /** Who attached which payment, and when; absent: not known. */
  attachedBy?: PaymentOrigin[];
  /** The attached payments that back another order, as of the last look at the gate; absent: none. */
  elsewhere?: PaymentElsewhere[];
  payment: PaymentNotice | null;
  /** The last cancellation that was asked for; absent: none. */
  cancel?: KeptCancel;
  held: Hold | null;
  /** Whether it is held because of its person is not known yet; absent: with the first read it was. */
  isArriving?: boolean;
  /** Who confirmed the counterparty's extra identity check; null: no one, or already reported to the service. */
  kycVerifiedBy: string | null;
  /** What was missing at the last look at the release gate. */
  checks: Check[];
  /** Consecutive looks without a change: the next one comes later. */
  idleLooks: number;
  resolution: Resolution | null;
  /** The money step that waits for a human's ruling; null: none. */
  undecided: MoneyStepName | null;
  /** The service refused a step: it is not sent again before this. */
  blockedUntilMs: number | null;
  /** The money step that is under way; null: none. */
  sending: MoneyStepName | null;
  /** A hold was kept before the call of the step under way was armed: while it holds, nothing of it leaves. */
  sendingIsStopped: boolean;
  doneSteps: DoneStep[];
  attempts: StepAttempts;
  /** Consecutive times that a money step did not leave: the next try comes later. */
  refusals: number;
  lastProblem: OrderProblem | null;
  stoppedBy: string | null;
  /** The mode to go on in, by continue-as-new; null: this one. */
  nextMode: Mode | null;
}

export const orderInputSchema = z.strictObject({
  account: aliasSchema,
  orderNumber: orderNumberSchema,
  mode: modeSchema,
  release: releaseRulesSchema,
  settings: deskSettingsSchema.optional(),
  /** The placement that created this order; null or absent: a counterparty took an ad. */
  placedBy: z.string().min(1).max(80).nullable().optional(),
  /** Who has started it, for an audit; absent: a program. */
  startedBy: operatorSchema.optional(),
  /** Set by continue-as-new only. */
  memory: carriedMemory<OrderMemory>(),
});
export type OrderLifecycleInput = z.input<typeof orderInputSchema>;
export type ParsedOrderInput = z.output<typeof orderInputSchema>;

/** A payment that is attached to an order. Its payer is not shown. */
export interface AttachedPayment {
  reference: string;
  /** In the order's fiat. */
  amount: string;
  /** Who attached it, and when; null: not known. */
  by: string | null;
  atMs: number | null;
  /** The order that it backs already, so that it does not count for this one; null: none is known. */
  backs: string | null;
  /** It was attached as one of a third party. */
  despite?: Despite;
}

/** The answer of the `state` query. No names of people, no bank accounts. */
export interface OrderView {
  account: string;
  orderNumber: string;
  mode: Mode;
  /** What its release asks for. */
  policy: ReleasePolicyName;
  status: OrderStatus;
  /** Since when it has this status, as far as this workflow has seen; approvals are bound to it. */
  statusSinceMs: number;
  /** When it was marked as paid: by the service, else as far as this workflow has seen; null: it was not, or is not known. */
  paidSinceMs: number | null;
  side: 'BUY' | 'SELL' | null;
  pair: string | null;
  amount: string | null;
  price: string | null;
  totalPrice: string | null;
  payId: string | null;
  /** The counterparty's user number at the service; null: it does not name it. */
  counterpartyNumber: string | null;
  waitingFor: OrderWait;
  /** The same in words. */
  why: string;
  sinceMs: number;
  untilMs: number | null;
  needsHuman: boolean;
  checks: Check[];
  approvals: { by: string; atMs: number; expiresAtMs: number; signed: boolean }[];
  payments: AttachedPayment[];
  /** Until when the service waits for the payment; null: it does not say. */
  payDeadlineMs: number | null;
  /** Who has said that our own transfer was sent; null: it was not said. */
  paymentConfirmedBy: string | null;
  /** The last cancellation that was asked for; absent: none. */
  cancel?: KeptCancel;
  held: Hold | null;
  /** A call that may have left and that no read has shown yet; null: none. */
  mayHaveLeft: OpenCall | null;
  /** What words about this order carry; null: the register has not answered yet. */
  mark: { generation: string; epoch: number } | null;
  /** Whether everything that was taken back is kept outside Temporal. */
  isKept: boolean;
  /** True while the release or the payment notice has left and its outcome is unknown. */
  hasLeft: boolean;
  undecided: MoneyStepName | null;
  /** The request id of the placement that owns the order; null: a counterparty took an ad. */
  placedBy: string | null;
  attempts: StepAttempts;
  troubles: ShownTrouble<OrderTrouble>[];
  lastProblem: OrderProblem | null;
  refused: RefusedMessages;
  /** False in the answer to a command whose look is still under way: it is recorded and being checked. */
  settled: boolean;
}

/** What was traded, as a history of orders shows it. No names of people. */
export interface OrderTrade {
  adNumber: string;
  side: 'BUY' | 'SELL';
  asset: string;
  fiat: string;
  amount: string;
  price: string;
  totalPrice: string;
  /** What the service kept of the desk's side, in the asset; absent: it does not say. */
  fee?: string;
  createdAtMs: number;
}

export interface OrderResult {
  /** Null: the order was never read. */
  trade: OrderTrade | null;
  status: OrderStatus;
  attempts: StepAttempts;
  end: OrderEnd;
}
