import { isPositiveDecimalText } from '../decimal.ts';
import type { OrderFacts } from './order-facts.ts';
import type { OddAmount } from './release-check.ts';

type Amounts = Pick<OrderFacts, 'asset' | 'fiat' | 'amount' | 'price' | 'totalPrice'>;

/**
 * Returns which number of an order is not above zero or no decimal, or null. Such an order is within every cap,
 * so no money moves for it (S8).
 */
export function oddAmount({ asset, fiat, amount, price, totalPrice }: Amounts): OddAmount | null {
  const numbers = [
    ['total', totalPrice, fiat],
    ['amount', amount, asset],
    ['price', price, fiat],
  ] as const;
  const odd = numbers.find(([, number]) => !isPositiveDecimalText(number));
  if (odd === undefined) return null;
  const [what, number, unit] = odd;
  return { what, number: number.slice(0, maxShown), unit };
}

const maxShown = 40;
