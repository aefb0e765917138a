import { Amount, atScale, tickSize } from '../world/amounts.ts';
import { describePair, type MarketBook, type MarketFeed, type MarketPair, type Quote } from '../world/market-feed.ts';
import { buildBook, rememberLatest } from './offer-book.ts';
import { createRandom, seedFromText } from '../world/seeded-random.ts';

/** A generated market: its currencies, the decimals of its price and the price it moves around. */
interface GeneratedPair {
  asset: string;
  fiat: string;
  priceScale: number;
  basePrice: string;
}

interface GeneratedMarketOptions {
  seed: number;
  pairs?: GeneratedPair[];
  /** First moment, milliseconds since the epoch; the default is fixed so that a seed yields one market. */
  startMs?: number;
}

/** Markets with prices of two, three, no and eight decimals, so that hard-coded cents show at once. */
export const generatedPairs: GeneratedPair[] = [
  { asset: 'USDT', fiat: 'BOB', priceScale: 2, basePrice: '11.60' },
  { asset: 'USDT', fiat: 'VES', priceScale: 3, basePrice: '920.200' },
  { asset: 'BTC', fiat: 'COP', priceScale: 0, basePrice: '412000000' },
  { asset: 'USDT', fiat: 'EUR', priceScale: 8, basePrice: '0.86250000' },
];

const defaultStartMs = Date.UTC(2026, 0, 1);
/** The price wanders at most this far from its base. */
const swing = 0.03;
const stepMs = 15_000;
const baitEvery = 37;
/** Cycles of the walk in market time, long to short, each with its share of the swing. */
const waves = [
  { periodMs: 6 * 3_600_000, part: 0.6 },
  { periodMs: 47 * 60_000, part: 0.25 },
  { periodMs: 7 * 60_000, part: 0.15 },
] as const;

/**
 * Creates markets from a seed: a slow wave, shorter ones on it, and an occasional bait on top.
 *
 * The price of a moment depends on the seed and the moment only, so moments can be queried in any order.
 */
export function createGeneratedMarket(options: GeneratedMarketOptions): MarketFeed {
  const sources = options.pairs ?? generatedPairs;
  const markets = sources.map((source) => ({
    source,
    pair: describePair(source.asset, source.fiat, source.priceScale),
  }));
  return {
    pairs: markets.map((market) => market.pair),
    startMs: options.startMs ?? defaultStartMs,
    description: `generated from seed ${options.seed}`,
    referenceRange: (pair) => rangeOf(sources, pair),
    at: rememberLatest(stepMs, (steppedMs) =>
      markets.map(({ source, pair }) => bookAt({ source, pair, seed: options.seed }, steppedMs)),
    ),
  };
}

function rangeOf(sources: GeneratedPair[], pair: MarketPair): { low: string; high: string } {
  const base = sources.find((source) => source.asset === pair.asset && source.fiat === pair.fiat)?.basePrice ?? '1';
  return {
    low: atScale(new Amount(base).mul(1 - swing), pair.priceScale),
    high: atScale(new Amount(base).mul(1 + swing), pair.priceScale, 'up'),
  };
}

interface GeneratedSource {
  source: GeneratedPair;
  pair: MarketPair;
  seed: number;
}

function bookAt(market: GeneratedSource, stepped: number): MarketBook {
  const { source, pair, seed } = market;
  const name = `${seed}:${source.asset}:${source.fiat}`;
  const middle = new Amount(source.basePrice).mul(1 + swing * waveAt(name, stepped));
  const reference = atScale(middle, pair.priceScale, 'nearest');
  const step = createRandom(seedFromText(`${name}:${stepped}`));
  const bait = step.integer(1, baitEvery) === 1;
  return buildBook({
    pair,
    seed,
    marketMs: stepped,
    reference,
    ask: quoteAt(middle, pair, { outwards: 1, baitRatio: bait ? -0.06 : 0 }),
    bid: quoteAt(middle, pair, { outwards: -1, baitRatio: 0 }),
  });
}

function waveAt(name: string, marketMs: number): number {
  return waves.reduce((sum, wave, index) => {
    const phase = createRandom(seedFromText(`${name}:wave:${index}`)).next();
    return sum + wave.part * Math.sin(2 * Math.PI * (marketMs / wave.periodMs + phase));
  }, 0);
}

interface SideShape {
  /** 1 for asks, -1 for bids. */
  outwards: 1 | -1;
  /** Distance of a bait from the middle; 0: no bait. */
  baitRatio: number;
}

function quoteAt(middle: Amount, pair: MarketPair, { outwards, baitRatio }: SideShape): Quote {
  // Half a percent keeps the two sides far enough apart that a desk on both is not in its own exclusion zone.
  const distance = Amount.max(middle.mul(0.005), tickSize(pair.priceScale).mul(4));
  const usual = middle.plus(distance.mul(outwards));
  const best = baitRatio === 0 ? usual : middle.mul(1 + baitRatio);
  return {
    best: atScale(best, pair.priceScale, 'nearest'),
    usual: atScale(usual, pair.priceScale, 'nearest'),
    median: atScale(usual.plus(middle.mul(0.01).mul(outwards)), pair.priceScale, 'nearest'),
    offers: 16,
  };
}
