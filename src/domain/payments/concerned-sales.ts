/** Which open sales a payment that came in may be for, by what a list shows of them: it names no one. */
import { compare, Decimal } from '../decimal.ts';
import type { OrderFacts } from '../orders/order-facts.ts';
import { basisOf, type Payment } from './payment.ts';
import { hasOrderNumber } from './memo.ts';

/** What a list shows of a sale. */
export type ListedSale = Pick<OrderFacts, 'orderNumber' | 'fiat' | 'totalPrice'>;

/**
 * Returns the numbers of the sales whose total came in, or that a memo names. Of a payment that is neither, the `nearest` so
 * many: their buyer may have paid too little or too much, which a person should hear soon. All others look by themselves,
 * later: to make each of them look at each payment took all calls of a busy account.
 */
export function concernedSales(
  payments: readonly Payment[],
  sales: readonly ListedSale[],
  { nearest }: { readonly nearest: number },
): string[] {
  return [...new Set(payments.flatMap((payment) => concernedBy(payment, sales, nearest)))];
}

function concernedBy(payment: Payment, sales: readonly ListedSale[], nearest: number): string[] {
  const { amount, currency, owner } = payment;
  if (owner !== null) return [];
  const { memos } = basisOf(payment);
  const ofCurrency = sales.filter(({ fiat }) => fiat === currency);
  const meant = ofCurrency.filter(
    ({ orderNumber, totalPrice }) =>
      compare(totalPrice, amount) === 0 || memos.some((memo) => hasOrderNumber(memo, orderNumber)),
  );
  const chosen = meant.length > 0 ? meant : nearestTo(amount, ofCurrency).slice(0, nearest);
  return chosen.map(({ orderNumber }) => orderNumber);
}

function nearestTo(amount: string, sales: readonly ListedSale[]): readonly ListedSale[] {
  const away = ({ totalPrice }: ListedSale): Decimal => new Decimal(totalPrice).minus(amount).abs();
  return sales.toSorted((left, right) => away(left).comparedTo(away(right)));
}
