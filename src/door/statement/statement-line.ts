/** What is read of one row of a statement, whatever its format. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { StatementSource } from '../../config/file/payment-sources.ts';
import { Decimal } from '../../domain/decimal.ts';
import { comparedProof } from '../../domain/orders/payment-proof.ts';
import { datedMoment } from '../../domain/payments/dated-text.ts';
import { reportedParts } from '../../domain/payments/sighting.ts';
import type { StatementRefusal } from '../../words/payments/statement-words.ts';
import type { Reported } from '../received-payment.ts';

/** The whole file is none that can be read; nothing of it was. */
export class UnreadableStatement extends Error {
  override readonly name = 'UnreadableStatement';
}

const { delivery: _delivery, ...rowParts } = reportedParts;
const rowSchema = z.object(rowParts);
type RowWritten = z.input<typeof rowSchema>;
type Row = z.output<typeof rowSchema>;

export type StatementRow =
  | { readonly kind: 'payment'; readonly row: Row }
  /** Money that went out, or came back: no one's payment. */
  | { readonly kind: 'outgoing' }
  | { readonly kind: 'refused'; readonly refusal: StatementRefusal };

/** A row, and where it stands: "line 12", "entry 3, part 2". */
export type StatementLine = StatementRow & { readonly place: string };

export const outgoingRow: StatementRow = { kind: 'outgoing' };
export const refusedRow = (refusal: StatementRefusal): StatementRow => ({ kind: 'refused', refusal });

/** A text that is shown of a row. */
export const shown = (text: string): string => text.slice(0, 40);

/** Returns a text without line ends, double blanks and what no register keeps, as much of it as is kept; null: there is none. */
function cut(text: string, most: number): string | null {
  const whole = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return whole === '' ? null : Array.from(whole).slice(0, most).join('').trim();
}

/** What a bank has written of a payment that came in. */
interface PaymentWritten {
  readonly amount: string;
  /** In the form of the source; a statement's own standard forms are ISO 8601. */
  readonly date: string;
  readonly payer: string;
  readonly reference: string;
  readonly memo: string;
  readonly state: 'pending' | 'booked';
}

/** No name and no memo is longer, in units of UTF-16. */
const [mostOfName, mostOfMemo] = [100, 250];

/** Returns a payment, checked as a whole. */
export function paymentRow(written: PaymentWritten, { zone, form }: StatementSource, isIso = true): StatementRow {
  const { offsetMs } = zone;
  const bookedAtMs = datedMoment(written.date, { dateFormat: isIso ? null : form.dateFormat, offsetMs });
  if (bookedAtMs === null) return refusedRow({ code: 'date', text: shown(written.date) });
  const parsed = rowSchema.safeParse({
    amount: written.amount,
    payer: cut(written.payer, mostOfName),
    reference: cut(written.reference, mostOfMemo),
    memo: cut(written.memo, mostOfMemo) ?? '',
    bookedAtMs,
    state: written.state,
  } satisfies RowWritten);
  if (parsed.success) return { kind: 'payment', row: parsed.data };
  const field = String(parsed.error.issues[0]?.path[0] ?? 'row');
  return refusedRow(field === 'amount' ? { code: 'amount', text: shown(written.amount) } : { code: 'field', field });
}

/**
 * Returns payments with the ids of their deliveries: that of the bank's reference, else of the row and how many equal ones
 * stand before it in its file. An overlapping file has the same ids, and two equal payments of a day stay two.
 */
export function deliveriesOf(rows: readonly Row[]): Reported[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const { reference, state, payer, memo, bookedAtMs } = row;
    const amount = new Decimal(row.amount).toFixed();
    if (reference !== null) return { ...row, delivery: digest(['reference', comparedProof(reference), amount, state]) };
    const said = ['row', amount, state, payer, memo, bookedAtMs];
    const key = JSON.stringify(said);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return { ...row, delivery: digest([...said, count]) };
  });
}

const digestLetters = 32;

const digest = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, digestLetters);
