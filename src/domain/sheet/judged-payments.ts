/** From judged payments to what a sheet shows of them. */
import type { OrderFacts } from '../orders/order-facts.ts';
import { paymentVerdicts } from '../payments/payment-finding.ts';
import type { ExpectedPayment, JudgedPayment } from '../payments/payment-judgement.ts';
import { basisOf } from '../payments/payment.ts';
import { maxNames, maxPayments, type SheetPayment, type SheetPayments } from './sheet-payments.ts';

/** Returns what is expected for an order of the account; its method as the service names it. */
export function expectedFor(account: string, order: OrderFacts, method: string | null): ExpectedPayment {
  const { orderNumber, totalPrice: amount, fiat: currency, buyerName: payer, createdAtMs, paidAtMs = null } = order;
  return { account, orderNumber, amount, currency, method, payer, createdAtMs, paidAtMs };
}

/** Returns the payments that have something in common with the order, the likeliest first. */
export function likeliestPayments(judged: readonly JudgedPayment[]): JudgedPayment[] {
  return judged.filter(isNear).toSorted(likeliestFirst);
}

/** Returns what a sheet shows of judged payments. */
export function sheetPayments(judged: readonly JudgedPayment[]): SheetPayments {
  const near = likeliestPayments(judged);
  return { seen: near.slice(0, maxPayments).map(shownPayment), more: Math.max(0, near.length - maxPayments) };
}

const common = new Set(['payer-equal', 'payer-part', 'payer-differ', 'names-order']);

/** The amount, the payer or the number in the memo. */
const isNear = ({ findings }: JudgedPayment): boolean =>
  findings.some(({ code }) => common.has(code)) || !findings.some(({ code }) => code === 'more' || code === 'less');

const rank = ({ verdict }: JudgedPayment): number => paymentVerdicts.indexOf(verdict);

const likeliestFirst = (left: JudgedPayment, right: JudgedPayment): number =>
  rank(right) - rank(left) || right.payment.id - left.payment.id;

function shownPayment({ payment, verdict, findings }: JudgedPayment): SheetPayment {
  const { id, amount, currency, proof } = payment;
  const { atMs, payers } = basisOf(payment);
  return { id, amount, currency, payers: payers.slice(0, maxNames), proof, atMs, verdict, findings: [...findings] };
}
