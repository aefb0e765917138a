import type { OrderFacts, OrderRole } from './order-facts.ts';
import { OrderStatus } from './order-status.ts';
import type { CounterpartyFacts } from './release-facts.ts';

/** What the service said of an order, and when it was asked, by the earlier of both clocks. */
export interface OrderAnswer {
  readonly order: OrderFacts;
  readonly beganAtMs: number;
}

/** What the service said of a sale. What a gate asks for beside the order is null where it was not asked. */
export interface SaleRead extends OrderAnswer {
  /** The order was read as one of this role. */
  readonly role: OrderRole;
  readonly serviceAllows: boolean | null;
  readonly counterparty: CounterpartyFacts | null;
  /** Since when it is kept, by the clock of what keeps it. Absent: it has just come. */
  readonly keptAtMs?: number;
}

/** Of a read of the order alone. */
export const notAsked = { serviceAllows: null, counterparty: null } as const;

/** So long a look and the release behind it rest on one answer; a release waits longer for its code or its turn. */
const freshMs = 5_000;

/**
 * What the service said of paid sales a moment ago, in this process and this term of the lead: a look at the gate that follows a read,
 * and the release that follows the look, do not ask again (money-steps#one-answer-serves-what-follows-it). What
 * people and the register say is never kept.
 */
export class SaleReads {
  readonly #clock: { now(): number };
  readonly #kept = new Map<string, SaleRead & { readonly keptAtMs: number }>();

  /** `clock`: monotonic, in ms. */
  constructor(clock: { now(): number }) {
    this.#clock = clock;
  }

  /**
   * Keeps an answer instead of the one before; one that was taken is no fresher for being kept again. An order that is no paid
   * sale ends what was kept of it.
   */
  keep(read: SaleRead): void {
    const { orderNumber, side, status } = read.order;
    const { keptAtMs = this.#clock.now() } = read;
    this.#kept.delete(orderNumber);
    if (side === 'SELL' && status === OrderStatus.PAID) this.#kept.set(orderNumber, { ...read, keptAtMs });
    this.#forgetOld();
  }

  /** Returns what was kept of an order, if it is fresh, and keeps it no longer: nothing rests on it twice. */
  take({ orderNumber, role }: { readonly orderNumber: string; readonly role: OrderRole }): SaleRead | null {
    this.#forgetOld();
    const kept = this.#kept.get(orderNumber);
    this.#kept.delete(orderNumber);
    return kept?.role === role ? kept : null;
  }

  #forgetOld(): void {
    const nowMs = this.#clock.now();
    for (const [orderNumber, { keptAtMs }] of this.#kept) {
      if (nowMs - keptAtMs >= freshMs) this.#kept.delete(orderNumber);
    }
  }
}
