import { addAd } from './trade/ad-desk.ts';
import { Amount, atScale, tickSize } from './world/amounts.ts';
import { demoFaults, type DemoFaults } from './world/demo-faults.ts';
import { createGeneratedMarket, generatedPairs } from './market/generated-market.ts';
import { pairKey, type MarketFeed, type MarketPair } from './world/market-feed.ts';
import type { Marketplace } from './world/marketplace.ts';
import { usualQuantity } from './market/offer-book.ts';
import { createPopulation, type Population } from './market/population.ts';
import { readRecordedMarket } from './market/recorded-market.ts';
import type { RateLimit } from './world/simulator-options.ts';
import type { SimClock } from './world/sim-clock.ts';
import { createSimulator, type ListenOptions, type SimAccount, type Simulator } from './simulator.ts';
import { SimAdStatus, type AdRecord, type PriceLimits, type TradeSide } from './world/simulator-state.ts';

export interface DemoOptions {
  seed: number;
  /** Milliseconds of market time in one of the clock. */
  speed: number;
  /** A recorded market (CSV); null makes one from the seed. */
  marketFile: string | null;
  /** `USDT/BOB`; null reads it from the file's name. */
  pair: string | null;
  /** Decimals of a recorded price; null: those that nearly all its best prices have. */
  priceScale?: number | null;
  ordersPerMinute: number;
  faults: DemoFaults;
  stateFile: string | null;
  account: SimAccount;
  /** How many of the served markets, from the first, have ads of the desk; default: two. */
  deskMarkets?: number | undefined;
  paymentWindowMs?: number | undefined;
  releaseWindowMs?: number | undefined;
  rateLimit?: RateLimit | undefined;
  clock?: SimClock | undefined;
}

/** An ad of the demo's desk, with the limits that its owner would set. */
export interface DeskAd {
  adNumber: string;
  side: TradeSide;
  asset: string;
  fiat: string;
  floor: string;
  ceiling: string;
  priceScale: number;
}

interface MarketInfo {
  description: string;
  pairs: string[];
  startMs: number;
  /** Of a recording: rows in use and rows skipped; null for a generated market. */
  rows: number | null;
  skippedRows: number | null;
}

export interface DemoMarketplace {
  simulator: Simulator;
  population: Population;
  deskAds: DeskAd[];
  marketInfo: MarketInfo;
}

const demoPaymentWindowMs = 120_000;
const demoDeskMarkets = 2;
/**
 * How far the desk starts from the reference on either side, and how far its limits extend beyond the market's range.
 */
const startRatio = '0.006';
const limitRatio = '0.08';
/** One more than the exclusion zone on each side of the reference. */
const minStartTicks = 5;

/**
 * Creates the marketplace of a demo: a desk with four ads (SELL and BUY on two markets), people, prices, faults. More
 * markets are served beside those of the desk, so that prices with no, two, three and eight decimals are always
 * present.
 *
 * Throws `RecordingError` (one line) when the recorded market cannot be used.
 */
export function createDemoMarketplace(options: DemoOptions): DemoMarketplace {
  const { feed, info } = openMarkets(options);
  const simulator = createSimulator({
    seed: options.seed,
    speed: options.speed,
    accounts: [options.account],
    market: feed,
    faults: demoFaults(options.faults),
    paymentWindowMs: options.paymentWindowMs ?? demoPaymentWindowMs,
    ...(options.releaseWindowMs === undefined ? {} : { releaseWindowMs: options.releaseWindowMs }),
    ...(options.rateLimit === undefined ? {} : { rateLimit: options.rateLimit }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.stateFile === null ? {} : { stateFile: options.stateFile }),
  });
  const deskPairs = feed.pairs.slice(0, options.deskMarkets ?? demoDeskMarkets);
  const deskAds = deskPairs.flatMap((pair) =>
    (['SELL', 'BUY'] as const).map((side) => deskAdOf(simulator.marketplace, options.account.name, { pair, side })),
  );
  withdrawOtherAds(simulator.marketplace, deskAds);
  const population = createPopulation(simulator, { ordersPerMinute: options.ordersPerMinute, seed: options.seed });
  return { simulator, population, deskAds, marketInfo: info };
}

