import type { ListedMethod } from '../domain/ads/listed-terms.ts';
import type { CountedOrder } from '../domain/caps/day-sums.ts';
import type { LocalDay } from '../domain/caps/local-day.ts';
import { knownTime } from '../domain/epoch.ts';
import { ErrorCategory } from '../domain/failures/error-category.ts';
import { dayMs } from '../domain/hours/calendar.ts';
import type { TradeSide } from '../domain/orders/order-facts.ts';
import type { DeskSettings } from '../domain/settings.ts';
import { OrderStatus, orderStatusFromWire } from '../domain/orders/order-status.ts';
import { MarketplaceFailure } from '../domain/failures/marketplace-failure.ts';
import {
  oddRowError,
  toCountedOrder,
  toOwnMethod,
  toPayment,
  type ExchangeClient,
  type WireOrderRow,
} from '../exchange/index.ts';
import { SharedRead } from './shared-read.ts';
import { readOrders } from './order-pages.ts';

/** All but the cancelled ones (wire-facts 16). */
const countedStatuses = [1, 2, 3, 4, 5, 8];

/** The account's payment methods; not whole: another one cannot be read. */
interface OwnMethods {
  readonly methods: readonly ListedMethod[];
  readonly isWhole: boolean;
}

/** Whose orders, of which day. */
interface OrdersWanted {
  readonly side: TradeSide;
  readonly day: LocalDay;
}

/** What the worker hands in; what it stops reads no more. */
interface Parts {
  readonly exchange: ExchangeClient;
  readonly settings: DeskSettings;
  readonly clock: { now(): number };
  readonly stopping: AbortSignal;
}

interface KnownOrders {
  readonly orders: readonly CountedOrder[];
  readonly atMs: number;
}

type Payment = ReturnType<typeof toPayment>;
/** As the list shows it, or the order by itself. */
type CountedRow = Parameters<typeof toCountedOrder>[0] & Pick<WireOrderRow, 'notifyPayEndTime'>;

interface KnownPayment {
  readonly payment: Payment;
  readonly wasPaid: boolean;
  readonly atMs: number;
}

/**
 * The account's orders of a day, with how each is paid: by the service's own record, so it has those that were placed or
 * handled in the app, and needs no memory of ours. One read serves all ads of the account.
 */
export class DayOrders {
  readonly #parts: Parts;
  readonly #methods: SharedRead<OwnMethods>;
  readonly #known = new Map<string, KnownOrders>();
  readonly #reads = new Map<string, Promise<readonly CountedOrder[]>>();
  /** By order. One that was paid does not change its method any more. */
  readonly #payments = new Map<string, KnownPayment>();

  constructor(parts: Parts) {
    this.#parts = parts;
    const { exchange, clock, stopping } = parts;
    const options = { priority: 'market', signal: stopping } as const;
    const readMethods = async (): Promise<OwnMethods> => {
      const { items, odd } = await exchange.paymentMethods.getPayMethodByUserId(options);
      return { methods: items.map(toOwnMethod), isWhole: odd.length === 0 };
    };
    this.#methods = new SharedRead(readMethods, clock);
  }

  /** Returns the orders as of a moment ago, reading them when those known are older. Rejects with MarketplaceFailure. */
  async read(wanted: OrdersWanted): Promise<readonly CountedOrder[]> {
    return this.known(wanted) ?? (await this.#sharedRead(wanted));
  }

  /** Returns the orders as of a moment ago; null: they are not known, and `read` asks for them. */
  known(wanted: OrdersWanted): readonly CountedOrder[] | null {
    const known = this.#known.get(keyOf(wanted));
    const maxAgeMs = 2 * this.#parts.settings.marketIntervalMs;
    return known !== undefined && this.#parts.clock.now() - known.atMs <= maxAgeMs ? known.orders : null;
  }

  #sharedRead(wanted: OrdersWanted): Promise<readonly CountedOrder[]> {
    const key = keyOf(wanted);
    const running = this.#reads.get(key);
    if (running !== undefined) return running;
    const read = this.#readAll(wanted).finally(() => this.#reads.delete(key));
    this.#reads.set(key, read);
    return read;
  }

