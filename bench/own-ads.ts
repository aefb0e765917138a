/**
 * `npm run bench:ads`: own ads beside each other are written after a move of their market: how long from the move until
 * the last price is at the marketplace, and what does a round cost? Ten ads on one market, then a hundred on ten, with
 * default settings. Runs about five minutes. A measurement, not a test.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { startAd, startDesk } from '../src/client/index.ts';
import { noReleaseRules } from '../src/domain/orders/release-rules.ts';
import { pricingRulesSchema } from '../src/domain/pricing/pricing-rules.ts';
import { defaultSettings } from '../src/domain/settings.ts';
import { account, openBenchWorld, say, type BenchWorld } from './desk-world.ts';

const adsASide = 5;
const limitMs = 300_000;
const { marketIntervalMs, accountRequestsPerSecond } = defaultSettings;
/** Best ask and bid of the markets, in ticks of 0.01; each move uses the next. */
const places = [
  { ask: 1_015, bid: 985 },
  { ask: 1_004, bid: 996 },
  { ask: 1_022, bid: 978 },
];

interface BenchAd {
  adNumber: string;
  fiat: string;
  side: 'SELL' | 'BUY';
  /** Place among the ads of its market and side, from 0. */
  place: number;
}

interface Calls {
  search: number;
  list: number;
  reference: number;
  update: number;
  other: number;
}

interface Move {
  /** Of each ad, from the move to its price at the marketplace, sorted. */
  tookMs: number[];
  calls: Calls;
}

const only = process.argv[2];
if (only !== 'ten') await measure(1, [{ name: 'the market moves', moved: 1, times: 6 }]);
if (only !== 'one')
  await measure(10, [
    { name: 'one market of ten moves', moved: 1, times: 4 },
    { name: 'all ten move at once', moved: 10, times: 3 },
  ]);

async function measure(markets: number, runs: { name: string; moved: number; times: number }[]): Promise<void> {
  const world = await openBenchWorld();
  try {
    world.startWorker();
    const ads = await startAds(world, world.market.fiats.slice(0, markets));
    const where = new Map<string, number>(world.market.fiats.map((fiat) => [fiat, 0]));
    for (const run of runs) {
      const moves: Move[] = [];
      for (let time = 0; time < run.times; time += 1) {
        // Moves come at another moment of the round each time.
        await delay(2 * marketIntervalMs + (time * marketIntervalMs) / run.times);
        const fiats = Array.from(
          { length: run.moved },
          (_, index) => world.market.fiats[(time + index) % markets] ?? '',
        );
        moves.push(await measureMove(world, ads, { fiats, where }));
      }
      report(`${ads.length} ads on ${markets} market(s), ${run.name}`, moves);
    }
    const { pricesInZone, ownUndercuts, rejected, callsOverLimit } = world.simulator.ledger();
    say(
      `  prices in an own zone ${pricesInZone}, own undercuts ${ownUndercuts}, above the limit ${callsOverLimit}, refused ${JSON.stringify(rejected)}`,
    );
  } finally {
    await world.close();
  }
}

/**
 * Creates five ads a side on each market, with one rule for all; waits until they have the prices that the rules want.
 */
async function startAds({ simulator, client, market }: BenchWorld, fiats: readonly string[]): Promise<BenchAd[]> {
  for (const fiat of fiats) market.moveOne(fiat, bestAt(0));
  await startDesk(client, { account, egress: 'default', mode: 'sim', release: noReleaseRules, adoptAds: null });
  const rules = pricingRulesSchema.parse({
    strategy: { kind: 'undercut', ticks: 1 },
    limits: { floor: '9.20', ceiling: '10.80' },
  });
  const ads: BenchAd[] = [];
  for (const fiat of fiats) {
    for (const side of ['SELL', 'BUY'] as const) {
      for (let place = 0; place < adsASide; place += 1) {
        const price = ((side === 'SELL' ? 1_030 + 10 * place : 970 - 10 * place) / 100).toFixed(2);
        const adNumber = simulator.ads.add({ account, side, asset: 'USDT', fiat, price });
        ads.push({ adNumber, fiat, side, place });
        await startAd(client, { account, adNumber, mode: 'sim', rules });
      }
    }
  }
  await until(() => ads.every((ad) => simulator.marketplace.ads.get(ad.adNumber)?.price === wanted(ad, 0)));
  return ads;
}

