import { createExchangeClient, toPriceUpdate } from '../src/exchange/index.ts';
import { credentials } from './callers.ts';
import type { BenchServer } from './server-process.ts';

/** How close a limit was kept under constant demand, judged by the arrivals at the server. */
export interface LimiterAccuracy {
  readonly limit: string;
  readonly requestsPerSecond: number;
  readonly seconds: number;
  readonly arrivals: number;
  /** The most arrivals in any window, wherever it is laid, relative to the limit. Must not exceed 1. */
  readonly maxInAnyWindow: number;
  /** The mean rate against the limit. */
  readonly mean: number;
}

interface Limit {
  readonly limit: string;
  readonly requestsPerSecond: number;
  /** How many calls wait in front of the limit at any time. */
  readonly demand: number;
  /** Whether all calls are about one ad. */
  readonly oneAd: boolean;
}

/** The defaults of the product, and a rate at which the resolution of timers would show. */
const limits: readonly Limit[] = [
  { limit: 'account, default', requestsPerSecond: 5, demand: 20, oneAd: false },
  { limit: 'one ad, default', requestsPerSecond: 1.5, demand: 5, oneAd: true },
  { limit: 'account, fast', requestsPerSecond: 100, demand: 50, oneAd: false },
];

/** Measures each limit for `seconds`, one after the other. */
export async function measureLimiter(server: BenchServer, seconds: number): Promise<LimiterAccuracy[]> {
  const results: LimiterAccuracy[] = [];
  for (const limit of limits) results.push(await measureOne(server, limit, seconds));
  return results;
}

async function measureOne(server: BenchServer, limit: Limit, seconds: number): Promise<LimiterAccuracy> {
  const { requestsPerSecond, oneAd, demand } = limit;
  const beyond = 1_000_000;
  const client = createExchangeClient({
    baseUrl: server.baseUrl,
    credentials,
    settings: {
      accountRequestsPerSecond: oneAd ? beyond : requestsPerSecond,
      adRequestsPerSecond: oneAd ? requestsPerSecond : beyond,
    },
  });
  await server.takeRecord();
  const stop = new AbortController();
  const { signal } = stop;
  const change = toPriceUpdate({ adNumber: '11629384756102938400', price: '11.62' });
  const lane = async (): Promise<void> => {
    while (!signal.aborted) await client.ads.update(change, { signal });
  };
  const lanes = Array.from({ length: demand }, lane);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  stop.abort();
  await Promise.allSettled(lanes);
  await client.close();
  const { arrivals } = await server.takeRecord();
  return { limit: limit.limit, requestsPerSecond, seconds, ...accuracy(arrivals, requestsPerSecond) };
}

/** A window holds a whole number of calls: with 1.5 a second, one in two thirds of a second. */
function accuracy(arrivals: readonly number[], requestsPerSecond: number) {
  const capacity = Math.max(1, Math.floor(requestsPerSecond));
  const windowMs = (capacity * 1000) / requestsPerSecond;
  const inWindowFrom = (start: number): number => arrivals.filter((at) => at >= start && at < start + windowMs).length;
  const most = Math.max(0, ...arrivals.map(inWindowFrom));
  // The first window may be full at once, so the mean counts from its end.
  const spanMs = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0);
  const mean = ((arrivals.length - capacity) * 1000) / spanMs / requestsPerSecond;
  return { arrivals: arrivals.length, maxInAnyWindow: round(most / capacity), mean: round(mean) };
}

const round = (value: number): number => Number(value.toFixed(3));
