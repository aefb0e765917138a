import { patched, setHandler } from '@temporalio/workflow';
import { approvalRefusal, approvalsThatHold, bindApproval, type Approver } from '../../domain/orders/approval.ts';
import { approvalFingerprint, signatureRefusal } from '../../domain/orders/signed-approval.ts';
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import { issueText, type Command } from '../contract/message.ts';
import * as contract from '../contract/order-messages.ts';
import type { DepartureReply, OrderEvent } from '../contract/order-messages.ts';
import type { OnceStepName, OrderView, PaymentNotice } from '../contract/order-contract.ts';
import { accept, acceptFact, acceptUnknownSignals, refuse, type CommandHandling } from '../kit/command.ts';
import { isUnreadSinceReset } from './earlier-call.ts';
import { ruledStep } from './order-money.ts';
import { orderView } from './order-page.ts';
import { attach, attachRefusal, detach, detachRefusal } from './order-payments.ts';
import { approvalMoment, isOver, type OrderRun } from './order-run.ts';

const { orderCommands } = contract;

/**
 * Registers every message of an order's workflow. Call it first. Messages that stop something are registered before
 * those that allow something: messages from before the first task run in this order.
 */
export function registerOrderMessages(order: OrderRun): void {
  const { run, input } = order;
  const description = 'Status, what it waits for and why';
  setHandler(contract.orderStateQuery, () => orderView(input, run.memory), { description });
  registerHoldCommands(order);
  acceptFact(run, contract.orderEventsFact, (events) => noteEvents(order, events));
  acceptFact(run, contract.placedFact, ({ requestId, release }) => {
    input.release = release;
    run.change({ placedBy: requestId });
  });
  registerPaymentCommands(order);
  registerGateCommands(order);
  setHandler(contract.claimPlacementUpdate, (requestId) => claim(order, requestId), {
    description: 'Which placement owns this order; the first claim wins',
    validator: (requestId) => refuse(formProblem(contract.requestIdSchema, requestId)),
  });
  setHandler(contract.departUpdate, ({ step }) => depart(order, step), {
    description: 'May the call of a money step be let go now? Asked by its activity, once',
    validator: (departure) => refuse(formProblem(contract.departureSchema, departure)),
  });
  acceptUnknownSignals(run);
}

function formProblem(schema: Command<unknown, unknown>['schema'], message: unknown): string | null {
  const read = schema.safeParse(message);
  return read.success ? null : issueText(read.error);
}

function claim({ run }: OrderRun, requestId: string): string {
  const placedBy = run.memory.placedBy ?? requestId;
  run.remember({ placedBy });
  return placedBy;
}

/**
 * An earlier hold refuses, and so does an approval or payment that was taken back since the release began; a step that
 * has left once never leaves again by the same attempt.
 */
function depart(order: OrderRun, step: OnceStepName): DepartureReply {
  const { run } = order;
  const { sending, held, stoppedBy } = run.memory;
  if (sending?.name !== step) return { go: false, reason: OwnFailure.NOT_SENT, text: `no ${step} is on its way` };
  if (sending.leftAtMs !== null) {
    return { go: false, reason: OwnFailure.NOT_SENT, text: `the ${step} has left already`, hasLeft: true };
  }
  if (held !== null) return { go: false, reason: OwnFailure.HELD, text: `held by ${held.by}` };
  if (stoppedBy !== null) return { go: false, reason: OwnFailure.HELD, text: `stopped by ${stoppedBy}` };
  const gone = step === 'release' ? goneSinceGate(order) : null;
  if (gone !== null) return { go: false, reason: OwnFailure.APPROVAL_MISSING, text: gone };
  run.remember({ sending: { ...sending, leftAtMs: Date.now() } });
  return { go: true };
}

/** What the release rests on and a person has taken back or replaced meanwhile; null: nothing (ADR 0044). */
function goneSinceGate({ gate, run: { memory } }: OrderRun): string | null {
  if (gate === null) return null;
  const isRevoked = gate.approvals.some((approval) => !memory.approvals.includes(approval));
  if (isRevoked) return 'an approval was taken back';
  // One that is reported again in the same words is the same.
  const payments = ({ match, earlierMatches = [] }: typeof gate): string => JSON.stringify([match, earlierMatches]);
  return payments(gate) === payments(memory) ? null : 'the payments attached are others now';
}

/** An event only triggers a read; one that reports known facts triggers nothing. */
function noteEvents({ run }: OrderRun, events: OrderEvent[]): void {
  const known = run.memory.progress.status;
  if (run.memory.order !== null && events.every(({ status }) => status === known)) return;
  run.change({ stale: true });
}

function command<Arg>(
  order: OrderRun,
  what: Command<Arg, OrderView>,
  handling: Pick<CommandHandling<Arg, OrderView>, 'refusal' | 'apply'>,
): void {
  const { run, input } = order;
  accept(run, what, {
    ...handling,
    refusal: (arg) => overRefusal(order) ?? handling.refusal?.(arg) ?? null,
    answer: (settled) => orderView(input, run.memory, settled),
  });
}

function overRefusal(order: OrderRun): string | null {
  const { progress, stoppedBy } = order.run.memory;
  if (!isOver(order)) return null;
  return stoppedBy === null ? `the order has ended: ${progress.status}` : `the order was stopped by ${stoppedBy}`;
}