function bestAt(step: number): { ask: string; bid: string } {
  const { ask, bid } = placeOf(step);
  return { ask: (ask / 100).toFixed(2), bid: (bid / 100).toFixed(2) };
}

function placeOf(step: number): { ask: number; bid: number } {
  const place = places[step % places.length];
  if (place === undefined) throw new Error('no place');
  return place;
}

function wanted({ side, place }: BenchAd, step: number): string {
  const { ask, bid } = placeOf(step);
  return ((side === 'SELL' ? ask - 1 + 5 * place : bid + 1 - 5 * place) / 100).toFixed(2);
}

async function measureMove(
  { simulator, market }: BenchWorld,
  all: readonly BenchAd[],
  { fiats, where }: { fiats: readonly string[]; where: Map<string, number> },
): Promise<Move> {
  const ads = all.filter(({ fiat }) => fiats.includes(fiat));
  const calls: Calls = { search: 0, list: 0, reference: 0, update: 0, other: 0 };
  const took = new Map<string, number>();
  for (const fiat of fiats) where.set(fiat, (where.get(fiat) ?? 0) + 1);
  const target = new Map(ads.map((ad) => [ad.adNumber, wanted(ad, where.get(ad.fiat) ?? 0)]));
  const startedMs = performance.now();
  const leave = simulator.on((event) => {
    if (event.type === 'request') calls[kindOf(event.operation)] += 1;
    if (event.type === 'price' && target.get(event.adNumber) === event.price)
      took.set(event.adNumber, performance.now() - startedMs);
  });
  for (const fiat of fiats) market.moveOne(fiat, bestAt(where.get(fiat) ?? 0));
  await until(() => took.size === ads.length);
  leave();
  return { tookMs: [...took.values()].toSorted((left, right) => left - right), calls };
}

function kindOf(operation: string): keyof Calls {
  if (operation.endsWith('ads/search')) return 'search';
  if (operation.endsWith('ads/listWithPagination')) return 'list';
  if (operation.endsWith('ads/getReferencePrice')) return 'reference';
  return operation.endsWith('ads/update') ? 'update' : 'other';
}

function report(title: string, moves: readonly Move[]): void {
  const tookMs = moves.flatMap((move) => move.tookMs).toSorted((left, right) => left - right);
  const at = (share: number): string => seconds(tookMs[Math.min(tookMs.length - 1, Math.floor(share * tookMs.length))]);
  const last = moves.map((move) => move.tookMs.at(-1) ?? 0);
  const writes = moves[0]?.tookMs.length ?? 0;
  say(`${title} (${moves.length} times)`);
  say(
    `  move to price: p50 ${at(0.5)} s, p95 ${at(0.95)} s, last ${last.map(seconds).join(' ')} s; ${writes} writes alone take ${writes / accountRequestsPerSecond} s of the budget`,
  );
  for (const { calls, tookMs: sorted } of moves) {
    const rounds = (sorted.at(-1) ?? 0) / marketIntervalMs;
    say(
      `  ${rounds.toFixed(1)} rounds: ${Object.entries(calls)
        .map(([kind, count]) => `${kind} ${count}`)
        .join(', ')}`,
    );
  }
}

function seconds(ms = 0): string {
  return (ms / 1_000).toFixed(1);
}

async function until(holds: () => boolean): Promise<void> {
  const endMs = performance.now() + limitMs;
  while (!holds()) {
    if (performance.now() > endMs) throw new Error('the ads do not come to rest');
    await delay(50);
  }
}
