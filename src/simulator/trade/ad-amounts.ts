import { Amount } from '../world/amounts.ts';
import type { MarketPair } from '../world/market-feed.ts';
import { illegalParameter, quantityTooSmall, tooPrecise } from '../world/sim-refusal.ts';

/** The amount of an ad, and the limits of one order in fiat money. */
interface AdAmounts {
  initAmount: string;
  minFiat: string;
  maxFiat: string;
}

/**
 * Refuses amounts with more decimals than their currency has (-1111), limits that are no interval (-1102), and a total
 * below the smallest order (187040). Trailing zeros do not count: answers write eight decimals.
 */
export function requireAmounts(
  { initAmount, minFiat, maxFiat }: AdAmounts,
  { assetScale, fiatScale, price }: Pick<MarketPair, 'assetScale' | 'fiatScale'> & { price: string },
): void {
  requireScale(initAmount, assetScale);
  requireScale(minFiat, fiatScale);
  requireScale(maxFiat, fiatScale);
  if (!new Amount(initAmount).gt(0) || !new Amount(minFiat).gt(0)) throw illegalParameter();
  if (new Amount(minFiat).gt(maxFiat)) throw illegalParameter();
  if (new Amount(initAmount).mul(price).lt(minFiat)) throw quantityTooSmall();
}

/** Refuses more decimals than a currency has. */
export function requireScale(value: string, scale: number): void {
  if (new Amount(value).decimalPlaces() > scale) throw tooPrecise();
}