function openMarkets(options: DemoOptions): { feed: MarketFeed; info: MarketInfo } {
  const { seed, marketFile, pair, priceScale: scale = null } = options;
  if (marketFile === null) {
    const feed = createGeneratedMarket({ seed });
    return { feed, info: infoOf(feed, null) };
  }
  const recorded = readRecordedMarket({ seed, file: marketFile, scale, ...(pair === null ? {} : { pair }) });
  const names = recorded.pairs.map(pairKey);
  const others = generatedPairs.filter((candidate) => !names.includes(pairKey(candidate)));
  const generated = createGeneratedMarket({ seed, pairs: others });
  const feed: MarketFeed = {
    pairs: [...recorded.pairs, ...generated.pairs],
    startMs: recorded.startMs,
    description: `${recorded.description}; ${generated.pairs.map(pairKey).join(', ')} ${generated.description}`,
    referenceRange: (wanted) => (names.includes(pairKey(wanted)) ? recorded : generated).referenceRange(wanted),
    at: (marketMs) => [...recorded.at(marketMs), ...generated.at(marketMs)],
  };
  return { feed, info: infoOf(feed, recorded) };
}

const infoOf = (feed: MarketFeed, recorded: { rows: number; skippedRows: number } | null): MarketInfo => ({
  description: feed.description,
  pairs: feed.pairs.map(pairKey),
  startMs: feed.startMs,
  rows: recorded?.rows ?? null,
  skippedRows: recorded?.skippedRows ?? null,
});

interface Place {
  pair: MarketPair;
  side: TradeSide;
}

/** The ad that an earlier run left, else a new one. */
function deskAdOf(marketplace: Marketplace, account: string, { pair, side }: Place): DeskAd {
  const limits = limitsFor(marketplace, pair);
  const isIt = (ad: AdRecord): boolean =>
    ad.account === account && ad.side === side && pairKey(ad) === pairKey(pair) && ad.status !== SimAdStatus.CLOSED;
  const ad =
    [...marketplace.ads.values()].find(isIt) ??
    addAd(marketplace, {
      ...amountsFor(marketplace, pair),
      account,
      side,
      asset: pair.asset,
      fiat: pair.fiat,
      price: startPrice(marketplace, { pair, side }),
      limits,
      remarks: 'Solo cuentas a nombre propio.',
      autoReply: 'Hola, gracias por su orden. Pague solo desde una cuenta a su nombre.',
    });
  ad.limits = limits;
  return { adNumber: ad.advNo, side, asset: pair.asset, fiat: pair.fiat, ...limits, priceScale: pair.priceScale };
}

function referenceOf(marketplace: Marketplace, pair: MarketPair): string {
  return marketplace.book(pair.asset, pair.fiat)?.reference ?? marketplace.feed.referenceRange(pair).low;
}

/** Wide enough for everything that the market will show. */
function limitsFor(marketplace: Marketplace, pair: MarketPair): PriceLimits {
  const { low, high } = marketplace.feed.referenceRange(pair);
  return {
    floor: atScale(new Amount(low).mul(new Amount(1).minus(limitRatio)), pair.priceScale),
    ceiling: atScale(new Amount(high).mul(new Amount(1).plus(limitRatio)), pair.priceScale, 'up'),
  };
}

function startPrice(marketplace: Marketplace, { pair, side }: Place): string {
  const reference = new Amount(referenceOf(marketplace, pair));
  const distance = Amount.max(reference.mul(startRatio), tickSize(pair.priceScale).mul(minStartTicks));
  const price = side === 'SELL' ? reference.plus(distance) : reference.minus(distance);
  return atScale(price, pair.priceScale, side === 'SELL' ? 'up' : 'down');
}

/** Twenty usual orders' worth, in orders of a fifth to three times the usual. */
function amountsFor(marketplace: Marketplace, pair: MarketPair) {
  const usual = new Amount(usualQuantity(pair));
  const worth = usual.mul(referenceOf(marketplace, pair));
  return {
    initAmount: usual.mul(20).toString(),
    minFiat: atScale(worth.div(5), 0),
    maxFiat: atScale(worth.mul(3), 0),
  };
}

/** Ads of a market that no longer exists have no price to follow: they are closed. */
function withdrawOtherAds(marketplace: Marketplace, deskAds: readonly DeskAd[]): void {
  const kept = new Set(deskAds.map((ad) => ad.adNumber));
  for (const ad of marketplace.ads.values()) if (!kept.has(ad.advNo)) ad.status = SimAdStatus.CLOSED;
}

export interface RunningSimulator extends DemoMarketplace {
  baseUrl: string;
  port: number;
  close: () => Promise<void>;
}

/** Creates the marketplace of a demo and serves it on a port of this machine. */
export async function runSimulator(options: DemoOptions & ListenOptions): Promise<RunningSimulator> {
  const demo = createDemoMarketplace(options);
  const { port, host } = options;
  const address = await demo.simulator.listen({
    ...(port === undefined ? {} : { port }),
    ...(host === undefined ? {} : { host }),
  });
  return { ...demo, ...address, close: demo.simulator.close };
}
