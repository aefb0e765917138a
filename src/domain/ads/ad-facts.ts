import type { TradeSide } from '../orders/order-facts.ts';

/** One own ad as the rules see it. Decimals as text. */
export interface AdFacts {
  readonly adNumber: string;
  /** The maker's side: SELL sells the asset. */
  readonly side: TradeSide;
  readonly asset: string;
  readonly fiat: string;
  readonly price: string;
  /** Decimal places of the price; the tick is 10^-priceScale. */
  readonly priceScale: number;
  readonly status: 'online' | 'offline' | 'closed';
  /** In the asset. */
  readonly remaining: string;
  readonly minFiat: string;
  readonly maxFiat: string;
  readonly priceType: 'fixed' | 'floating';
  /** Of a floating price, in percent of the market; null: the ad has none. */
  readonly floatingRatio: string | null;
  /** Identifiers of its payment methods; null: not known. */
  readonly payMethods: readonly string[] | null;
}

/** An offer that cannot be read: it is left out of the market. */
export interface UnreadOffer {
  readonly adNumber: string;
  readonly why: string;
}

/** One offer of the market, own ads included. Decimals as text; null: the service did not say. */
export interface MarketOffer {
  readonly adNumber: string;
  readonly price: string;
  /** Masked and not unique; `userNo` is the merchant's identity. */
  readonly nickname: string;
  readonly userNo: string | null;
  readonly userType: 'merchant' | 'user' | null;
  /** In the asset. */
  readonly remaining: string | null;
  /** Smallest and largest order, in fiat. */
  readonly minFiat: string | null;
  readonly maxFiat: string | null;
  /** Identifiers of its payment methods. */
  readonly payMethods: readonly string[] | null;
  /** Whether a taker must pass an identity check of its own. */
  readonly additionalKyc: boolean | null;
  /** In the last 30 days. */
  readonly orderCount: number | null;
  /** In the last 30 days, 0 to 1. */
  readonly finishRate: number | null;
  readonly tradable: boolean | null;
}
