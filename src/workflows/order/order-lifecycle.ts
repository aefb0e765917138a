import { ActivityFailure, isCancellation } from '@temporalio/workflow';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import type { Mode } from '../../domain/mode.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import {
  orderInputSchema,
  type OrderLifecycleInput,
  type OrderMemory,
  type OrderResult,
  type OrderTrade,
} from '../contract/order-contract.ts';
import { repeatableWrites } from '../kit/activity-proxies.ts';
import { failureText } from '../kit/failure-facts.ts';
import { keptThroughCancel, parseInput } from '../kit/input.ts';
import { beginNewRun, isNewRunDue } from '../kit/new-run.ts';
import { settingsOf } from '../kit/settings.ts';
import { cancelTrouble } from '../kit/trouble.ts';
import { noteProblem } from './last-problem.ts';
import { keepEnd } from './order-ending.ts';
import { registerOrderMessages } from './order-messages.ts';
import { cancelWork } from './order-cancelling.ts';
import { payCounterparty } from './order-paying.ts';
import { awaitCounterpartyRelease, awaitReleasing, releaseGate } from './order-releasing.ts';
import { createOrderRun, isOver, type OrderRun } from './order-run.ts';
import { quietLookMs } from './order-waiting.ts';

/**
 * Carries one order from its arrival to its end, for both sides. States only change on the service's own read; every
 * wait has a name that the Web UI shows; the money steps follow one protocol (kit/money-step.ts).
 */
export async function orderLifecycle(rawInput: OrderLifecycleInput): Promise<OrderResult> {
  const order = createOrderRun(parseInput(orderInputSchema, rawInput));
  registerOrderMessages(order);
  order.register.startKeeping();
  const end = await keptThroughCancel(
    order.run,
    () => carry(order),
    () => askAboutCancel(order),
  );
  return end ?? startAfresh(order);
}

/** Says that it is over once the register has it. */
async function finish(order: OrderRun): Promise<OrderResult> {
  const end = await keepEnd(order);
  const { memory } = order.run;
  order.waits.show({ code: 'nothing', end });
  return { trade: tradeOf(memory), status: memory.progress.status, attempts: memory.attempts, end };
}

/** The result outlives the run's memory: with it a history of orders needs no worker. */
function tradeOf({ order }: OrderMemory): OrderTrade | null {
  if (order === null) return null;
  const { adNumber, side, asset, fiat, amount, price, totalPrice, fee, createdAtMs } = order;
  const trade = { adNumber, side, asset, fiat, amount, price, totalPrice, createdAtMs };
  return fee === undefined ? trade : { ...trade, fee };
}

/** Null: a new run carries it on. */
async function carry(order: OrderRun): Promise<OrderResult | null> {
  order.settings = await settingsOf(order.input.settings);
  while (!isOver(order)) {
    if (isNewRunDue() || order.run.memory.nextMode !== null) return null;
    order.waits.beginRound();
    await advance(order);
  }
  return await finish(order);
}

/**
 * A cancellation (a button of the Web UI) must not leave an order without a workflow, nor hold up what is paid or owed: a
 * payment that has left is to be reported in time. A human is asked; one that is over asks nothing.
 */
function askAboutCancel(order: OrderRun): void {
  if (!isOver(order)) order.troubles.noteUrgent(cancelTrouble, { code: 'cancelled' });
}

/** One round: a human's ruling first, then a fresh look when one is due, then the work for the status. */
async function advance(order: OrderRun): Promise<void> {
  order.steps.takeResolution();
  order.steps.settleUndecided();
  order.approvals.dropLapsed();
  const { order: facts, kycVerifiedBy, stale, undecided } = order.run.memory;
  if (kycVerifiedBy !== null) return verifyKyc(order);
  if (stale || facts === null) return order.reading.refresh();
  if (undecided !== null) return awaitRuling(order);
  return advanceByStatus(order, facts);
}

