import type { ListedMethod } from '../domain/ads/listed-terms.ts';
import type { CountedOrder } from '../domain/caps/day-sums.ts';
import type { LocalDay } from '../domain/caps/local-day.ts';
import { ErrorCategory } from '../domain/failures/error-category.ts';
import { MarketplaceFailure } from '../domain/failures/marketplace-failure.ts';
import { dayMs } from '../domain/hours/calendar.ts';
import type { TradeSide } from '../domain/orders/order-facts.ts';
import type { DeskSettings } from '../domain/settings.ts';
import type { DayOrder, Marketplace, OrderPayment } from '../marketplace/marketplace.ts';
import { SharedRead } from './shared-read.ts';

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
  readonly marketplace: Marketplace;
  readonly settings: DeskSettings;
  readonly clock: { now(): number };
  readonly stopping: AbortSignal;
}

interface KnownOrders {
  readonly orders: readonly CountedOrder[];
  readonly atMs: number;
}

interface KnownPayment extends OrderPayment {
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
    const { marketplace, clock, stopping } = parts;
    const options = { priority: 'market', signal: stopping } as const;
    const readMethods = async (): Promise<OwnMethods> => {
      const { items, odd } = await marketplace.market.ownMethods(options);
      return { methods: items, isWhole: odd.length === 0 };
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
    const options = { priority: 'market', signal: this.#parts.stopping } as const;
    const rows = await this.#parts.marketplace.orders.listOfDay(wanted, options);
    const orders: CountedOrder[] = [];
    for (const row of rows) {
      const { side, fiat, totalPrice, status, createdAtMs } = row;
      const payment = (await this.#paymentOf(row)) ?? unknownPayment;
      orders.push({ side, fiat, totalPrice, status, createdAtMs, ...payment });
    }
    this.#known.set(keyOf(wanted), { orders, atMs });
    forgetBefore(this.#known, atMs - keptMs);
    forgetBefore(this.#payments, atMs - keptMs);
    return orders;
  }

  async #paymentOf({ orderNumber, wasPaid }: DayOrder): Promise<OrderPayment['payment'] | null> {
    const known = this.#payments.get(orderNumber);
    if (known !== undefined && known.wasPaid === wasPaid) {
      this.#payments.set(orderNumber, { ...known, atMs: this.#parts.clock.now() });
      return known.payment;
    }
    try {
      const options = { priority: 'market', signal: this.#parts.stopping } as const;
      const read = await this.#parts.marketplace.orders.readPayment(orderNumber, options);
      this.#payments.set(orderNumber, { ...read, atMs: this.#parts.clock.now() });
      return read.payment;
    } catch (error) {
      if (!isUntold(error)) throw error;
      return null;
    }
  }
}

const unknownPayment: OrderPayment['payment'] = { methods: [], paidAtMs: null };

const methodsLifeMs = 600_000;

/** Of an older day nothing is asked any more. */
const keptMs = 2 * dayMs;

function forgetBefore(known: Map<string, { readonly atMs: number }>, atMs: number): void {
  for (const [key, entry] of known) if (entry.atMs < atMs) known.delete(key);
}

const keyOf = ({ side, day }: OrdersWanted): string => `${side} ${day.fromMs}`;

/** The service does not show the order, and will not later: it counts without its method. */
function isUntold(error: unknown): boolean {
  if (!(error instanceof MarketplaceFailure) || error.code === null) return false;
  return error.category === ErrorCategory.NON_RETRIABLE_BUSINESS || error.category === ErrorCategory.UNKNOWN;
}
