/** The ratio of an ad whose price the service derives from an index (ads#a-floating-ad-by-its-ratio). */
import { Decimal, isPositiveDecimalText, roundToScale, tickOf } from '../../decimal.ts';

/** What makes a ratio a price. */
interface RatioBasis {
  /** What the service applies a ratio to; null: not known. */
  readonly index: string | null;
  readonly priceScale: number;
}

/** Returns the price of a ratio in percent: of the index, cut to the price scale (wire-facts 15); null without one. */
export function floatingPrice(ratio: string, { index, priceScale }: RatioBasis): string | null {
  return index !== null && isPositiveDecimalText(index) ? cutPrice(ratio, index, priceScale) : null;
}

function cutPrice(ratio: string, index: string, priceScale: number): string {
  return roundToScale(new Decimal(index).times(ratio).dividedBy(100).toFixed(), priceScale, 'down');
}

interface ShownRatio {
  readonly ratio: string;
  /** Read together with the ratio. */
  readonly price: string;
}

/**
 * Returns the index that the service applies: the reference price where it explains the price that the service shows, and
 * else what that price and its ratio imply. The index is not published; the reference is read once a minute, the price
 * with every listing. Null without a reference: no price is moved by a market that the service does not know.
 */
export function indexOf(
  { ratio, price }: ShownRatio,
  { referencePrice, priceScale }: { readonly referencePrice: string | null; readonly priceScale: number },
): string | null {
  const explained = floatingPrice(ratio, { index: referencePrice, priceScale });
  if (explained === null || !isPositiveDecimalText(ratio)) return null;
  if (new Decimal(explained).equals(price)) return referencePrice;
  // Up, and finer than any tick: cut again, it is the price that it was derived from.
  return roundToScale(new Decimal(price).times(100).dividedBy(ratio).toFixed(), priceScale + impliedDecimals, 'up');
}

const impliedDecimals = 6;

/** As few decimals as will do, and at most those that the service shows (wire-facts 2.4). */
const fewestDecimals = 2;
const mostDecimals = 8;

interface RatioWish extends RatioBasis {
  readonly price: string;
  /** The ratio of the rules; null: they want the price. */
  readonly wanted: string | null;
}

/** A ratio that may be written, and the price that it is worth. */
export interface FloatingPrice {
  readonly ratio: string;
  readonly price: string;
}

/**
 * Returns the ratios that may be written for a price, the best first: the wanted one if it is worth the price, else the
 * one that is, with the fewest decimals. Where a tick is finer than the finest ratio none is: then the two beside the
 * price. Empty without an index.
 */
export function ratiosFor({ wanted, price, index, priceScale }: RatioWish): readonly FloatingPrice[] {
  if (index === null || !isPositiveDecimalText(index)) return [];
  const worth = (text: string): FloatingPrice => {
    const ratio = new Decimal(text).toFixed();
    return { ratio, price: cutPrice(ratio, index, priceScale) };
  };
  if (wanted !== null && new Decimal(cutPrice(wanted, index, priceScale)).equals(price)) return [worth(wanted)];
  const exact = new Decimal(price).times(100).dividedBy(index).toFixed();
  // Less than half a tick above the price, so that a service that rounds makes the same of it as one that cuts.
  const most = new Decimal(tickOf(priceScale)).dividedBy(2).plus(price);
  for (let decimals = fewestDecimals; decimals <= mostDecimals; decimals += 1) {
    const text = roundToScale(exact, decimals, 'up');
    if (new Decimal(index).times(text).dividedBy(100).lessThan(most)) return [worth(text)];
  }
  return [worth(roundToScale(exact, mostDecimals, 'up')), worth(roundToScale(exact, mostDecimals, 'down'))];
}
