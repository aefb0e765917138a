import type { Client } from '@temporalio/client';
import { orderControl } from '../../client/index.ts';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import { deskOrders, type DeskOrder } from '../../simulator/desk-orders.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { demoAccount } from './demo-desk.ts';

const roundMs = 1_000;
/** A transfer takes some time. */
const payAfterMs = 3_000;
const answerLimitMs = 5_000;

/**
 * Plays the person who pays: where the demo's desk buys, someone has to send the bank transfer and confirm it. Each
 * order is paid once; the desk marks it as paid by itself. Returns a function that ends it.
 */
export function startDemoTeller(client: Client, simulator: Simulator): () => Promise<void> {
  const paid = new Set<string>();
  let running: Promise<void> = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = payDue(client, simulator, paid).finally(() => {
      busy = false;
    });
  }, roundMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function payDue(client: Client, simulator: Simulator, paid: Set<string>): Promise<void> {
  const due = deskOrders(simulator, demoAccount).filter((order) => isDue(order) && !paid.has(order.orderNumber));
  await Promise.all(
    due.map(async (order) => {
      if (await pay(client, order)) paid.add(order.orderNumber);
    }),
  );
}

function isDue(order: DeskOrder): boolean {
  const waits = order.side === 'BUY' && order.status === OrderStatus.AWAITING_PAYMENT;
  return waits && Date.now() - order.createdAtMs >= payAfterMs;
}

/** False when the order does not wait for a payment now (not taken in yet, or held): the next round tries again. */
async function pay(client: Client, order: DeskOrder): Promise<boolean> {
  const control = orderControl(client, demoAccount, order.orderNumber);
  try {
    return await client.withDeadline(Date.now() + answerLimitMs, async () => {
      const view = await control.state();
      if (view.waitingFor.code !== 'our-payment') return false;
      await control.confirmPayment({ payId: null, proof: `demo-transfer-${order.orderNumber}`, by: 'demo teller' });
      return true;
    });
  } catch {
    // The worker may be down, or the order may just have ended: the next round will show either.
    return false;
  }
}
