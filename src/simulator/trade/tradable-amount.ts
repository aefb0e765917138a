import { Amount, atScale } from '../world/amounts.ts';
import type { TradeSide } from '../world/simulator-state.ts';

/** The public fields of an ad or a competitor's offer that decide the size of an order. */
interface Offered {
  /** The maker's side. */
  side: TradeSide;
  price: string;
  surplusAmount: string;
  minFiat: string;
  maxFiat: string;
  commissionRate: string;
  assetScale: number;
}

/** What a taker can really get. */
export interface Tradable {
  /** Quantity of the asset, cut to its decimals. */
  quantity: string;
  /** The most fiat money that one order may be about; not cut. */
  maxTradableFiat: Amount;
}

/**
 * Returns the tradable part of an offer (wire-facts 15).
 *
 * The fee is added to a seller's coin, so slightly less than the remainder can be bought.
 */
export function tradable({ side, price, surplusAmount, maxFiat, commissionRate, assetScale }: Offered): Tradable {
  const cost = side === 'SELL' ? new Amount(1).plus(commissionRate) : new Amount(1);
  const quantity = new Amount(surplusAmount).div(cost);
  return { quantity: atScale(quantity, assetScale), maxTradableFiat: Amount.min(maxFiat, quantity.mul(price)) };
}

/** Whether the remainder suffices for the smallest order; other offers are hidden from takers (wire-facts 13). */
export const holdsLeastOrder = (offered: Offered): boolean => tradable(offered).maxTradableFiat.gte(offered.minFiat);
