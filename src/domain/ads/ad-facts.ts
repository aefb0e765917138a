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
}

/** One offer of the market, own ads included. Decimals as text. */
export interface MarketOffer {
  readonly adNumber: string;
  readonly price: string;
  readonly nickname: string;
  /** In the asset. */
  readonly remaining: string;
  readonly minFiat: string;
  readonly maxFiat: string;
  readonly orderCount: number | null;
  /** 0 to 1. */
  readonly finishRate: number | null;
  readonly tradable: boolean | null;
}
