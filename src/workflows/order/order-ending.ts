/** An order that is over is kept outside Temporal before anything says that it has ended. */
import { ActivityFailure, ApplicationFailure, CancellationScope, TimeoutFailure, sleep } from '@temporalio/workflow';
import { OwnFailure, isOwnFailure } from '../../domain/failures/own-failures.ts';
import { endedOrder } from '../../domain/orders/ended-order.ts';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import type { OrderEnd } from '../../domain/orders/order-wait.ts';
import type { OrderMemory } from '../contract/order-contract.ts';
import { reads, timelyReads, type OrderReads } from '../kit/activity-proxies.ts';
import { hasRunOut } from '../kit/failure-facts.ts';
import { registerTrouble } from './order-register.ts';
import type { OrderRun } from './order-run.ts';
import { shownPayments } from './shown-payments.ts';

/** After a failure that no retry heals. */
const keepAgainMs = 60_000;

/**
 * Keeps the end of an order in the register, however long that takes, and returns it. A cancellation does not cut it short:
 * there is nothing left that could be held.
 */
export async function keepEnd(order: OrderRun): Promise<OrderEnd> {
  const { run, input, waits } = order;
  const end = endOf(run.memory);
  const ended = endedOrder({
    ...run.memory,
    mode: input.mode,
    end,
    firstPrice: run.memory.firstPrice ?? null,
    proofs: proofsOf(run.memory),
  });
  waits.show({ code: 'keeping-end' });
  const keep: Keep = (activities) => activities.keepOrderEnd({ orderNumber: input.orderNumber, ended });
  await CancellationScope.nonCancellable(async () => {
    while (!(await isKeptBy(order, keep))) await sleep(keepAgainMs, { summary: `${summary}, again` });
  });
  return end;
}

type Keep = (activities: OrderReads) => Promise<unknown>;
const summary = 'Keeping the end of the order';

/** One that lasts is shown on the page, and continues as a pending retry; a person is asked by the need of the desk. */
async function isKeptBy({ troubles, settings }: OrderRun, keep: Keep): Promise<boolean> {
  try {
    await keep(timelyReads(summary, { turn: 'ordinary', settings }));
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    if (isOfRegister(error)) troubles.noteUrgent(registerTrouble, { code: 'register' });
    if (!hasRunOut(error) || !(await isKeptInTime(keep))) return false;
  }
  troubles.clear(registerTrouble);
  return true;
}

/** A pending retry that was failed from outside must not end the workflow without its end. */
async function isKeptInTime(keep: Keep): Promise<boolean> {
  try {
    await keep(reads(summary));
    return true;
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return false;
  }
}

/** An account that this process refuses keeps nothing either: there it is not the register that does not answer. */
function isOfRegister({ cause }: ActivityFailure): boolean {
  const last = cause instanceof TimeoutFailure ? cause.cause : cause;
  const isRefusal = last instanceof ApplicationFailure && isOwnFailure(last.type);
  return !isRefusal || last.type === OwnFailure.REGISTER_SILENT;
}

/** An attached payment that backs another order was not this one's. */
function proofsOf(memory: OrderMemory): string[] {
  const sent = memory.payment === null ? [] : [memory.payment.proof];
  const own = shownPayments(memory).filter(({ backs }) => backs === null);
  return [...own.map(({ reference }) => reference), ...sent];
}

function endOf({ progress, stoppedBy }: OrderMemory): OrderEnd {
  if (stoppedBy !== null) return { kind: 'stopped', by: stoppedBy };
  if (progress.status === OrderStatus.COMPLETED) return { kind: 'completed' };
  return { kind: progress.status === OrderStatus.CANCELLED ? 'cancelled' : 'cancelled-by-system' };
}
