/** Which of the payments that were seen could be of an order: what the register has, beside the orders that are open. */
import { compare } from '../../domain/decimal.ts';
import { judgePayments, type ExpectedPayment } from '../../domain/payments/payment-judgement.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { meantMethod, sheetOrder, type OrderInFull } from '../../domain/sheet/sheet-facts.ts';
import { expectedFor, sheetPayments } from '../../domain/sheet/judged-payments.ts';
import type { SheetPayments } from '../../domain/sheet/sheet-payments.ts';
import type { ListedOrders } from '../../marketplace/marketplace.ts';
import type { AccountRegister } from '../../register/account-register.ts';

interface SightParts {
  readonly account: string;
  readonly register: Pick<AccountRegister, 'paymentsSeen'>;
  /** Both reject where they could not be read. */
  readonly running: () => Promise<Pick<ListedOrders, 'items' | 'odd' | 'cutAfter'>>;
  readonly inFull: (orderNumber: string) => Promise<OrderInFull>;
  readonly nowMs: number;
}

/** So much older payments are shown as what they are: too old. */
const shownBeforeMs = 86_400_000;
/** Beyond this many open orders with one total no payment is matched. */
const maxRivals = 5;

/** Returns the payments that could be of a sale. Without any in its currency no order is read. Rejects where the register is silent. */
export async function paymentSight(parts: SightParts, order: OrderInFull): Promise<SheetPayments> {
  const { account, register, nowMs } = parts;
  const { fiat: currency, createdAtMs, side } = order.order;
  const none = { seen: [], more: 0 };
  if (side === 'BUY') return none;
  const payments = await register.paymentsSeen({ currency, sinceMs: createdAtMs - shownBeforeMs });
  if (payments.length === 0) return none;
  const expected = expectedOf(account, order);
  const mayMatch = payments.some(({ amount }) => compare(amount, expected.amount) === 0);
  const others = mayMatch ? await rivalsOf(parts, order.order).catch(() => null) : [];
  return sheetPayments(judgePayments({ order: expected, others, payments, nowMs }));
}

function expectedOf(account: string, full: OrderInFull): ExpectedPayment {
  return expectedFor(account, full.order, meantMethod(sheetOrder(full))?.identifier ?? null);
}

/** Returns the other open sales in the currency; null: not all of them are known. A list names no one: rivals are read in full. */
async function rivalsOf(
  { account, running, inFull }: SightParts,
  order: OrderFacts,
): Promise<ExpectedPayment[] | null> {
  const { items, odd, cutAfter } = await running();
  if (odd.length > 0 || cutAfter !== null) return null;
  const others = items.filter(
    ({ orderNumber, side, fiat }) => side === 'SELL' && fiat === order.fiat && orderNumber !== order.orderNumber,
  );
  const isRival = ({ totalPrice }: OrderFacts): boolean => compare(totalPrice, order.totalPrice) === 0;
  const rivals = others.filter(isRival);
  if (rivals.length > maxRivals) return null;
  const read = await Promise.all(rivals.map(({ orderNumber }) => inFull(orderNumber)));
  const rest = others.filter((other) => !isRival(other));
  return [...read.map((full) => expectedOf(account, full)), ...rest.map((other) => expectedFor(account, other, null))];
}
