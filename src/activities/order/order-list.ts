import { oddName } from '../../marketplace/doubts.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { SeenOrder } from '../ports/desk-port.ts';

/** The account's running orders, as far as the list shows them. */
export interface ListedOrders {
  orders: Map<string, SeenOrder>;
  /** Why a row is unreadable, by number. It must not keep the others from being taken in. */
  unreadable: Map<string, string>;
  /** The list continues after this many rows; null: it was read to its end. */
  cutAfter: number | null;
}

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
  const orders = items.map(
    ({ orderNumber, side, asset, fiat, amount, price, status, createdAtMs }): [string, SeenOrder] => [
      orderNumber,
      { orderNumber, side, asset, fiat, amount, price, status, createdAtMs },
    ],
  );
  return {
    orders: new Map(orders),
    unreadable: new Map(odd.map((row): [string, string] => [oddName(row), row.why])),
    cutAfter,
  };
}
