import { setHandler } from '@temporalio/workflow';
import type { Mode } from '../../domain/mode.ts';
import type { OrderRefusal } from '../../domain/refusals/order-refusal.ts';
import type { Refusal } from '../../domain/refusals/refusal.ts';
import type { TakenBack } from '../../domain/register/taken-back.ts';
import type { Command, Operator } from '../contract/message.ts';
import * as contract from '../contract/order-messages.ts';
import type { OrderEvent, UnholdWord } from '../contract/order-messages.ts';
import type { OrderMemory, OrderView, PaymentNotice } from '../contract/order-contract.ts';
import { accept, acceptFact, acceptUnknownSignals, refuseMisformed, type CommandHandling } from '../kit/command.ts';
import { cancelTrouble } from '../kit/trouble.ts';
import { cancelRefusal, keptCancel } from './order-cancelling.ts';
import { orderView } from './order-page.ts';
import { counts, markRefusal } from './order-register.ts';
import { isOver, type OrderRun } from './order-run.ts';

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
    validator: (requestId) => refuseMisformed(contract.requestIdSchema, requestId),
  });
  acceptUnknownSignals(run);
}

function claim({ run }: OrderRun, requestId: string): string {
  const placedBy = run.memory.placedBy ?? requestId;
  run.remember({ placedBy });
  return placedBy;
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
  handling: Pick<CommandHandling<Arg, OrderView>, 'refusal' | 'apply' | 'after'>,
): void {
  const { run, input } = order;
  accept(run, what, {
    ...handling,
    refusal: (arg) => overRefusal(order) ?? handling.refusal?.(arg) ?? null,
    answer: (settled) => orderView(input, run.memory, settled),
  });
}

function overRefusal(order: OrderRun): OrderRefusal | null {
  const { progress, stoppedBy } = order.run.memory;
  if (!isOver(order)) return null;
  return stoppedBy === null
    ? { code: 'order-ended', status: progress.status }
    : { code: 'order-stopped', by: stoppedBy };
}

/** What a person takes back is kept outside Temporal before the command answers. */
function registerHoldCommands(order: OrderRun): void {
  const { run, register } = order;
  const taken = ({ by, note = '' }: Operator, what: TakenBack, mode: Mode | null = null): Promise<void> =>
    register.takeBack({ what, by, note, mode });
  command(order, orderCommands.hold, {
    apply: ({ by, note }) => run.change({ held: { by, note: note ?? '' }, approvals: [] }),
    after: (word) => taken(word, 'hold'),
  });
  command(order, orderCommands.stop, {
    refusal: () => (run.memory.sending === null ? null : { code: 'step-underway' }),
    apply: ({ by }) => run.change({ held: { by, note: 'being stopped' }, approvals: [] }),
    after: (word) => taken(word, 'stop'),
  });
  command(order, orderCommands.revokeApproval, {
    apply: () => run.change({ approvals: [] }),
    after: (word) => taken(word, 'revoke'),
  });
  command(order, orderCommands.changeMode, {
    refusal: ({ mode }) => modeRefusal(order, mode),
    apply: () => undefined,
    after: ({ mode, ...word }) => taken(word, 'mode', mode),
  });
  command(order, orderCommands.unhold, {
    refusal: (word) => unholdRefusal(run.memory, word),
    apply: () => dismissCancel(order),
    after: async (word) => (run.memory.held === null ? undefined : register.liftHold(word)),
  });
}

/** It also says that an order goes on whose cancellation was asked for in Temporal: without a hold nothing is allowed by that. */
function unholdRefusal(memory: OrderMemory, word: UnholdWord): Refusal | null {
  const { held, troubles } = memory;
  if (held !== null) return markRefusal(memory, word);
  return cancelTrouble in troubles ? null : { code: 'order-not-held' };
}

function dismissCancel({ run, troubles }: OrderRun): void {
  troubles.clear(cancelTrouble);
  run.present();
}

