import { compare, isDecimalText, isPositiveDecimalText } from '../../decimal.ts';
import { amountIn, fiatAmountsSchema, fiatAmountsText, type FiatAmounts } from '../fiat-amounts.ts';
import type { OrderFacts } from '../order-facts.ts';
import { unless, type Check } from '../release-check.ts';
import { looserAmounts } from './looser-amounts.ts';
import { orPresent, releaseRule } from './release-rule.ts';

/** Largest total of an order by currency; orders in a currency without a cap are refused. null: no cap. */
export const amountCapRule = releaseRule({
  schema: fiatAmountsSchema.nullable(),
  keys: {
    amountCap: {
      kind: 'amounts',
      table: 'release',
      option: 'amountCap',
      text: 'an order above this total, or in a currency without one, is not released',
      example: '5000 BOB',
      without: 'no cap',
    },
  },
  written: (present, { amountCap }) => orPresent(amountCap, present),
  checks: (amountCap, { order }) => (amountCap === null ? [] : checkCap(amountCap, order)),
  looser: (from, to) => looserAmounts('cap', from, to),
  words: (amountCap) => (amountCap === null ? null : `never above ${fiatAmountsText(amountCap)}`),
});

/** Fails closed for a cap, amount or currency that is unreadable, and for a currency without a cap. */
function checkCap(caps: FiatAmounts, { fiat, totalPrice: total }: OrderFacts): Check[] {
  const cap = amountIn(caps, fiat);
  const isReadable = cap !== null && isDecimalText(cap) && isPositiveDecimalText(total);
  const isWithin = isReadable && compare(total, cap) <= 0;
  return unless(isWithin, { name: 'amount-cap', total, fiat, cap, caps, bringer: 'human' });
}
