import { setHandler } from '@temporalio/workflow';
import { approvalRefusal, approvalsThatHold, bindApproval } from '../../domain/orders/approval.ts';
import type { Approver } from '../../domain/orders/approval.ts';
import { advanceOrder } from '../../domain/orders/order-progress.ts';
import { paymentMatchSchema } from '../../domain/orders/payment-match.ts';
import type { PaymentMatch } from '../../domain/orders/payment-match.ts';
import { operatorRefusal, registerCommand } from '../kit/commands.ts';
import type { Command } from '../kit/commands.ts';
import * as definitions from '../contract/definitions.ts';
import { issueText } from '../contract/message.ts';
import { approvalMoment, change, hasEnded, orderView } from './order-desk.ts';
import type { OrderDesk } from './order-desk.ts';
import type { OrderEvent, OrderView, PaymentNotice, Resolution } from '../contract/order-contract.ts';

/** Registers every message of an order's workflow. Call it first: a message may arrive with the start. */
export function registerOrderMessages(desk: OrderDesk): void {
  setHandler(definitions.orderStateQuery, () => orderView(desk), { description: 'Status, what it waits for and why' });
  setHandler(definitions.orderEventsSignal, (events) => noteEvents(desk, events), {
    description: 'Facts from the chat or a list; duplicates and late ones change nothing',
  });
  setHandler(definitions.claimPlacementUpdate, (requestId: string) => claim(desk, requestId), {
    description: 'Which placement owns this order; the first claim wins',
  });
  setHandler(definitions.placedSignal, (requestId) => void (desk.placedBy = requestId), {
    description: 'Which placement was given this order by the service: it owns it',
  });
  registerGateCommands(desk);
  registerPaymentCommands(desk);
}

function claim(desk: OrderDesk, requestId: string): string {
  desk.placedBy ??= requestId;
  return desk.placedBy;
}

/** Facts only ever move the order forward; one without a status asks for a fresh read. */
function noteEvents(desk: OrderDesk, events: OrderEvent[]): void {
  const before = desk.memory.progress;
  let progress = before;
  for (const { status, atMs } of events) {
    if (status === null) desk.stale = true;
    else progress = advanceOrder(progress, { status, atMs });
  }
  if (progress !== before || desk.stale) change(desk, { progress });
}

function command<Arg>(desk: OrderDesk, parts: Omit<Command<Arg, OrderView>, 'view' | 'onRefusedSignal'>): void {
  registerCommand<Arg, OrderView>({
    ...parts,
    refusal: (arg) => endedRefusal(desk) ?? parts.refusal(arg),
    view: () => orderView(desk),
    onRefusedSignal: (lastProblem) => change(desk, { lastProblem }),
  });
}

function endedRefusal(desk: OrderDesk): string | null {
  return hasEnded(desk) ? `the order has ended: ${desk.memory.progress.status}` : null;
}

function registerGateCommands(desk: OrderDesk): void {
  command<definitions.Operator>(desk, {
    update: definitions.approveReleaseUpdate,
    signal: definitions.approveReleaseSignal,
    description: 'A human approves the release; every other check must still hold',
    refusal: (operator) => operatorRefusal(operator) ?? refusalOfApproval(desk, operator),
    apply: (operator) => approve(desk, operator),
  });
  command<definitions.Operator>(desk, {
    update: definitions.holdUpdate,
    signal: definitions.holdSignal,
    description: 'Nothing is paid or released until unhold',
    refusal: operatorRefusal,
    // What was approved before the hold does not hold after it.
    apply: ({ by, note }) => change(desk, { held: { by, note: note ?? '' }, approvals: [] }),
  });
  command<definitions.Operator>(desk, {
    update: definitions.unholdUpdate,
    signal: definitions.unholdSignal,
    description: 'Lift a hold',
    refusal: (operator) => operatorRefusal(operator) ?? (desk.memory.held === null ? 'the order is not held' : null),
    apply: () => change(desk, { held: null }),
  });
  command<definitions.Operator>(desk, {
    update: definitions.verifyKycUpdate,
    signal: definitions.verifyKycSignal,
    description:
      "The counterparty's extra identity check is fine: told to the service, which then shows the payment details",
    refusal: (operator) => operatorRefusal(operator) ?? kycRefusal(desk),
    apply: ({ by }) => change(desk, { kycVerifiedBy: by }),
  });
  command<PaymentMatch>(desk, {
    update: definitions.attachMatchUpdate,
    signal: definitions.attachMatchSignal,
    description: 'A payment that a bank reader saw: amount, payer, and an id of the proof',
    refusal: matchRefusal,
    apply: (match) => change(desk, { match }),
  });
}

function approverOf({ by, note }: definitions.Operator): Approver {
  return { by, note: note ?? null, signed: null };
}

/** An approval counts once a person, and only for what the last read shows. */
function refusalOfApproval(desk: OrderDesk, operator: definitions.Operator): string | null {
  const now = approvalMoment(desk);
  if (now === null) return 'the order has not been read yet';
  const holding = approvalsThatHold(desk.memory.approvals, now);
  return approvalRefusal(now, { approver: approverOf(operator), holding });
}

function approve(desk: OrderDesk, operator: definitions.Operator): void {
  const now = approvalMoment(desk);
  if (now === null) return;
  const holding = approvalsThatHold(desk.memory.approvals, now);
  change(desk, { approvals: [...holding, bindApproval(now, approverOf(operator))] });
}

function kycRefusal(desk: OrderDesk): string | null {
  const { order } = desk.memory;
  return order === null || order.additionalKyc === 1 ? null : 'no extra identity check is open on this order';
}

function matchRefusal(match: PaymentMatch): string | null {
  const read = paymentMatchSchema.safeParse(match);
  return read.success ? null : issueText(read.error);
}

function registerPaymentCommands(desk: OrderDesk): void {
  command<PaymentNotice>(desk, {
    update: definitions.confirmPaymentUpdate,
    signal: definitions.confirmPaymentSignal,
    description: 'The bank transfer of an order that the desk buys with has left; the order is then marked paid',
    refusal: (notice) => operatorRefusal(notice) ?? paymentRefusal(desk, notice),
    apply: (payment) => change(desk, { payment }),
  });
  command<Resolution>(desk, {
    update: definitions.resolveUpdate,
    signal: definitions.resolveSignal,
    description: 'A human says what happened to a step whose outcome is unknown, or ends an appeal',
    refusal: (resolution) => operatorRefusal(resolution) ?? resolutionRefusal(desk, resolution),
    apply: (resolution) => change(desk, { resolution }),
  });
}

function paymentRefusal(desk: OrderDesk, notice: PaymentNotice): string | null {
  if (desk.memory.order?.side === 'SELL') return 'the desk sells here: the counterparty pays';
  if (desk.memory.payment !== null) return 'the payment is confirmed already';
  const payId: unknown = notice.payId ?? null;
  if (payId !== null && typeof payId !== 'string') return 'payId must be an id in a string, or null';
  return typeof notice.proof === 'string' && notice.proof !== '' ? null : 'proof is missing: the bank reference';
}

function resolutionRefusal(desk: OrderDesk, resolution: Resolution): string | null {
  const { waitingFor, undecided } = desk.memory;
  if (undecided === null && waitingFor !== 'appeal') return `nothing to resolve: it waits for ${waitingFor}`;
  const known = ['done', 'not-done', 'give-up'].includes(resolution.outcome);
  return known ? null : 'outcome must be done, not-done or give-up';
}
