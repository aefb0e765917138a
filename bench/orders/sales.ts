import { setTimeout as delay } from 'node:timers/promises';
import type { Simulator } from '../../src/simulator/simulator.ts';
import { createRandom } from '../../src/simulator/world/seeded-random.ts';
import { account, type BenchWorld } from '../desk-world.ts';

/** What came of the sales of a run. */
export interface SalesReport {
  readonly sales: number;
  readonly released: number;
  /** From the payment to the release, in ms, of those that were released. */
  readonly tookMs: readonly number[];
  /** How many sales were paid and not released, every five seconds. */
  readonly waiting: readonly number[];
  /** Calls of the account while it ran, by operation. */
  readonly calls: Readonly<Record<string, number>>;
  readonly seconds: number;
}

export interface SalesPlan {
  readonly sales: number;
  readonly perMinute: number;
  /** 0: who takes an ad has paid at once. */
  readonly payWithinMs: number;
  readonly limitMs: number;
}

const queueLookMs = 5_000;
export const seed = 33;

/** Counts what the desk does about sales from here on. */
function countSales(simulator: Simulator) {
  const paidAtMs = new Map<string, number>();
  const tookMs: number[] = [];
  const calls: Record<string, number> = {};
  const leave = simulator.on((event) => {
    if (event.type === 'request') {
      const name = event.operation.split('/').at(-1) ?? '';
      calls[name] = (calls[name] ?? 0) + 1;
    } else if (event.type === 'order' && event.event === 'completed') {
      const sinceMs = paidAtMs.get(event.orderNumber);
      if (sinceMs !== undefined) tookMs.push(performance.now() - sinceMs);
    }
  });
  return { paidAtMs, tookMs, calls, leave };
}

/** Lets people take and pay sales by a plan; settles when all are released, or the time is over. */
export async function runSales({ simulator }: BenchWorld, plan: SalesPlan): Promise<SalesReport> {
  const { sales, payWithinMs, limitMs } = plan;
  const counted = countSales(simulator);
  const waiting: number[] = [];
  const fromMs = performance.now();
  const looks = setInterval(() => waiting.push(counted.paidAtMs.size - counted.tookMs.length), queueLookMs);
  const random = createRandom(seed);
  await Promise.all(Array.from({ length: sales }, (_, index) => person(index, payWithinMs * random.next())));
  while (counted.tookMs.length < sales && performance.now() - fromMs < limitMs) await delay(100);
  clearInterval(looks);
  counted.leave();
  const { tookMs, calls } = counted;
  return { sales, released: tookMs.length, tookMs, waiting, calls, seconds: (performance.now() - fromMs) / 1_000 };

  async function person(index: number, payAfterMs: number): Promise<void> {
    await delay((index * 60_000) / plan.perMinute);
    const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
    const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
    if (payAfterMs > 0) await delay(payAfterMs);
    counted.paidAtMs.set(orderNumber, performance.now());
    simulator.counterparties.pay(orderNumber);
  }
}
