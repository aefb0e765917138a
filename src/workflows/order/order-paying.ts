/** The desk buys: a human or a payment hook reports the transfer; then the order is marked paid, once. */
import { OrderStatus } from '../../domain/orders/order-status.ts';
import type { PaymentNotice } from '../contract/order-contract.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { moneySteps } from '../kit/activity-proxies.ts';
import { amountText } from '../../words/amount-words.ts';
import { counts } from './keep-words.ts';
import { awaitConfirmation, carryOut, waitOutBlock } from './order-money.ts';
import { doneHow, waitFor, type OrderRun } from './order-run.ts';
import { heardWithin, holdText, refresh, untilDeadlineMs } from './order-waiting.ts';

/** One round while the desk's payment is due. */
export async function payCounterparty(order: OrderRun, facts: OrderFacts): Promise<void> {
  const { held, payment, blockedUntilMs } = order.run.memory;
  const untilMs = facts.payDeadlineMs;
  if (doneHow(order, 'mark-paid') !== null) return awaitConfirmation(order, 'mark-paid', 'payment notice');
  if (held !== null) {
    const sent = payment === null ? '' : '; the payment has left and the service is not notified yet';
    const why = `${holdText(held)}${sent}`;
    waitFor(order, { reason: 'held', why, asks: 'human', untilMs });
  } else if (!counts(order, payment)) {
    const due = `pay ${amountText(facts.totalPrice)} ${facts.fiat}, then confirm the payment`;
    const why =
      payment !== null ? againText(payment) : mayBePaid(order, facts) ? `${bankFirst}; if it was not, ${due}` : due;
    waitFor(order, { reason: 'our-payment', why, asks: 'human', untilMs });
  } else if (blockedUntilMs !== null) return waitOutBlock(order);
  else return markPaid(order);
  await heardWithin(order, untilDeadlineMs(order, untilMs), 'Payment deadline');
}

const bankFirst = 'this order was taken up again, or late: look at the bank first, it may have been paid already';
/** By then a desk that runs has taken a new order up. */
const takenUpWithinMs = 60_000;

/** What was taken back since voids a confirmation: a reader of this must not pay a second time. */
const againText = ({ by, proof }: PaymentNotice): string =>
  `DO NOT PAY AGAIN: ${by} has confirmed transfer ${proof}, and something was taken back since; if it has left, confirm it once more`;

/** A workflow that was terminated or reset forgets what people reported: the transfer may have left before. */
function mayBePaid({ run }: OrderRun, { createdAtMs }: OrderFacts): boolean {
  return run.memory.resetId !== null || run.memory.progress.since > createdAtMs + takenUpWithinMs;
}

/** Reads the order first: it may have been marked in the app, cancelled, or held meanwhile. */
async function markPaid(order: OrderRun): Promise<void> {
  const { run } = order;
  await refresh(order, 'money');
  const { order: facts, progress, payment, stale } = run.memory;
  // A command that arrived during the read (hold, stop, another mode) is handled first.
  const isDue = progress.status === OrderStatus.AWAITING_PAYMENT && run.revision === order.round && !stale;
  if (facts === null || payment === null || !isDue || !counts(order, payment)) return;
  const { mode, orderNumber } = order.input;
  const { moneyStepBoundMs: boundMs, moneyRecvWindowMs: recvWindowMs } = order.settings;
  const { generation, epoch } = payment;
  const payId = payment.payId ?? facts.selectedPayId ?? facts.payMethodIds[0] ?? null;
  waitFor(order, { reason: 'marking-paid', why: 'notifying the service that the payment has left', asks: 'nobody' });
  await carryOut(order, {
    name: 'mark-paid',
    title: `mark-paid of order ${orderNumber}`,
    attempt: () =>
      moneySteps('Marking as paid', order.settings).markOrderAsPaid({
        mode,
        orderNumber,
        payId,
        resetId: run.memory.resetId,
        seen: { generation, epoch },
        fence: { boundMs, recvWindowMs },
      }),
  });
}