/** Confirms the extra identity check to the service (EP-21), once: after a refusal a human is asked again. */
async function verifyKyc(order: OrderRun): Promise<void> {
  const { mode, orderNumber } = order.input;
  order.run.remember({ kycVerifiedBy: null, stale: true });
  try {
    const writes = repeatableWrites('Confirming the extra identity check');
    await writes.verifyAdditionalKyc({ mode, orderNumber });
    order.troubles.clear('kyc');
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    const problem = { code: 'identity-check', message: failureText(error) } as const;
    noteProblem(order.run, problem);
    order.troubles.noteUrgent('kyc', problem);
  }
}

async function advanceByStatus(order: OrderRun, facts: OrderFacts): Promise<void> {
  const cancelling = cancelWork(order, facts);
  if (cancelling !== null) return cancelling();
  switch (order.run.memory.progress.status) {
    case OrderStatus.AWAITING_PAYMENT:
      return facts.side === 'SELL' ? awaitPayment(order, facts) : payCounterparty(order, facts);
    case OrderStatus.PAID:
      return facts.side === 'SELL' ? releaseGate(order) : awaitCounterpartyRelease(order);
    case OrderStatus.RELEASING:
      return awaitReleasing(order);
    case OrderStatus.IN_APPEAL:
      return awaitAppeal(order, facts);
    case OrderStatus.COMPLETED:
    case OrderStatus.CANCELLED:
    case OrderStatus.CANCELLED_BY_SYSTEM:
      return;
  }
}

async function awaitPayment({ run, waits }: OrderRun, facts: OrderFacts): Promise<void> {
  const untilMs = facts.payDeadlineMs;
  const overdue = { untilMs, trouble: { code: 'unpaid' } } as const;
  if (run.memory.held === null) return waits.untilOverdue({ code: 'awaiting-payment' }, overdue);
  return waits.untilOverdue({ code: 'held', beside: 'payment' }, { ...overdue, asks: 'human' });
}

async function awaitRuling({ waits }: OrderRun): Promise<void> {
  await waits.rest({ code: 'needs-human' }, { asks: 'human', ms: quietLookMs });
}

/** People and the service decide an appeal; after a withdrawal the order reads as paid again, with a new `since`. */
async function awaitAppeal({ waits }: OrderRun, facts: OrderFacts): Promise<void> {
  const untilMs = facts.appealUntilMs ?? null;
  await waits.rest({ code: 'appeal' }, { asks: 'human', untilMs, ms: quietLookMs });
}

/**
 * Intents of a shadow were not executed, and who approved in another mode approved something else
 * (money-steps#payments-and-approvals).
 */
function startAfresh(order: OrderRun): Promise<never> {
  const { input, run } = order;
  const { nextMode, ...rest } = run.memory;
  const mode = nextMode ?? input.mode;
  const doneSteps = rest.doneSteps.filter(({ how }) => how !== 'shadow' || mode === 'shadow');
  const approvals = mode === input.mode ? rest.approvals : [];
  const isPractice = rest.held === null && leavesShadow(order, mode);
  const held = rest.held ?? (isPractice ? shadowHold : null);
  const unkept = isPractice ? [...rest.unkept, { what: 'hold' as const, ...shadowHold, mode: null }] : rest.unkept;
  const memory: OrderMemory = { ...rest, nextMode: null, doneSteps, approvals, held, unkept };
  return beginNewRun<typeof orderLifecycle>({ ...input, mode, memory });
}

/**
 * A payment that was confirmed where nothing is sent may have been practice. To forget it could lead to a second
 * transfer, and to report it to a false word to the service: a person decides.
 */
function leavesShadow({ input, run: { memory } }: OrderRun, mode: Mode): boolean {
  return input.mode === 'shadow' && mode !== 'shadow' && memory.payment !== null;
}

const shadowHold = {
  by: 'Peerdesk',
  note: 'the payment was confirmed in mode shadow: unhold it if it has really left',
};
