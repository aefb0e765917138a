import { compare, isDecimalText, isPositiveDecimalText } from '../../decimal.ts';
import { amountIn, fiatAmountsSchema, fiatAmountsText, type FiatAmounts } from '../fiat-amounts.ts';
import type { OrderFacts } from '../order-facts.ts';
import { check, type Check } from '../release-check.ts';
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
  checks: (amountCap, { order }) => [checkCap(amountCap, order)],
  looser: (from, to) => looserAmounts('cap', from, to),
  words: (amountCap) => (amountCap === null ? null : `never above ${fiatAmountsText(amountCap)}`),
});

/** Fails closed for a cap, amount or currency that is unreadable, and for a currency without a cap. */
function checkCap(amountCap: FiatAmounts | null, order: OrderFacts): Check {
  const bringer = 'human';
  if (amountCap === null) return { name: 'amount-cap', ok: true, text: 'no amount cap is set', bringer };
  const cap = amountIn(amountCap, order.fiat);
  if (cap === null) {
    const text = `there is no cap for ${order.fiat}, only for ${fiatAmountsText(amountCap)}`;
    return { name: 'amount-cap', ok: false, text, bringer };
  }
  const within = isDecimalText(cap) && isPositiveDecimalText(order.totalPrice) && compare(order.totalPrice, cap) <= 0;
  const amount = `${order.totalPrice} ${order.fiat}`;
  return check('amount-cap', within, {
    pass: `${amount} is within the cap of ${cap} ${order.fiat}`,
    fail: `${amount} is not within the cap of ${cap} ${order.fiat}`,
    bringer,
  });
}
