import { Amount, atScale } from '../world/amounts.ts';
import { pairKey, type MarketBook, type MarketPair, type Offer, type Quote } from '../world/market-feed.ts';
import { createRandom, seedFromText } from '../world/seeded-random.ts';
import type { TradeSide } from '../world/simulator-state.ts';

/** Input of a book: the two sides of a market and the moment, cut to the step of the competitors. */
interface BookInput {
  pair: MarketPair;
  seed: number;
  marketMs: number;
  reference: string;
  ask: Quote;
  bid: Quote;
}

/** Builds books once per step of market time, however often they are requested; a step lasts `stepMs`. */
export function rememberLatest(
  stepMs: number,
  build: (steppedMs: number) => MarketBook[],
): (marketMs: number) => MarketBook[] {
  let latest: { steppedMs: number; books: MarketBook[] } | null = null;
  return (marketMs) => {
    const steppedMs = Math.floor(marketMs / stepMs) * stepMs;
    if (latest?.steppedMs !== steppedMs) latest = { steppedMs, books: build(steppedMs) };
    return latest.books;
  };
}

const minOffers = 10;
const maxOffers = 20;
const competitorStepMs = 30_000;
/** No honest offer is farther than this from the reference on the wrong side. */
const baitRatio = '0.02';

const firstNames = [
  'Andes',
  'Sol',
  'Condor',
  'Illimani',
  'Rapido',
  'Sur',
  'Oro',
  'Norte',
  'Plata',
  'Titicaca',
] as const;
const lastNames = ['Exchange', 'P2P', 'Cambio', 'Pay', 'Trade', 'Cash', 'Desk', 'Crypto', 'Money', 'Express'] as const;

interface Competitor {
  advNo: string;
  nickname: string;
  userNo: string;
  /** Own place on the ladder moves a little every so often. */
  periodMs: number;
  minShare: number;
  maxShare: number;
  surplus: number;
  orders: number;
  finishRate: number;
}

/**
 * Builds the competitors' offers around a quote: honest ones from the usual price outwards, the recorded best on top.
 *
 * The same input always yields the same book, and a competitor keeps its ad number and name forever.
 */
export function buildBook(input: BookInput): MarketBook {
  return {
    pair: input.pair,
    reference: input.reference,
    asks: buildSide(input, 'SELL', input.ask),
    bids: buildSide(input, 'BUY', input.bid),
  };
}

function buildSide(input: BookInput, side: TradeSide, quote: Quote): Offer[] {
  const outwards = side === 'SELL' ? 1 : -1;
  const start = honestStart(input, quote, outwards);
  const spread = ladderSpread(input, quote, start);
  const count = Math.min(maxOffers, Math.max(minOffers, quote.offers ?? 14));
  const ladder = Array.from({ length: count }, (_, place) => {
    const competitor = competitorAt(input, side, place);
    const random = createRandom(
      seedFromText(`${competitor.advNo}:${Math.floor(input.marketMs / competitor.periodMs)}`),
    );
    // Twice the way to the median at the far end puts the median in the middle of the ladder.
    const steps = (place / count) * 2 * (0.8 + random.between(0, 0.4));
    return honestOffer(input, competitor, start.plus(spread.mul(steps).mul(outwards)));
  });
  const best = bestOffer(input, side, quote);
  return (best === null ? ladder : [...ladder, best]).sort((a, b) => outwards * new Amount(a.price).cmp(b.price));
}

/** Where honest competitors start: the usual price, else the best unless it is a bait, else beside the reference. */
function honestStart(input: BookInput, quote: Quote, outwards: number): Amount {
  const candidate = quote.usual ?? quote.best;
  const beside = new Amount(input.reference).mul(1 + outwards * 0.002);
  if (candidate === null || isBait(candidate, input.reference)) return beside;
  return new Amount(candidate);
}

function ladderSpread(input: BookInput, quote: Quote, start: Amount): Amount {
  const least = new Amount(input.reference).mul('0.004');
  const max = new Amount(input.reference).mul('0.04');
  const seen = quote.median === null ? least : new Amount(quote.median).minus(start).abs();
  return Amount.min(max, Amount.max(least, seen));
}

/** A price farther from the reference than any honest offer. */
function isBait(price: string, reference: string): boolean {
  return new Amount(price).minus(reference).abs().gt(new Amount(reference).mul(baitRatio));
}

/** Returns the recorded best price as an offer of its own; a bait has a tiny amount and a poor record. */
function bestOffer(input: BookInput, side: TradeSide, quote: Quote): Offer | null {
  if (quote.best === null) return null;
  const competitor = competitorAt(input, side, maxOffers + 1);
  const offer = honestOffer(input, competitor, new Amount(quote.best));
  if (!isBait(quote.best, input.reference)) return offer;
  const tiny = { surplusAmount: atScale(competitor.minShare * 20, input.pair.assetScale), monthOrderCount: 3 };
  const maxFiat = atScale(new Amount(tiny.surplusAmount).mul(offer.price), input.pair.fiatScale);
  const least = atScale(new Amount(maxFiat).div(2), input.pair.fiatScale);
  return { ...offer, ...tiny, minFiat: least, maxFiat, monthFinishRate: 0.41, bait: true };
}

function honestOffer(input: BookInput, competitor: Competitor, price: Amount): Offer {
  const { pair, reference } = input;
  const worth = new Amount(reference).mul(usualQuantity(pair));
  return {
    advNo: competitor.advNo,
    nickname: competitor.nickname,
    userNo: competitor.userNo,
    price: atScale(price, pair.priceScale, 'nearest'),
    surplusAmount: atScale(new Amount(competitor.surplus).mul(usualQuantity(pair)), pair.assetScale),
    minFiat: atScale(worth.mul(competitor.minShare), pair.fiatScale),
    maxFiat: atScale(worth.mul(competitor.maxShare), pair.fiatScale),
    monthOrderCount: competitor.orders,
    monthFinishRate: competitor.finishRate,
    userType: competitor.orders > 300 ? 'merchant' : 'user',
    bait: false,
  };
}

/** Returns the size of a usual order in this asset: a hundred dollars' worth. */
export function usualQuantity(pair: { asset: string }): string {
  const quantities: Record<string, string> = { BTC: '0.001', ETH: '0.03', BNB: '0.15' };
  return quantities[pair.asset] ?? '100';
}

const known = new Map<string, Competitor>();

function competitorAt(input: BookInput, side: TradeSide, place: number): Competitor {
  const key = `${input.seed}:${pairKey(input.pair)}:${side}:${place}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const random = createRandom(seedFromText(key));
  const digits = () => String(random.integer(0, 999_999_999)).padStart(9, '0');
  const hex = () => random.integer(0, 0xffff_ffff).toString(16).padStart(8, '0');
  const made: Competitor = {
    advNo: `13${digits()}${digits()}`,
    nickname: `${random.pick(firstNames)}${random.pick(lastNames)}${random.integer(10, 99)}`,
    userNo: `s${hex()}${hex()}${hex()}${hex()}`,
    periodMs: competitorStepMs * random.integer(3, 30),
    minShare: random.between(0.05, 0.6),
    maxShare: random.between(2, 30),
    surplus: random.between(3, 60),
    orders: random.integer(40, 2500),
    finishRate: Math.round(random.between(0.9, 1) * 1000) / 1000,
  };
  known.set(key, made);
  return made;
}
