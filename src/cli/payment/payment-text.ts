/** Payments at the terminal: the one place where their names are shown. */
import { basisOf, type Payment } from '../../domain/payments/payment.ts';
import type { Sighting } from '../../domain/payments/sighting.ts';
import { amountText } from '../../words/amount-words.ts';
import { backedText, paidText, standText } from '../../words/payments/payment-words.ts';
import { ageText } from '../kit/duration.ts';
import { fieldList, textTable, type Cell } from '../text/text-table.ts';
import { timeText } from '../text/time-zone.ts';

/** Formats payments as a table. */
export function paymentRows(
  payments: readonly Payment[],
  { nowMs, columns }: { readonly nowMs: number; readonly columns: number },
): string {
  if (payments.length === 0) return 'no payment was reported in this time: `peerdesk door` takes them in';
  return textTable(
    [
      { title: 'NUMBER', cell: ({ id }) => id },
      { title: 'AGE', cell: (payment) => ageText(Math.max(0, nowMs - basisOf(payment).atMs)) },
      { title: 'AMOUNT', cell: ({ amount, currency }) => `${amountText(amount)} ${currency}` },
      { title: 'PAYER', cell: (payment) => basisOf(payment).payers.join(' or ') || '-' },
      { title: 'STATE', cell: standText },
      { title: 'REFERENCE', cell: ({ proof }) => proof },
      { title: 'BACKS', cell: backedText },
    ],
    payments,
    columns,
  );
}

/** Formats one payment with everything that was said of it. */
export function paymentText(payment: Payment): string {
  const { id, account, proof } = payment;
  return fieldList([
    ['payment', `${id}: ${paidText(payment)}, for orders of ${account}`],
    ['state', standText(payment)],
    ['backs', backedText(payment)],
    ['attach by', proof],
    ...payment.sightings.map((sighting): [string, Cell] => ['seen', sightingText(sighting)]),
  ]);
}

function sightingText(sighting: Sighting): string {
  const { source, delivery, state, payer, reference, memo, bookedAtMs, seenAtMs, isReversible, method } = sighting;
  return [
    `${timeText(seenAtMs)} by ${source} (${sighting.class}) as ${delivery}: ${state}`,
    bookedAtMs === null ? null : `dated ${timeText(bookedAtMs)}`,
    payer === null ? 'no payer' : `payer ${payer}`,
    reference === null ? 'no reference' : `reference ${reference}`,
    method === null ? null : `method ${method}`,
    isReversible ? 'can be taken back' : null,
    memo === '' ? null : `memo ${memo.replace(/\s+/g, ' ')}`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}
