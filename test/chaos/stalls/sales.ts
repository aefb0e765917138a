/** People who take and pay sales all the time, and what becomes of them. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Simulator } from '../../../src/simulator/simulator.ts';
import { account } from '../losses/own-service.ts';

const payAfterMs = 2_000;

/** How the sales stand. */
export interface SalesSeen {
  readonly paid: number;
  readonly released: number;
}

export class Sales {
  readonly #simulator: Simulator;
  readonly #paid = new Set<string>();
  /** When each was released, by `performance.now()`. */
  readonly #releasedAtMs = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  readonly #forget: () => void;

  constructor(simulator: Simulator, perMinute: number) {
    this.#simulator = simulator;
    this.#forget = simulator.on((event) => {
      if (event.type === 'order' && event.event === 'completed')
        this.#releasedAtMs.set(event.orderNumber, performance.now());
    });
    this.#timer = setInterval(() => void this.#person(), 60_000 / perMinute);
  }

  get seen(): SalesSeen {
    return { paid: this.#paid.size, released: this.#releasedAtMs.size };
  }

  /** When the first of them was released after a moment; null: none was. */
  firstAfter(momentMs: number): number | null {
    const later = [...this.#releasedAtMs.values()].filter((ms) => ms > momentMs);
    return later.length === 0 ? null : Math.min(...later);
  }

  /** Whether all that were paid before a moment are released. */
  isDone(): boolean {
    return [...this.#paid].every((orderNumber) => this.#releasedAtMs.has(orderNumber));
  }

  /** No one comes any more. */
  end(): void {
    clearInterval(this.#timer);
  }

  close(): void {
    this.end();
    this.#forget();
  }

  async #person(): Promise<void> {
    const { ads, counterparties } = this.#simulator;
    const adNumber = ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
    const orderNumber = counterparties.take({ adNumber, totalPrice: '500.00' });
    await delay(payAfterMs);
    counterparties.pay(orderNumber);
    this.#paid.add(orderNumber);
  }
}
