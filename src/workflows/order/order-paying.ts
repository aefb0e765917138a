/** The desk buys: a human or a payment hook reports the transfer; then the order is marked paid, once. */
import { OrderStatus } from '../../domain/orders/order-status.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import type { OrderWait } from '../../domain/orders/order-wait.ts';
import type { OrderMemory } from '../contract/order-contract.ts';
import { awaitConfirmation, carryOut, waitOutBlock } from './order-money.ts';
import { counts } from './order-register.ts';
import type { OrderRun } from './order-run.ts';

/** One round while the desk's payment is due. */
export async function payCounterparty(order: OrderRun, facts: OrderFacts): Promise<void> {
  const { run, waits, steps } = order;
  const { held, payment, blockedUntilMs } = run.memory;
  const untilMs = facts.payDeadlineMs;
  if (steps.how('mark-paid') !== null) return awaitConfirmation(order, 'mark-paid');
  const asking = { asks: 'human', untilMs, ms: waits.untilDeadlineMs(untilMs) } as const;
  if (held !== null) {
    const beside = payment === null ? 'our-payment' : 'our-notice';
    await waits.rest({ code: 'held', beside }, asking);
  } else if (!counts(run.memory, payment)) {
    await waits.rest(paymentAsked(run.memory, facts), asking);
  } else if (blockedUntilMs !== null) await waitOutBlock(order);
  else await markPaid(order);
}

/** By then a desk that runs has taken a new order up. */
const takenUpWithinMs = 60_000;

function paymentAsked(memory: OrderMemory, facts: OrderFacts): OrderWait {
  const { payment } = memory;
  if (payment !== null) return { code: 'our-payment', asks: 'again', by: payment.by, proof: payment.proof };
  return { code: 'our-payment', asks: mayBePaid(memory, facts) ? 'look-first' : 'payment' };
}

/** A workflow that was terminated or reset forgets what people reported: the transfer may have left before. */
export function mayBePaid(memory: OrderMemory, facts: OrderFacts): boolean {
  return memory.resetId !== null || wasTakenUpLate(memory, facts);
}

/** Whether an order was there for longer than a desk that runs would have left it. */
export function wasTakenUpLate({ progress }: OrderMemory, { createdAtMs }: OrderFacts): boolean {
  return progress.since > createdAtMs + takenUpWithinMs;
}

/** Reads the order first: it may have been marked in the app, cancelled, or held meanwhile. */
async function markPaid(order: OrderRun): Promise<void> {
  const { run, waits, reading } = order;
  await reading.refresh('money');
  const { order: facts, progress, payment, stale } = run.memory;
  // A command that arrived during the read (hold, stop, another mode) is handled first.
  const isDue = progress.status === OrderStatus.AWAITING_PAYMENT && !waits.isOvertaken() && !stale;
  if (facts === null || payment === null || !isDue || !counts(run.memory, payment)) return;
  const { generation, epoch } = payment;
  const payId = payment.payId ?? facts.selectedPayId ?? facts.payMethodIds[0] ?? null;
  waits.show({ code: 'marking-paid' });
  await carryOut(order, {
    name: 'mark-paid',
    summary: 'Marking as paid',
    attempt: (money, call) =>
      money.markOrderAsPaid({ ...call, payId, resetId: run.memory.resetId, seen: { generation, epoch } }),
  });
}