function registerHoldCommands(order: OrderRun): void {
  const { run } = order;
  command(order, orderCommands.hold, {
    apply: ({ by, note }) => run.change({ held: { by, note: note ?? '' }, approvals: [], ...readPart(order) }),
  });
  command(order, orderCommands.stop, {
    refusal: () => (run.memory.sending === null ? null : 'a money step is on its way: try again when its end is known'),
    apply: ({ by }) => run.change({ stoppedBy: by }),
  });
  command(order, orderCommands.revokeApproval, {
    refusal: () => (run.memory.approvals.length === 0 ? 'there is no approval to take back' : null),
    apply: () => run.change({ approvals: [] }),
  });
  command(order, orderCommands.changeMode, {
    refusal: ({ mode }) => modeRefusal(order, mode),
    apply: ({ mode }) => run.change({ nextMode: mode === order.input.mode ? null : mode }),
  });
  command(order, orderCommands.unhold, {
    refusal: () => (run.memory.held === null ? 'the order is not held' : null),
    apply: () => run.change({ held: null, stale: true }),
  });
}

/**
 * After a reset only a read can show whether a call of the run before has left. A hold from before the reset,
 * which read nothing, is replayed by the run after it: the mark in the history is of a hold that reads.
 */
function readPart({ run: { memory } }: OrderRun): { stale?: true } {
  return isUnreadSinceReset(memory) && patched(holdsRead) ? { stale: true } : {};
}

const holdsRead = 'a hold after a reset reads the order';

function modeRefusal({ run, input }: OrderRun, mode: string): string | null {
  // One that is on its way counts: it can be taken back.
  if (mode === (run.memory.nextMode ?? input.mode)) return `the order is carried in mode ${mode} already`;
  return run.memory.sending === null ? null : 'a money step is on its way: try again when its end is known';
}

function registerGateCommands(order: OrderRun): void {
  const { run } = order;
  command(order, orderCommands.approveRelease, {
    refusal: ({ by, note, signed }) => approveRefusal(order, { by, note: note ?? null, signed }),
    apply: ({ by, note, signed }) => approve(order, { by, note: note ?? null, signed }),
  });
  command(order, orderCommands.verifyKyc, {
    refusal: () => kycRefusal(order),
    apply: ({ by }) => run.change({ kycVerifiedBy: by }),
  });
  command(order, orderCommands.attachMatch, {
    refusal: (payment) => attachRefusal(order, payment),
    apply: (payment) => attach(order, payment),
  });
  // After attaching: of messages from before the first task the payment would be attached last.
  command(order, orderCommands.detachMatch, {
    refusal: (word) => detachRefusal(order, word),
    apply: (word) => detach(order, word),
  });
}

/** An approval is bound to what its giver saw: status, amounts and method; before the payment it is refused. */
function approveRefusal(order: OrderRun, approver: Approver): string | null {
  const now = approvalMoment(order);
  if (now === null) return 'the order has not been read yet: try again in a moment';
  const { approvals, usedSignatures, signedOnly, order: read } = order.run.memory;
  const { signed } = approver;
  if (signedOnly && signed === null) return typedRefusal;
  const used = signed === null ? null : signatureRefusal(signed, usedSignatures);
  if (used !== null) return used;
  // A new approval also needs a last read that shows the payment; an old one outlives a read that lags.
  const shown = { ...now, order: read ?? now.order };
  return approvalRefusal(shown, { approver, holding: approvalsThatHold(approvals, now) });
}

/** Where signatures are required a typed approval would be shown on the page without counting. */
const typedRefusal =
  'a typed approval counts for nothing: this worker takes signed approvals only (`peerdesk approver init`, then `peerdesk order approve --key NAME`)';

/**
 * A reset brings earlier approvals once more, without their times: one that has lapsed or was withdrawn would hold again.
 * Until the order has been read again none counts.
 */
function approve(order: OrderRun, approver: Approver): void {
  const now = approvalMoment(order);
  if (now === null) return;
  if (isUnreadSinceReset(order.run.memory)) {
    order.run.change({ stale: true });
    refuse(
      'not approved: this workflow was reset, and the order is being read again; look at it, and approve it again',
    );
  }
  const { approvals, usedSignatures, wait, checks } = order.run.memory;
  const used = approver.signed === null ? [] : [approvalFingerprint(approver.signed)];
  const why = `approved by ${approver.by}: being checked`;
  order.run.change({
    // Until the look is over the page must not show that no one has approved.
    checks: checks.filter(({ name }) => name !== 'approval'),
    wait: wait.reason === 'release-gate' ? { ...wait, why } : wait,
    approvals: [...approvalsThatHold(approvals, now), bindApproval(now, approver)],
    usedSignatures: [...usedSignatures, ...used],
  });
}

function kycRefusal({ run }: OrderRun): string | null {
  const { order } = run.memory;
  return order === null || order.additionalKyc === 1 ? null : 'no extra identity check is open on this order';
}

function registerPaymentCommands(order: OrderRun): void {
  const { run } = order;
  command(order, orderCommands.confirmPayment, {
    refusal: () => paymentRefusal(order),
    apply: (payment: PaymentNotice) => run.change({ payment }),
  });
  command(order, orderCommands.resolve, {
    refusal: () => (ruledStep(order) === null ? `nothing to resolve: it waits for ${run.memory.wait.reason}` : null),
    apply: (resolution) => run.change({ resolution }),
  });
}

function paymentRefusal({ run }: OrderRun): string | null {
  if (run.memory.order?.side === 'SELL') return 'the desk sells here: the counterparty pays';
  return run.memory.payment === null ? null : 'the payment is confirmed already';
}
