/**
 * `npm run bench:orders`: sales that need no person, carried by one worker beside a Temporal server and a marketplace on this machine:
 * so many a minute at the default budget, with four ads that are kept, and a burst where the budget allows more, beside workflows
 * without work on the same server, empty ones and such with as many steps. Prints calls a sale, what waits, and sales a second.
 * Takes six minutes. A measurement, not a test.
 */
import { parseArgs } from 'node:util';
import { startAd, startDesk } from '../../src/client/index.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import type { DeskSettings } from '../../src/domain/settings.ts';
import { account, openBenchWorld, say, type BenchWorld } from '../desk-world.ts';
import { machineFacts } from '../report.ts';
import { spreadOf, spreadText } from '../statistics.ts';
import { bareRates } from './bare.ts';
import { runSales, seed, type SalesReport } from './sales.ts';

const { values } = parseArgs({
  options: {
    'per-minute': { type: 'string', default: '45' },
    minutes: { type: 'string', default: '4' },
    burst: { type: 'string', default: '500' },
    empty: { type: 'string', default: '1000' },
    steps: { type: 'string', default: '500' },
  },
});
const perMinute = Number(values['per-minute']);
const minutes = Number(values.minutes);
const burst = Number(values.burst);
const payWithinMs = 20_000;
const limitMs = 300_000;
/** Where the service allows more than the default. */
const generous: Partial<DeskSettings> = { accountRequestsPerSecond: 400 };
const released = {
  policy: 'paid',
  amountCap: null,
  counterparty: { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null },
} as const;
/** What no order asks for: the lists, the ads, the clock. */
const polls = new Set([
  'listOrders',
  'search',
  'getReferencePrice',
  'listWithPagination',
  'getDetailByNo',
  'baseDetail',
  'time',
  'listUserOrderHistory',
  'retrieveChatCredential',
  'update',
]);

const { node, cores, processor, loadBefore } = machineFacts();
say(`Node ${node}; ${cores} cores (${processor}), load ${loadBefore.join(' ')}; seed ${seed}`);
if (minutes > 0) await steady();
if (burst > 0) await bursts();

async function steady(): Promise<void> {
  const world = await openWith({});
  try {
    for (const [fiat, side] of [
      ['BOB', 'SELL'],
      ['BOB', 'BUY'],
      ['PEN', 'SELL'],
      ['PEN', 'BUY'],
    ] as const)
      await keepAd(world, fiat, side);
    const plan = {
      sales: Math.round(perMinute * minutes),
      perMinute,
      payWithinMs,
      limitMs: minutes * 60_000 + limitMs,
    };
    show(`${perMinute} sales a minute for ${minutes} minutes at the default budget`, await runSales(world, plan));
  } finally {
    await world.close();
  }
}

async function bursts(): Promise<void> {
  const world = await openWith(generous);
  try {
    const report = await runSales(world, {
      sales: burst,
      perMinute: Number.POSITIVE_INFINITY,
      payWithinMs: 0,
      limitMs,
    });
    show(`${burst} paid sales at once with a budget of ${generous.accountRequestsPerSecond} calls a second`, report);
    const bare = await bareRates(world, { empty: Number(values.empty), steps: Number(values.steps) });
    const rate = report.released / report.seconds;
    say(`sales a second ${rate.toFixed(1)}`);
    for (const [what, bound] of [
      ['empty workflows', bare.empty],
      ['workflows with the same steps and no work', bare.steps],
    ] as const)
      say(`  ${what} a second ${bound.toFixed(1)}; ratio ${(rate / bound).toFixed(3)}`);
  } finally {
    await world.close();
  }
}

async function openWith(settings: Partial<DeskSettings>): Promise<BenchWorld> {
  const world = await openBenchWorld(settings, { rateLimit: { requests: 100_000, windowMs: 10_000 } });
  world.startWorker();
  const desk = { account, egress: 'default', mode: 'sim', release: released, adoptAds: null, settings: {} } as const;
  await startDesk(world.client, desk);
  return world;
}

async function keepAd({ client, simulator }: BenchWorld, fiat: string, side: 'SELL' | 'BUY'): Promise<void> {
  const price = side === 'SELL' ? '10.30' : '9.70';
  const adNumber = simulator.ads.add({ account, side, asset: 'USDT', fiat, price });
  const limits = { floor: '9.20', ceiling: '10.80' };
  const rules = pricingRulesSchema.parse({ strategy: { kind: 'undercut', ticks: 1 }, limits });
  await startAd(client, { account, adNumber, mode: 'sim', rules });
}

function show(what: string, { sales, released: done, tookMs, waiting, calls, seconds }: SalesReport): void {
  say(`${what}: ${done} of ${sales} released in ${seconds.toFixed(0)} s, ${(done / seconds).toFixed(2)} a second`);
  say(`  paid and not released, every 5 s: ${waiting.join(' ')}`);
  if (tookMs.length > 0) say(`  from payment to release, ms: ${spreadText(spreadOf(tookMs, 0))}`);
  const rows = Object.entries(calls).toSorted(([, left], [, right]) => right - left);
  const ofSales = rows.filter(([name]) => !polls.has(name)).reduce((sum, [, count]) => sum + count, 0);
  say(`  calls a sale: ${(ofSales / Math.max(1, done)).toFixed(2)} without polls`);
  for (const [name, count] of rows)
    say(
      `    ${name.padEnd(28)} ${(count / Math.max(1, done)).toFixed(2)} a sale, ${(count / seconds).toFixed(2)} a second`,
    );
}
