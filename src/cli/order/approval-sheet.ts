/** What a person has to know who approves a release, and the total that he has to type. */
import type { OrderView } from '../../client/index.ts';
import { compare, isPositiveDecimalText } from '../../domain/decimal.ts';
import type { OrderSheet } from '../../domain/sheet/order-sheet.ts';
import type { Seen } from '../../domain/orders/seen.ts';
import { unclearAmount } from '../../domain/typed-amount.ts';
import { checkText } from '../../words/check-words.ts';
import { ageText } from '../kit/duration.ts';
import type { WindowAnswer } from '../window/ask-window.ts';
import { codeFields } from '../../words/signing/approval-words.ts';
import { sheetParts } from './sheet-text.ts';
import { fieldList } from '../text/text-table.ts';
import { timeText } from '../text/time-zone.ts';
import { elsewhereText } from '../../words/order-words.ts';
import { amountText } from '../../words/amount-words.ts';

/** What a person sees before he is asked, and when. */
interface Sight {
  nowMs: number;
  /** What the window says of it. */
  answer: WindowAnswer<OrderSheet>;
}

/** Returns the order's sheet, what the approval will cover, and what the release still lacks beside it. */
export function approvalSheet(view: OrderView, seen: Seen, { nowMs, answer }: Sight): string {
  const { head, rest } = sheetParts(view, answer, nowMs);
  const { account, orderNumber, mode, checks } = view;
  const lacks = checks.filter(({ name }) => name !== 'approval');
  return fieldList([
    ...head,
    ['order', `${orderNumber} of ${account}, mode ${mode}`],
    ...seenFields(seen, nowMs),
    ...paymentFields(view.payments, seen.fiat),
    ...codeFields(view),
    ...lacks.map((check) => ['lacks', `${checkText(check)} (${check.name})`] as const),
    ...rest.filter(([name]) => name !== 'next'),
  ]);
}

/** Returns what an approval covers of a trade, without its payments. */
export function seenFields(seen: Seen, nowMs: number): (readonly [string, string])[] {
  const { asset, amount, price, totalPrice, fiat, payId, paidSinceMs, counterpartyNumber } = seen;
  return [
    ['you release', `${amountText(amount)} ${asset}`],
    ['to user', counterpartyNumber ?? 'not named by the service'],
    ['total', `${amountText(totalPrice)} ${fiat}, at ${amountText(price)}`],
    ['method', payId === null ? 'not named by the service' : `payment method ${payId}`],
    // What the buyer says stands beside it, and may be earlier.
    ['seen as paid', `${timeText(paidSinceMs)}, ${ageText(nowMs - paidSinceMs)} ago, by the desk`],
  ];
}

/** As they were typed; an approval covers them by the form in which references are compared. */
function paymentFields(payments: OrderView['payments'], fiat: string): (readonly [string, string])[] {
  if (payments.length === 0) return [['payment', 'none is attached: look at the bank']];
  return payments.map((payment) => {
    const elsewhere = payment.backs === null ? '' : `: ${elsewhereText(payment)}`;
    const whose = payment.despite === undefined ? '' : ', paid by a THIRD PARTY';
    return ['payment', `${payment.reference} of ${amountText(payment.amount)} ${fiat}${whose}${elsewhere}`] as const;
  });
}

/** Returns why a typed total does not confirm the release of this order, or null. */
export function totalMistake(typed: string, { totalPrice, fiat }: Pick<Seen, 'totalPrice' | 'fiat'>): string | null {
  const problem = unreadAmount(typed);
  if (problem !== null) return problem;
  if (compare(typed.trim(), totalPrice) === 0) return null;
  return `${typed.trim()} ${fiat} is not the total of the order: look at it`;
}

/** Returns why a text cannot be an amount, or null. */
export function unreadAmount(typed: string): string | null {
  const unclear = unclearAmount(typed);
  if (unclear !== null) return unclear;
  if (isPositiveDecimalText(typed.trim())) return null;
  return `${JSON.stringify(typed)} is no amount: write it in full, such as 400.00`;
}
