import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { orderControl } from '../../src/client/index.ts';
import { defaultSettings } from '../../src/domain/settings.ts';
import { createStillMarket, type BestOffers } from '../../test/setup/still-markets.ts';
import { say } from '../desk-world.ts';
import { beginDisturbance, type Disturbance } from './disturbances.ts';
import { usageOf } from './usage.ts';
import { openAccounts, priceBefore, type AccountsWorld } from './world.ts';

/** How much longer the others may take than undisturbed. */
const bound = 1.2;
const setup = { accounts: 5, markets: 5, sides: ['SELL'] } as const;
const gateLimitMs = 60_000;
const answerLimitMs = 120_000;
/** What a disturbance needs to reach every part: timeouts, breakers, queues. */
const spreadMs = 20_000;

/** The delays of the accounts that no one disturbs, in ms. */
interface Delays {
  reprices: number[];
  releases: number[];
  /** What share of a core each process took meanwhile. */
  shares: string;
}

/**
 * Prints how long the others take from a move of the market to the price, and from an approval to the release, before
 * one account is disturbed and while it is, and the ratios.
 */
export async function measureDisturbed(kind: Disturbance, times: number): Promise<void> {
  const disturbed = 'a01';
  const world = await openAccounts({ ...setup, ...(kind === 'ban' ? { aside: disturbed } : {}) });
  const others = world.names.filter((name) => name !== disturbed);
  try {
    say(`${setup.accounts} accounts, ${world.ads.length} ads, at a load of ${loadavg()[0]?.toFixed(1)}`);
    const orders = await ordersAtGate(world, others, 2 * times);
    // The first move finds everything cold.
    await moved(world, others, bestAt(-1));
    const calm = await measure(world, others, orders.slice(0, times));
    const end = await beginDisturbance(kind, world, disturbed);
    await delay(spreadMs);
    const beside = await measure(world, others, orders.slice(times));
    say(`one account disturbed by ${kind}: ${await end()}`);
    say(`  of a core, undisturbed: ${calm.shares}`);
    say(`  of a core, disturbed: ${beside.shares}`);
    tell('market move to price', [p50, p95], [calm.reprices, beside.reprices]);
    tell('approval to release', [mean, p95], [calm.releases, beside.releases]);
  } finally {
    await world.close();
  }
}

interface WaitingOrder {
  /** Its place among all. */
  time: number;
  account: string;
  orderNumber: string;
}

async function ordersAtGate(world: AccountsWorld, accounts: readonly string[], count: number): Promise<WaitingOrder[]> {
  const orders: WaitingOrder[] = [];
  for (let index = 0; index < count; index += 1) {
    const account = accounts[index % accounts.length] ?? '';
    const [orderNumber = ''] = await world.market.ask<string[]>({ kind: 'paid-orders', account, count: 1 });
    orders.push({ time: index, account, orderNumber });
  }
  const endMs = performance.now() + gateLimitMs;
  for (const { account, orderNumber } of orders) {
    const control = orderControl(world.client, account, orderNumber);
    while ((await control.state().catch(() => null))?.waitingFor.code !== 'release-gate') {
      if (performance.now() > endMs) throw new Error(`order ${orderNumber} of ${account} does not come to its gate`);
      await delay(200);
    }
  }
  return orders;
}

/** One move and one release at a time, at other moments of the interval each time. */
async function measure(world: AccountsWorld, others: readonly string[], orders: WaitingOrder[]): Promise<Delays> {
  const { marketIntervalMs } = defaultSettings;
  const delays = { reprices: [] as number[], releases: [] as number[] };
  const shares = sharesFromNow(world);
  for (const [index, order] of orders.entries()) {
    await delay(marketIntervalMs + (index * marketIntervalMs) / orders.length);
    const [took, released] = await Promise.all([moved(world, others, bestAt(order.time)), releasedMs(world, order)]);
    delays.reprices.push(...took);
    delays.releases.push(released);
  }
  return { ...delays, shares: shares() };
}

/** The result says what share of a core each process took since. */
function sharesFromNow({ workerPid, serverPid, market }: AccountsWorld): () => string {
  const pids = { worker: workerPid, Temporal: serverPid ?? 0, marketplace: market.pid, bench: process.pid };
  const sinceMs = performance.now();
  const before = Object.entries(pids).map(([name, pid]) => ({ name, pid, used: usageOf(pid).cpuSeconds }));
  return () => {
    const seconds = (performance.now() - sinceMs) / 1_000;
    const shareOf = (pid: number, used: number): string =>
      `${((100 * (usageOf(pid).cpuSeconds - used)) / seconds).toFixed(0)} %`;
    return before.map(({ name, pid, used }) => `${name} ${shareOf(pid, used)}`).join(', ');
  };
}

/** No market stands where it moves to: the places differ from one time to the next. */
function bestAt(time: number): BestOffers {
  const ask = 1_012 + 4 * ((time + 3) % 3);
  return { ask: (ask / 100).toFixed(2), bid: ((2_000 - ask) / 100).toFixed(2) };
}

async function moved(world: AccountsWorld, others: readonly string[], best: BestOffers): Promise<number[]> {
  const fiats = createStillMarket().fiats.slice(0, setup.markets);
  const ads = world.ads.filter(({ account }) => others.includes(account));
  const targets = Object.fromEntries(ads.map(({ adNumber, side }) => [adNumber, priceBefore(side, best)]));
  const took = await world.market.ask<Record<string, number>>({ kind: 'move', fiats, best, targets });
  if (Object.keys(took).length < ads.length) throw new Error('not every ad followed its market');
  return Object.values(took);
}

async function releasedMs(world: AccountsWorld, { account, orderNumber }: WaitingOrder): Promise<number> {
  const completed = world.market.ask<number>({ kind: 'completion', orderNumber });
  const sinceMs = Date.now();
  await orderControl(world.client, account, orderNumber).within(answerLimitMs).approve({ by: 'bench' });
  return (await completed) - sinceMs;
}

interface Measure {
  name: string;
  of: (values: readonly number[]) => number;
}

const p50: Measure = { name: 'p50', of: (values) => at(values, 0.5) };
const p95: Measure = { name: 'p95', of: (values) => at(values, 0.95) };
/** A release leaves at once or when the account's second is over: its median jumps between the two, its mean does not. */
const mean: Measure = { name: 'mean', of: (values) => values.reduce((sum, value) => sum + value, 0) / values.length };

function tell(
  what: string,
  measures: readonly Measure[],
  [calm, beside]: [readonly number[], readonly number[]],
): void {
  const ratios = measures.map(({ name, of }) => {
    const ratio = of(beside) / of(calm);
    const verdict = ratio <= bound ? 'within' : 'ABOVE';
    return `${name} ${seconds(of(calm))} s, disturbed ${seconds(of(beside))} s: ${ratio.toFixed(2)} (${verdict} ${bound})`;
  });
  say(`  ${what} (${calm.length} times each): ${ratios.join('; ')}`);
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(2);
