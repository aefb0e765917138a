/** An order that is over is kept outside Temporal before anything says that it has ended. */
import { ActivityFailure, CancellationScope, sleep } from '@temporalio/workflow';
import { endedOrder } from '../../domain/orders/ended-order.ts';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import type { OrderEnd } from '../../domain/orders/order-wait.ts';
import type { OrderMemory } from '../contract/order-contract.ts';
import { reads, timelyReads, type OrderReads } from '../kit/activity-proxies.ts';
import { hasRunOut } from '../kit/failure-facts.ts';
import { waitFor, type OrderRun } from './order-run.ts';
import { shownPayments } from './shown-payments.ts';

/** After a failure that no retry heals. */
const keepAgainMs = 60_000;

/**
 * Keeps the end of an order in the register, however long that takes, and returns it. A cancellation does not cut it short:
 * there is nothing left that could be held.
 */
export async function keepEnd(order: OrderRun): Promise<OrderEnd> {
  const { run, input } = order;
  const end = endOf(run.memory);
  const ended = endedOrder({
    ...run.memory,
    end,
    firstPrice: run.memory.firstPrice ?? null,
    proofs: proofsOf(run.memory),
  });
  waitFor(order, { code: 'keeping-end' });
  const keep: Keep = (activities) => activities.keepOrderEnd({ orderNumber: input.orderNumber, ended });
  await CancellationScope.nonCancellable(async () => {
    while (!(await isKeptBy(order, keep))) await sleep(keepAgainMs, { summary: `${summary}, again` });
  });
  return end;
}

type Keep = (activities: OrderReads) => Promise<unknown>;
const summary = 'Keeping the end of the order';
const registerTrouble = 'register';

/** One that lasts is shown on the page, and continues as a pending retry; a person is asked by the need of the desk. */
async function isKeptBy({ troubles, settings }: OrderRun, keep: Keep): Promise<boolean> {
  try {
    await keep(timelyReads(summary, { turn: 'ordinary', settings }));
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    troubles.noteUrgent(registerTrouble, { code: 'register' });
    if (!hasRunOut(error)) return false;
    await keep(reads(summary));
  }
  troubles.clear(registerTrouble);
  return true;
}

function proofsOf(memory: OrderMemory): string[] {
  const sent = memory.payment === null ? [] : [memory.payment.proof];
  return [...shownPayments(memory).map(({ reference }) => reference), ...sent];
}

function endOf({ progress, stoppedBy }: OrderMemory): OrderEnd {
  if (stoppedBy !== null) return { kind: 'stopped', by: stoppedBy };
  if (progress.status === OrderStatus.COMPLETED) return { kind: 'completed' };
  return { kind: progress.status === OrderStatus.CANCELLED ? 'cancelled' : 'cancelled-by-system' };
}
