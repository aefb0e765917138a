/** The merchant's smallest margin against the reference price, after the maker's fee. */
import { compare, Decimal, isDecimalText } from '../decimal.ts';
import { decimalPrice, type Price } from '../price.ts';
import type { TickLimits } from './own-spread.ts';
import { percentOf } from './price-text.ts';
import type { MarginNote, Note } from './price-step.ts';
import type { TickInput } from './tick-input.ts';

/** The price at which a trade earns just the margin: a floor when selling, a ceiling when buying. */
export interface MarginLimit {
  readonly price: Price;
  readonly note: Note<MarginNote>;
}

/** Why the margin cannot be computed. */
export interface UnknownMargin {
  readonly price: null;
  readonly note: Note<MarginNote>;
}

type MarginInput = Pick<TickInput, 'side' | 'reference' | 'makerFee'> & {
  readonly rules: { readonly minimumMargin: string | null };
};

/**
 * Returns the limit of the rules' margin; null without one. A seller pays the fee in coin on top of the amount, a buyer
 * receives that much less (wire-facts 15): what counts is the price of a coin that was really given or received.
 */
export function marginLimit({ side, reference, makerFee, rules }: MarginInput): MarginLimit | UnknownMargin | null {
  const { minimumMargin } = rules;
  const percent = minimumMargin === null ? null : percentOf(minimumMargin);
  if (percent === null) return null;
  if (reference === null) return unchecked(percent, 'reference');
  if (makerFee === null || !isFee(makerFee)) return unchecked(percent, 'fee');
  const sign = side === 'SELL' ? 1 : -1;
  const earning = new Decimal(percent).dividedBy(100).times(sign).plus(1);
  const paying = new Decimal(makerFee).times(sign).plus(1);
  const price = decimalPrice(reference.decimal.times(earning).times(paying), reference.scale);
  const note = (): MarginNote => {
    const fee = new Decimal(makerFee).times(100).toFixed();
    const is = side === 'SELL' ? 'least' : 'most';
    return { code: 'margin', percent, reference: reference.text, fee, is, price: price.text };
  };
  return { price, note };
}

function unchecked(percent: string, lacks: 'reference' | 'fee'): UnknownMargin {
  return { price: null, note: () => ({ code: 'margin-unchecked', percent, lacks }) };
}

/** A fee below zero would be earned: it would carry a price beyond the margin. */
function isFee(share: string): boolean {
  return isDecimalText(share) && compare(share, '0') >= 0 && compare(share, '1') < 0;
}

/** Returns the limits narrowed by the margin. The floor may end above the ceiling: then no price satisfies. */
export function limitsWithMargin(limits: TickLimits, margin: Price | null, side: 'BUY' | 'SELL'): TickLimits {
  const { floor, ceiling } = limits;
  if (margin === null) return limits;
  if (side === 'SELL') return margin.compare(floor) > 0 ? { floor: margin, ceiling } : limits;
  return margin.compare(ceiling) < 0 ? { floor, ceiling: margin } : limits;
}