function modeRefusal({ run, input }: OrderRun, mode: Mode): OrderRefusal | null {
  // One that is on its way counts: it can be taken back.
  const { unkept, nextMode } = run.memory;
  const wanted = unkept.find(({ what }) => what === 'mode')?.mode ?? nextMode ?? input.mode;
  if (mode === wanted) return { code: 'order-mode', mode };
  return run.memory.sending === null ? null : { code: 'step-underway' };
}

function registerGateCommands(order: OrderRun): void {
  const { run, approvals, payments, register } = order;
  command(order, orderCommands.approveRelease, {
    refusal: (word) => markRefusal(run.memory, word) ?? approvals.refusal(word),
    apply: (word) => approvals.add(word),
  });
  command(order, orderCommands.verifyKyc, {
    refusal: () => kycRefusal(run.memory),
    apply: ({ by }) => run.change({ kycVerifiedBy: by }),
  });
  command(order, orderCommands.attachMatch, {
    refusal: (payment) => markRefusal(run.memory, payment) ?? payments.attachRefusal(payment),
    apply: (payment) => payments.attach(payment),
    after: (payment) => payments.attachCorrected(payment),
  });
  // After attaching: of messages from before the first task the payment would be attached last.
  command(order, orderCommands.detachMatch, {
    refusal: (word) => payments.detachRefusal(word),
    apply: (word) => payments.detach(word),
    after: ({ by, note = '' }) => register.takeBack({ what: 'unmatch', by, note, mode: null }),
  });
}

function kycRefusal({ order }: OrderMemory): OrderRefusal | null {
  return order === null || order.additionalKyc === 1 ? null : { code: 'no-identity-check' };
}

function registerPaymentCommands(order: OrderRun): void {
  const { run, input, steps } = order;
  command(order, orderCommands.confirmPayment, {
    refusal: (payment) => markRefusal(run.memory, payment) ?? paymentRefusal(run.memory, payment),
    // One that has not left is taken back: what was paid must not be cancelled.
    apply: (payment: PaymentNotice) => {
      const before = run.memory.payment;
      // Who corrects his own reference says nothing else again.
      const payId = payment.payId ?? (before?.by === payment.by ? before.payId : null);
      run.change({ payment: { ...payment, payId }, ...withoutCancel(run.memory) });
    },
    after: (payment) => overtake(order, payment),
  });
  // After it: of messages from before the first task a payment counts first.
  command(order, orderCommands.cancelOrder, {
    refusal: (word) => cancelRefusal(run.memory, input.mode, word),
    apply: (word) => run.change({ lastProblem: null, cancel: keptCancel(word) }),
  });
  command(order, orderCommands.resolve, {
    refusal: () => (steps.ruled() === null ? { code: 'nothing-to-rule', waitsFor: run.memory.wait.what.code } : null),
    apply: (resolution) => run.change({ resolution }),
  });
}

/** A reference that was mistyped is corrected by the same person, while no call has left with it. */
function paymentRefusal(memory: OrderMemory, { by, proof }: PaymentNotice): OrderRefusal | null {
  const { order: read, payment: before, attempts } = memory;
  if (read?.side === 'SELL') return { code: 'counterparty-pays' };
  const isCorrection = before?.by === by && before.proof !== proof && attempts['mark-paid'] === 0;
  return counts(memory, before) && !isCorrection ? { code: 'payment-confirmed' } : null;
}

function withoutCancel({ cancel }: OrderMemory): Partial<OrderMemory> {
  return cancel === undefined ? {} : { cancel: { ...cancel, isDue: false } };
}

/**
 * A cancellation on its way is taken back in the register: one that has not left leaves no more. The payment counts all the
 * same, unless more was taken back meanwhile: then it is kept, and the page asks for it again.
 */
async function overtake(order: OrderRun, { by, generation, epoch }: PaymentNotice): Promise<void> {
  const { run } = order;
  if (run.memory.sending !== 'cancel') return;
  await order.register.takeBack({ what: 'revoke', by, note: 'its payment was reported', mode: null });
  const { mark, payment } = run.memory;
  if (payment === null || mark?.generation !== generation || mark.epoch !== epoch + 1) return;
  run.change({ payment: { ...payment, ...mark } });
}
