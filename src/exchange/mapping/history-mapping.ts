import { historyRows, type HistoryPage } from '../../domain/books/history-mark.ts';
import type { HistoryOrder, TradeEnd } from '../../domain/books/trade.ts';
import { OrderStatus, orderStatusFromWire } from '../../domain/orders/order-status.ts';
import type { Page } from '../table/method.ts';
import type { WireHistoryRow } from '../table/schemas/order-schema.ts';
import { knownSide } from './known-side.ts';
import { unitPrice } from './order-mapping.ts';
import { readEach } from './read-each.ts';

const ends: Partial<Readonly<Record<OrderStatus, TradeEnd>>> = {
  [OrderStatus.COMPLETED]: 'completed',
  [OrderStatus.CANCELLED]: 'cancelled',
  [OrderStatus.CANCELLED_BY_SYSTEM]: 'cancelled-by-system',
};

/**
 * Converts a page of EP-16. An order whose status is not known counts as running: it is read again; one of an unknown side is
 * odd.
 *
 * @example
 * const { items, odd } = toHistoryPage(await client.orders.listUserOrderHistory({ page: 1, rows: 100 }));
 * console.log(items.filter(({ end }) => end === 'completed').length, odd.length);
 */
export function toHistoryPage({ items, odd, total }: Page<WireHistoryRow>): Page<HistoryOrder> {
  const read = readEach(items, toHistoryOrder, ({ orderNumber }) => orderNumber);
  return { items: read.items, odd: [...odd, ...read.odd], total };
}

/** Throws an ExchangeError for an unknown side. */
function toHistoryOrder(row: WireHistoryRow): HistoryOrder {
  const status = orderStatusFromWire(row.orderStatus);
  const isTaker = row.advertisementRole?.toUpperCase() === 'TAKER';
  return {
    orderNumber: row.orderNumber,
    side: knownSide(row.tradeType, { endpoint: 'listUserOrderHistory', owner: `order ${row.orderNumber}` }),
    asset: row.asset,
    fiat: row.fiat,
    amount: row.amount,
    total: row.totalPrice,
    price: row.unitPrice ?? unitPrice(row),
    // Each side pays its own commission.
    fee: (isTaker ? row.takerCommission : row.commission) ?? '0',
    adNumber: row.advNo ?? null,
    method: row.payMethodName ?? null,
    createdAtMs: row.createTime,
    end: status === null ? null : (ends[status] ?? null),
  };
}

/**
 * Returns the argument of `orders.listUserOrderHistory` for one page of a window (EP-16).
 *
 * @example
 * const now = Date.now();
 * const page = toHistoryQuery({ fromMs: now - 86_400_000, toMs: now, page: 1 });
 * console.log((await client.orders.listUserOrderHistory(page)).total);
 */
export function toHistoryQuery({ fromMs, toMs, page }: HistoryPage) {
  return { startTimestamp: fromMs, endTimestamp: toMs, page, rows: historyRows };
}
