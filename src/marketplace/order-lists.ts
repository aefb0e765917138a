/** Lists of the account's orders (EP-15), and how one of them is paid (EP-13). */
import type { LocalDay } from '../domain/caps/local-day.ts';
import { knownTime } from '../domain/epoch.ts';
import { dayMs } from '../domain/hours/calendar.ts';
import type { TradeSide } from '../domain/orders/order-facts.ts';
import { OrderStatus, orderStatusFromWire, runningStatuses } from '../domain/orders/order-status.ts';
import type { DeskSettings } from '../domain/settings.ts';
import type { Turn } from '../domain/sending.ts';
import {
  readEach,
  readList,
  toCountedOrder,
  toOrderFacts,
  toPayment,
  type ExchangeClient,
  type InputOf,
  type WholeList,
  type WireOrderRow,
} from '../exchange/index.ts';
import { unreadOrder } from './doubts.ts';
import type { DayOrder, ListedOrders, OrderPayment, UnreadOrder } from './marketplace.ts';

type Rows = Pick<DeskSettings, 'orderRows'>;

/** A longer list of orders is cut, and that is said: a broken count must not cause an endless loop. */
const maxPages = 50;
/** All but the cancelled ones (wire-facts 16). */
const countedStatuses = [1, 2, 3, 4, 5, 8];

interface OrdersWish extends Turn {
  readonly filter: Omit<InputOf<'listOrders'>, 'page' | 'rows'>;
  readonly onPage?: () => Promise<void>;
}

/** Returns the number of an order, from a row of a list. */
export const numberOf = ({ orderNumber }: Pick<WireOrderRow, 'orderNumber'>): string => orderNumber;

/** Page by page, each once. */
function readOrders(
  { orders }: ExchangeClient,
  { orderRows }: Rows,
  { filter, onPage, ...turn }: OrdersWish,
): Promise<WholeList<WireOrderRow>> {
  return readList({
    ask: (page, rows) => orders.listOrders({ page, rows, ...filter }, turn),
    rows: orderRows,
    maxPages,
    numberOf,
    ...(onPage === undefined ? {} : { onPage }),
  });
}

/** Lists the orders that are not over. */
export async function listRunning(
  exchange: ExchangeClient,
  rows: Rows,
  wish: Omit<OrdersWish, 'filter'>,
): Promise<ListedOrders> {
  const filter = { orderStatusList: [...runningStatuses] };
  const { items, odd, rest, seen } = await readOrders(exchange, rows, { ...wish, filter });
  const read = readEach(items, (row) => toOrderFacts(row), numberOf);
  return {
    items: read.items,
    odd: [...read.odd, ...odd.filter((row) => row !== rest)],
    cutAfter: rest === null ? null : seen,
  };
}

/** Lists the orders that are not over and have messages that were not read. */
export async function listUnread(exchange: ExchangeClient, rows: Rows, turn: Turn): Promise<readonly UnreadOrder[]> {
  const { items } = await readOrders(exchange, rows, { ...turn, filter: { orderStatusList: [...runningStatuses] } });
  const counted = items.map((row) => ({ orderNumber: numberOf(row), count: Number(row.chatUnreadCount ?? 0) }));
  return counted.filter(({ count }) => count > 0);
}

/** As the list shows it, or the order by itself. */
type CountedRow = Parameters<typeof toCountedOrder>[0] & Pick<WireOrderRow, 'notifyPayEndTime'>;

interface DayWish extends Turn {
  readonly side: TradeSide;
  readonly day: LocalDay;
}

/**
 * The list has no day of the payment: an order of the day before may have been paid on this one. One that cannot be
 * read is asked for by its number: without it the sums would be too small, as without the rest of a list that is not whole.
 */
export async function listOfDay(
  exchange: ExchangeClient,
  settings: Rows,
  { side, day, ...turn }: DayWish,
): Promise<DayOrder[]> {
  const filter = { tradeType: side, orderStatusList: countedStatuses, startDate: day.fromMs - dayMs };
  const { items, odd } = await readOrders(exchange, settings, { filter, ...turn });
  const rows: CountedRow[] = [...items];
  for (const row of odd) {
    if (row.subject === null) throw unreadOrder(row);
    const order = await exchange.orders.getUserOrderDetail(row.subject, turn);
    rows.push({ ...order, fiat: order.fiatUnit });
  }
  return rows.filter((row) => mayCount(row, day)).map(dayOrder);
}

function dayOrder(row: CountedRow): DayOrder {
  const { side, fiat, totalPrice, status, createdAtMs } = toCountedOrder(row, null);
  const { orderNumber } = row;
  return { orderNumber, side, fiat, totalPrice, status, createdAtMs, wasPaid: isPaid(row.orderStatus) };
}

/** What could not be paid on the day any more needs no second look. */
function mayCount({ createTime, orderStatus, notifyPayEndTime }: CountedRow, { fromMs }: LocalDay): boolean {
  if (createTime >= fromMs || !isPaid(orderStatus)) return true;
  return (knownTime(notifyPayEndTime) ?? fromMs) >= fromMs;
}

const isPaid = (status: WireOrderRow['orderStatus']): boolean =>
  orderStatusFromWire(status) !== OrderStatus.AWAITING_PAYMENT;

/** Reads how an order is paid. */
export async function readPayment({ orders }: ExchangeClient, orderNumber: string, turn: Turn): Promise<OrderPayment> {
  const detail = await orders.getUserOrderDetail(orderNumber, turn);
  return { payment: toPayment(detail), wasPaid: isPaid(detail.orderStatus) };
}
