import { ownDueMs } from '../../domain/orders/intake/late-orders.ts';
import { oddName } from '../../marketplace/doubts.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { ListedOrders, SeenOrder } from '../ports/desk-port.ts';

interface Reading {
  signal: AbortSignal;
  /** Called after each page. */
  onPage: () => Promise<void>;
}

/** Reads the running orders page by page (EP-15). Rejects with MarketplaceFailure. */
export async function listRunningOrders(
  { marketplace }: ActivityDependencies,
  { signal, onPage }: Reading,
): Promise<ListedOrders> {
  const { items, odd, cutAfter } = await marketplace.orders.listRunning({ priority: 'order', signal, onPage });
  const orders = items.map((order): [string, SeenOrder] => {
    const { orderNumber, side, asset, fiat, amount, price, status, createdAtMs } = order;
    const dueMs = ownDueMs(order);
    return [orderNumber, { orderNumber, side, asset, fiat, amount, price, status, createdAtMs, dueMs }];
  });
  return {
    orders: new Map(orders),
    unreadable: new Map(odd.map((row): [string, string] => [oddName(row), row.why])),
    cutAfter,
  };
}
