/** The desk buys: a human or a payment hook says that the transfer has left; then the order is marked paid, once. */
import { OrderStatus } from '../../domain/orders/order-status.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { moneySteps } from '../kit/activity-proxies.ts';
import { plainDecimal } from '../kit/details-text.ts';
import { waitFor } from './order-desk.ts';
import type { OrderDesk, Wait } from './order-desk.ts';
import { carryOut } from './order-money.ts';
import { heardWithin, refresh, untilDeadlineMs } from './order-waiting.ts';

/** One round while the desk's payment is due. */
export async function payCounterparty(desk: OrderDesk, order: OrderFacts): Promise<void> {
  const wait = waitBeforePaying(desk, order);
  if (wait === null) return markPaid(desk);
  waitFor(desk, { ...wait, untilMs: order.payDeadlineMs });
  await heardWithin(desk, untilDeadlineMs(order.payDeadlineMs), 'Payment deadline');
}

/** What keeps the order from being marked paid now; null when nothing does. */
function waitBeforePaying({ memory, input }: OrderDesk, order: OrderFacts): Wait | null {
  if (memory.held !== null) return { reason: 'held', why: `held by ${memory.held.by}: ${memory.held.note}` };
  if (memory.doneSteps.includes('mark-paid')) {
    if (input.mode === 'shadow') return { reason: 'shadow', why: 'shadow: would have marked the order as paid' };
    return { reason: 'awaiting-release', why: 'marked paid; the service does not show it yet' };
  }
  if (memory.payment !== null) return null;
  return {
    reason: 'our-payment',
    why: `pay ${plainDecimal(order.totalPrice)} ${order.fiat}, then confirm the payment`,
  };
}

/** Reads the order first: somebody may have marked it in the app, cancelled it, or asked for a hold meanwhile. */
async function markPaid(desk: OrderDesk): Promise<void> {
  await refresh(desk);
  const { order } = desk.memory;
  const isDue = desk.memory.progress.status === OrderStatus.AWAITING_PAYMENT && desk.memory.held === null;
  if (order === null || desk.stale || !isDue) return;
  const { account, mode, orderNumber } = desk.input;
  const payId = desk.memory.payment?.payId ?? order.selectedPayId ?? order.payMethodIds[0] ?? null;
  waitFor(desk, { reason: 'marking-paid', why: 'telling the service that the payment has left' });
  await carryOut(desk, {
    name: 'mark-paid',
    title: `mark-paid of order ${orderNumber}`,
    attempt: () => moneySteps(account, 'Marking as paid', desk.settings).markOrderAsPaid({ mode, orderNumber, payId }),
  });
}
