import { Amount, atScale } from '../world/amounts.ts';
import type { TradeSide } from '../world/simulator-state.ts';

/** What an ad or a competitor's offer shows of itself, as far as the size of an order depends on it. */
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
 * Takes an offer and gives what of it can be traded (wire-facts section 15).
 *
 * The fee is charged on top of a seller's coin, so a little less than the remainder can be bought.
 */
export function tradable({ side, price, surplusAmount, maxFiat, commissionRate, assetScale }: Offered): Tradable {
  const cost = side === 'SELL' ? new Amount(1).plus(commissionRate) : new Amount(1);
  const quantity = new Amount(surplusAmount).div(cost);
  return { quantity: atScale(quantity, assetScale), maxTradableFiat: Amount.min(maxFiat, quantity.mul(price)) };
}

/** Whether the remainder is worth one least order; an offer with less is not shown to takers (wire-facts section 13). */
export const holdsLeastOrder = (offered: Offered): boolean => tradable(offered).maxTradableFiat.gte(offered.minFiat);
