import { allHandlersFinished, condition, continueAsNew, workflowInfo } from '@temporalio/workflow';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import type { OrderLifecycleInput, OrderResult } from '../contract/order-contract.ts';
import { repeatableWrites } from '../kit/activity-proxies.ts';
import { plainDecimal } from '../kit/details-text.ts';
import { createOrderDesk, hasEnded, remember, waitFor } from './order-desk.ts';
import type { OrderDesk } from './order-desk.ts';
import { registerOrderMessages } from './order-messages.ts';
import { settleUndecided, takeResolution } from './order-money.ts';
import { payCounterparty } from './order-paying.ts';
import { createOrderPresenter } from './order-presentation.ts';
import { awaitCounterpartyRelease, releaseGate } from './order-releasing.ts';
import { heardWithin, quietRecheckMs, readOrBlock, refresh, soonRecheckMs, untilDeadlineMs } from './order-waiting.ts';

/**
 * Carries one order from its arrival to its end, for both sides. States only move forward; every wait has a name that
 * the Web UI shows; the money steps follow one protocol (money-step.ts).
 */
export async function orderLifecycle(input: OrderLifecycleInput): Promise<OrderResult> {
  const desk = createOrderDesk(input);
  registerOrderMessages(desk);
  desk.present = createOrderPresenter(desk);
  if (desk.memory.order === null) await refresh(desk);
  while (!hasEnded(desk)) {
    if (workflowInfo().continueAsNewSuggested) await startAfresh(desk);
    await advance(desk);
  }
  waitFor(desk, { reason: 'nothing', why: endText(desk.memory.progress.status) });
  await condition(allHandlersFinished);
  return { status: desk.memory.progress.status, attempts: desk.memory.attempts, why: desk.memory.why };
}

/** One round: a human's ruling first, then a fresh look when one is due, then what the status asks for. */
async function advance(desk: OrderDesk): Promise<void> {
  takeResolution(desk);
  settleUndecided(desk);
  const { order, undecided } = desk.memory;
  if (desk.memory.kycVerifiedBy !== null) return verifyKyc(desk);
  if (desk.stale || order === null) return refresh(desk);
  if (undecided !== null) return awaitRuling(desk);
  return advanceByStatus(desk, order);
}

/** Tells the service that the extra identity check is fine (EP-21; repeating it changes nothing), then looks again. */
async function verifyKyc(desk: OrderDesk): Promise<void> {
  const { account, mode, orderNumber } = desk.input;
  const told = await readOrBlock(desk, () =>
    repeatableWrites(account, 'Confirming the extra identity check').verifyAdditionalKyc({ mode, orderNumber }),
  );
  if (told !== null) remember(desk, { kycVerifiedBy: null });
  desk.stale = true;
}

async function advanceByStatus(desk: OrderDesk, order: OrderFacts): Promise<void> {
  switch (desk.memory.progress.status) {
    case OrderStatus.AWAITING_PAYMENT:
      return order.side === 'SELL' ? awaitPayment(desk, order) : payCounterparty(desk, order);
    case OrderStatus.PAID:
      return order.side === 'SELL' ? releaseGate(desk) : awaitCounterpartyRelease(desk);
    case OrderStatus.RELEASING:
      waitFor(desk, { reason: 'awaiting-release', why: 'the service is moving the coin' });
      await heardWithin(desk, soonRecheckMs, 'Waiting for the service to show the release');
      return;
    case OrderStatus.IN_APPEAL:
      return awaitAppeal(desk, order);
    case OrderStatus.COMPLETED:
    case OrderStatus.CANCELLED:
    case OrderStatus.CANCELLED_BY_SYSTEM:
      return;
  }
}

async function awaitPayment(desk: OrderDesk, order: OrderFacts): Promise<void> {
  waitFor(desk, {
    reason: 'awaiting-payment',
    why: `the counterparty has to pay ${plainDecimal(order.totalPrice)} ${order.fiat}`,
    untilMs: order.payDeadlineMs,
  });
  await heardWithin(desk, untilDeadlineMs(order.payDeadlineMs), 'Payment deadline of the counterparty');
}

async function awaitRuling(desk: OrderDesk): Promise<void> {
  waitFor(desk, { reason: 'needs-human', why: desk.memory.why });
  await heardWithin(desk, quietRecheckMs, 'Waiting for a human to resolve');
}

/** An appeal is decided by people and the service. When it was withdrawn (the order reads as paid) the gate applies. */
async function awaitAppeal(desk: OrderDesk, order: OrderFacts): Promise<void> {
  if (order.status === OrderStatus.PAID) {
    return order.side === 'SELL' ? releaseGate(desk) : awaitCounterpartyRelease(desk);
  }
  waitFor(desk, { reason: 'appeal', why: 'in appeal: answer it at the service; this page follows' });
  await heardWithin(desk, quietRecheckMs, 'In appeal: looking again');
}

function endText(status: OrderStatus): string {
  if (status === OrderStatus.COMPLETED) return 'completed';
  return status === OrderStatus.CANCELLED ? 'cancelled' : 'cancelled by the service at its deadline';
}

/** Continue-as-new drops what handlers still hold, so they finish first. */
async function startAfresh(desk: OrderDesk): Promise<never> {
  await condition(allHandlersFinished);
  const { input, memory, placedBy } = desk;
  return continueAsNew<typeof orderLifecycle>({ ...input, placedBy, memory });
}
