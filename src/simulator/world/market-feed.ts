/** A market: its asset and fiat money, with the decimals of price, asset and fiat. */
export interface MarketPair {
  asset: string;
  fiat: string;
  priceScale: number;
  assetScale: number;
  fiatScale: number;
  fiatSymbol: string;
}

/** A competitor's ad as the public search shows it. */
export interface Offer {
  advNo: string;
  nickname: string;
  userNo: string;
  price: string;
  surplusAmount: string;
  minFiat: string;
  maxFiat: string;
  monthOrderCount: number;
  /** 0 to 1. */
  monthFinishRate: number;
  userType: 'user' | 'merchant';
  /** A bait: a price far from the market, a tiny amount, few finished orders. */
  bait: boolean;
}

/** One market at one moment: asks (selling the asset) and bids (buying it), best first. */
export interface MarketBook {
  pair: MarketPair;
  reference: string;
  asks: Offer[];
  bids: Offer[];
}

/** Input of one side of a book. */
export interface Quote {
  /** The best visible price; it may be a bait. */
  best: string | null;
  /** The most usual price near the best; honest competitors start here. */
  usual: string | null;
  median: string | null;
  offers: number | null;
}

export interface MarketFeed {
  pairs: MarketPair[];
  /** First moment of the feed, milliseconds since the epoch. */
  startMs: number;
  /** Lowest and highest reference price that this feed will ever show, by `pairKey`. */
  referenceRange: (pair: MarketPair) => { low: string; high: string };
  /** Returns the books at a moment of market time, in the order of `pairs`. */
  at: (marketMs: number) => MarketBook[];
  /** One sentence for people: where the prices come from. */
  description: string;
}

/** The name of a market, such as `USDT/BOB`. */
export const pairKey = (pair: { asset: string; fiat: string }): string => `${pair.asset}/${pair.fiat}`;

const symbols: Record<string, string> = { BOB: 'Bs', VES: 'Bs.S', ARS: '$', COP: '$', MXN: 'Mex$', KZT: '₸', EUR: '€' };
const assetScales: Record<string, number> = { USDT: 2, USDC: 2, FDUSD: 2, BTC: 8, ETH: 8, BNB: 8 };
const wholeFiats = new Set(['COP', 'CLP', 'VND', 'IDR']);

/** Derives the rest of a pair from its two currencies. */
export function describePair(asset: string, fiat: string, priceScale: number): MarketPair {
  return {
    asset,
    fiat,
    priceScale,
    assetScale: assetScales[asset] ?? 8,
    fiatScale: wholeFiats.has(fiat) ? 0 : 2,
    fiatSymbol: symbols[fiat] ?? fiat,
  };
}
