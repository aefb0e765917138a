import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import { oddName, toOrderFacts, type WireOrderRow } from '../../exchange/index.ts';
import { readOrders } from '../../market/order-pages.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { SeenOrder } from '../ports/desk-port.ts';

/** Running orders: waiting for payment, paid, in appeal by either numbering, being released (wire-facts 16). */
const runningStatuses = [1, 2, 3, 5, 8];

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
  { exchange, settings }: ActivityDependencies,
  { signal, onPage }: Reading,
): Promise<ListedOrders> {
  const filter = { orderStatusList: runningStatuses };
  const { items, odd, rest, seen } = await readOrders(
    { exchange, settings },
    { filter, priority: 'order', signal, onPage },
  );
  const listed: ListedOrders = { orders: new Map(), unreadable: new Map(), cutAfter: rest === null ? null : seen };
  for (const row of items) takeRow(listed, row);
  for (const row of odd) if (row !== rest) listed.unreadable.set(oddName(row), row.why);
  return listed;
}

function takeRow({ orders, unreadable }: ListedOrders, row: WireOrderRow): void {
  try {
    const { orderNumber, side, asset, fiat, amount, price, status, createdAtMs } = toOrderFacts(row);
    orders.set(orderNumber, { orderNumber, side, asset, fiat, amount, price, status, createdAtMs });
  } catch (error) {
    if (!(error instanceof MarketplaceFailure)) throw error;
    unreadable.set(row.orderNumber, error.message);
  }
}
