import type { OrderNotice } from './chat-frame.ts';
import { timerMs } from '../limits/sleep.ts';

interface HeldOptions {
  /** How long an event waits at most, in ms. */
  readonly limitMs: number;
  readonly give: (notice: OrderNotice) => void;
}

const maxHeld = 1_000;

/**
 * Holds back live events of orders with a gap until the missed events are delivered: on one connection, per order, for
 * a limited time and in limited number.
 */
export class HeldEvents {
  readonly #options: HeldOptions;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** Orders of which nothing is kept back any more. */
  readonly #passing = new Set<string>();
  #waiting: OrderNotice[] = [];
  #allPass = false;

  constructor(options: HeldOptions) {
    this.#options = options;
  }

  /** Holds an event back; returns false when it must be delivered now. */
  hold(notice: OrderNotice): boolean {
    const { orderNumber } = notice.event;
    if (this.#allPass || this.#passing.has(orderNumber)) return false;
    this.#waiting.push(notice);
    if (!this.#timers.has(orderNumber)) {
      this.#timers.set(
        orderNumber,
        setTimeout(() => this.pass(orderNumber), timerMs(this.#options.limitMs)),
      );
    }
    if (this.#waiting.length >= maxHeld) this.passAll();
    return true;
  }

  /** The orders of which something is kept back. */
  orders(): string[] {
    return [...this.#timers.keys()];
  }

  has(orderNumber: string): boolean {
    return this.#timers.has(orderNumber);
  }

  /** Delivers the held events of an order. */
  release(orderNumber: string): void {
    clearTimeout(this.#timers.get(orderNumber));
    if (!this.#timers.delete(orderNumber)) return;
    const waiting = this.#waiting;
    this.#waiting = waiting.filter(({ event }) => event.orderNumber !== orderNumber);
    for (const notice of waiting) if (notice.event.orderNumber === orderNumber) this.#options.give(notice);
  }

  /** Delivers the held events of an order and holds none of it back from here on. */
  pass(orderNumber: string): void {
    this.#passing.add(orderNumber);
    this.release(orderNumber);
  }

  /** Delivers all held events in order of arrival and holds none back from here on. */
  passAll(): void {
    this.#allPass = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    for (const notice of this.#waiting.splice(0)) this.#options.give(notice);
  }
}
