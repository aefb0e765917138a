import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { adControl, startAd } from '../../src/client/index.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import { account, openBenchWorld, type BenchWorker } from '../desk-world.ts';

const adCount = 20;
const recoveryLimitMs = 120_000;
const settings = { marketIntervalMs: 5_000, accountRequestsPerSecond: 50 };
const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.50', ceiling: '10.50' },
});

export interface CrashWorker {
  readonly child: BenchWorker;
  /** When it reported that it was ready, in epoch ms. */
  readonly readyAtMs: Promise<number>;
  /** CPU time so far; null where the system does not report it. */
  cpuSeconds(): number | null;
}

/** A Temporal server, a marketplace with twenty still markets, an ad in each, and the worker that keeps them. */
export interface CrashWorld {
  readonly client: Client;
  readonly adCount: number;
  workflowIds(): string[];
  /** The worker that was started last. */
  worker(): CrashWorker;
  startWorker(): CrashWorker;
  startAds(): Promise<void>;
  lengthenHistories(minEvents: number): Promise<void>;
  /** Moves the best ask of all markets; returns the expected price of the ads. */
  moveMarkets(bestAsk: string): string;
  /** Waits until each ad has that price; returns when each did, in ms since `sinceMs`. */
  untilPriced(price: string, sinceMs?: number): Promise<number[]>;
  close(): Promise<void>;
}

export async function openWorld(): Promise<CrashWorld> {
  const world = await openBenchWorld(settings, { rateLimit: { requests: 1_000, windowMs: 10_000 } });
  const { client, simulator, market, close } = world;
  const startWorker = (): CrashWorker => observed(world.startWorker());
  let last = startWorker();
  const adNumbers: string[] = [];
  const priceOf = (adNumber: string): string | undefined => simulator.marketplace.ads.get(adNumber)?.price;
  const workflowIds = (): string[] => adNumbers.map((adNumber) => adControl(client, account, adNumber).workflowId);
  const untilPriced = (price: string, sinceMs = performance.now()): Promise<number[]> =>
    untilAll(adNumbers, (adNumber) => priceOf(adNumber) === price, sinceMs);
  return {
    client,
    adCount,
    workflowIds,
    worker: () => last,
    startWorker: () => (last = startWorker()),
    startAds: async () => {
      for (const fiat of market.fiats.slice(0, adCount)) {
        const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat, price: '10.20' });
        await startAd(client, { account, adNumber, mode: 'sim', rules, settings });
        adNumbers.push(adNumber);
      }
      await untilPriced(market.move('10.05'));
    },
    lengthenHistories: async (minEvents) => {
      await Promise.all(workflowIds().map((workflowId) => lengthen(client, workflowId, minEvents)));
    },
    moveMarkets: market.move,
    untilPriced,
    close,
  };
}

function observed(child: BenchWorker): CrashWorker {
  const readyAtMs = once(child.stdout, 'data').then(() => Date.now());
  return { child, readyAtMs, cpuSeconds: () => cpuSecondsOf(child.pid) };
}

const ticksPerSecond = 100;

/** Linux counts it in hundredths of a second; elsewhere there is no such file. */
function cpuSecondsOf(pid: number | undefined): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return null;
  }
}

/** Messages that mean nothing lengthen a history as others do. */
async function lengthen(client: Client, workflowId: string, minEvents: number): Promise<void> {
  const handle = client.workflow.getHandle(workflowId);
  while ((await handle.describe()).historyLength < minEvents) {
    for (let signals = 0; signals < 10; signals += 1) {
      await handle.signal('lengthen');
      await delay(20);
    }
  }
}

async function untilAll(
  names: readonly string[],
  isDone: (name: string) => boolean,
  sinceMs: number,
): Promise<number[]> {
  const took = new Map<string, number>();
  while (took.size < names.length) {
    const passedMs = performance.now() - sinceMs;
    if (passedMs > recoveryLimitMs) throw new Error(`only ${took.size} of ${names.length} ads stand at their price`);
    for (const name of names) if (!took.has(name) && isDone(name)) took.set(name, passedMs);
    await delay(50);
  }
  return [...took.values()];
}