  /** Returns the account's own payment methods (EP-37), as of some minutes ago. Rejects with MarketplaceFailure. */
  ownMethods(): Promise<OwnMethods> {
    return this.#methods.get('own', methodsLifeMs);
  }

  async #readAll(wanted: OrdersWanted): Promise<readonly CountedOrder[]> {
    const atMs = this.#parts.clock.now();
    const rows = await this.#rows(wanted);
    const orders: CountedOrder[] = [];
    for (const row of rows) orders.push(toCountedOrder(row, await this.#paymentOf(row)));
    this.#known.set(keyOf(wanted), { orders, atMs });
    forgetBefore(this.#known, atMs - keptMs);
    forgetBefore(this.#payments, atMs - keptMs);
    return orders;
  }

  /**
   * The list has no day of the payment: an order of the day before may have been paid on this one. One that cannot be
   * read is asked for by its number: without it the sums would be too small, as without the rest of a list that is not whole.
   */
  async #rows({ side, day }: OrdersWanted): Promise<CountedRow[]> {
    const filter = { tradeType: side, orderStatusList: countedStatuses, startDate: day.fromMs - dayMs };
    const options = { priority: 'market', signal: this.#parts.stopping } as const;
    const { items, odd } = await readOrders(this.#parts, { filter, ...options });
    const rows: CountedRow[] = [...items];
    for (const row of odd) {
      if (row.subject === null) throw oddRowError('listOrders', row);
      const order = await this.#parts.exchange.orders.getUserOrderDetail(row.subject, options);
      rows.push({ ...order, fiat: order.fiatUnit });
    }
    return rows.filter((row) => mayCount(row, day));
  }

  async #paymentOf({ orderNumber, orderStatus }: CountedRow): Promise<Payment | null> {
    const known = this.#payments.get(orderNumber);
    if (known !== undefined && known.wasPaid === isPaid(orderStatus)) {
      this.#payments.set(orderNumber, { ...known, atMs: this.#parts.clock.now() });
      return known.payment;
    }
    try {
      const options = { priority: 'market', signal: this.#parts.stopping } as const;
      const detail = await this.#parts.exchange.orders.getUserOrderDetail(orderNumber, options);
      const payment = toPayment(detail);
      const wasPaid = isPaid(detail.orderStatus);
      this.#payments.set(orderNumber, { payment, wasPaid, atMs: this.#parts.clock.now() });
      return payment;
    } catch (error) {
      if (!isUntold(error)) throw error;
      return null;
    }
  }
}

const methodsLifeMs = 600_000;

/** Of an older day nothing is asked any more. */
const keptMs = 2 * dayMs;

function forgetBefore(known: Map<string, { readonly atMs: number }>, atMs: number): void {
  for (const [key, entry] of known) if (entry.atMs < atMs) known.delete(key);
}

const isPaid = (status: WireOrderRow['orderStatus']): boolean =>
  orderStatusFromWire(status) !== OrderStatus.AWAITING_PAYMENT;

const keyOf = ({ side, day }: OrdersWanted): string => `${side} ${day.fromMs}`;

/** What could not be paid on the day any more needs no second look. */
function mayCount({ createTime, orderStatus, notifyPayEndTime }: CountedRow, { fromMs }: LocalDay): boolean {
  if (createTime >= fromMs || !isPaid(orderStatus)) return true;
  return (knownTime(notifyPayEndTime) ?? fromMs) >= fromMs;
}

/** The service does not show the order, and will not later: it counts without its method. */
function isUntold(error: unknown): boolean {
  if (!(error instanceof MarketplaceFailure) || error.code === null) return false;
  return error.category === ErrorCategory.NON_RETRIABLE_BUSINESS || error.category === ErrorCategory.UNKNOWN;
}
