/** Own ads beside each other on still markets, and the time that a move of their market takes to reach them. */
import { setTimeout as delay } from 'node:timers/promises';
import { startAd, startDesk } from '../src/client/index.ts';
import { noReleaseRules } from '../src/domain/orders/release-rules.ts';
import { pricingRulesSchema } from '../src/domain/pricing/pricing-rules.ts';
import { account, type BenchWorld } from './desk-world.ts';

const adsASide = 5;
const limitMs = 300_000;
/** Best ask and bid of the markets, in ticks of 0.01; each move uses the next. */
const places = [
  { ask: 1_015, bid: 985 },
  { ask: 1_004, bid: 996 },
  { ask: 1_022, bid: 978 },
];

export interface BenchAd {
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

export interface Move {
  /** Of each ad, from the move to its price at the marketplace, sorted. */
  tookMs: number[];
  calls: Calls;
  /** For how long an own ad stood before one that belongs before it, at most: they are written in any order. */
  outOfOrderMs: number;
}

/**
 * Creates five ads a side on each market, with one rule for all; waits until they have the prices that the rules want.
 */
export async function startAds(
  { simulator, client, market }: BenchWorld,
  fiats: readonly string[],
): Promise<BenchAd[]> {
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

export async function measureMove(
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
  const order = new OrderWatch(ads, (adNumber) => Number(simulator.marketplace.ads.get(adNumber)?.price));
  const leave = simulator.on((event) => {
    if (event.type === 'request') calls[kindOf(event.operation)] += 1;
    if (event.type !== 'price') return;
    order.look(performance.now());
    if (target.get(event.adNumber) === event.price) took.set(event.adNumber, performance.now() - startedMs);
  });
  for (const fiat of fiats) market.moveOne(fiat, bestAt(where.get(fiat) ?? 0));
  await until(() => took.size === ads.length);
  leave();
  const { longestMs: outOfOrderMs } = order;
  return { tookMs: [...took.values()].toSorted((left, right) => left - right), calls, outOfOrderMs };
}

/** Measures for how long own ads of a market and side are not in the order of their places. */
class OrderWatch {
  longestMs = 0;
  readonly #lists: readonly (readonly BenchAd[])[];
  readonly #priceOf: (adNumber: string) => number;
  /** By list, when its order was lost. */
  readonly #lostAtMs = new Map<readonly BenchAd[], number>();

  constructor(ads: readonly BenchAd[], priceOf: (adNumber: string) => number) {
    this.#lists = [...Map.groupBy(ads, ({ fiat, side }) => `${fiat} ${side}`).values()];
    this.#priceOf = priceOf;
  }

  look(nowMs: number): void {
    for (const list of this.#lists) {
      const lostAtMs = this.#lostAtMs.get(list);
      if (lostAtMs !== undefined) this.longestMs = Math.max(this.longestMs, nowMs - lostAtMs);
      if (this.#isOrdered(list)) this.#lostAtMs.delete(list);
      else this.#lostAtMs.set(list, lostAtMs ?? nowMs);
    }
  }

  #isOrdered(list: readonly BenchAd[]): boolean {
    const prices = list.map(({ adNumber, side }) => (side === 'SELL' ? 1 : -1) * this.#priceOf(adNumber));
    return prices.every((price, index) => index === 0 || price > (prices[index - 1] ?? price));
  }
}

function kindOf(operation: string): keyof Calls {
  if (operation.endsWith('ads/search')) return 'search';
  if (operation.endsWith('ads/listWithPagination')) return 'list';
  if (operation.endsWith('ads/getReferencePrice')) return 'reference';
  return operation.endsWith('ads/update') ? 'update' : 'other';
}

async function until(holds: () => boolean): Promise<void> {
  const endMs = performance.now() + limitMs;
  while (!holds()) {
    if (performance.now() > endMs) throw new Error('the ads do not come to rest');
    await delay(50);
  }
}
