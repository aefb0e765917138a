/** Statements as ISO 20022's camt.052, camt.053 and camt.054. */
import type { StatementSource } from '../../config/file/payment-sources.ts';
import { Decimal, isDecimalText } from '../../domain/decimal.ts';
import { camtEntries, type CamtEntry, type CamtPart, type CamtSum } from './camt-tree.ts';
import { outgoingRow, paymentRow, refusedRow, type StatementLine, type StatementRow } from './statement-line.ts';

/** Reads each entry, or the parts of one that is a batch, so that no money counts twice. Throws UnreadableStatement. */
export function readCamtStatement(xml: string, source: StatementSource): StatementLine[] {
  return camtEntries(xml).flatMap((entry, index): StatementLine[] => {
    const place = `entry ${index + 1}`;
    if (entry === null) return [{ place, ...refusedRow({ code: 'form' }) }];
    const rows = readEntry(entry, source);
    const isOne = rows.length === 1;
    return rows.map((row, part) => ({ place: isOne ? place : `${place}, part ${part + 1}`, ...row }));
  });
}

function readEntry(entry: CamtEntry, source: StatementSource): StatementRow[] {
  // One that takes something back is no payment, on whichever side it stands.
  if (entry.side === 'DBIT' || entry.isReversal) return [outgoingRow];
  const [part, ...more] = entry.parts;
  if (more.length > 0) return readBatch(entry, source);
  if (entry.counted > 1) return [refusedRow({ code: 'batch-bare' })];
  const reference = part === undefined || part.reference === '' ? entry.reference : part.reference;
  return [readPart({ entry, part, amount: entry.amount, reference }, source)];
}

/** A reference that parts share, or have of their batch, names none of them. */
function readBatch(entry: CamtEntry, source: StatementSource): StatementRow[] {
  const { parts } = entry;
  if (!isSum(entry)) return [refusedRow({ code: 'batch-sum' })];
  return parts.map((part) => {
    const { amount, reference } = part;
    const isShared = reference === entry.reference || parts.some((one) => one !== part && one.reference === reference);
    if (amount === null || !hasCome(part)) return outgoingRow;
    return readPart({ entry, part, amount, reference: isShared ? '' : reference }, source);
  });
}

const hasCome = ({ side }: CamtPart): boolean => side !== 'DBIT';

function isSum({ amount, parts }: CamtEntry): boolean {
  const texts = [amount, ...parts.map((part) => part.amount)].map((one) => one?.text ?? '');
  if (!texts.every(isDecimalText)) return false;
  const sum = parts.reduce(
    (before, part, index) => before.plus(new Decimal(texts[index + 1] ?? '0').times(hasCome(part) ? 1 : -1)),
    new Decimal(0),
  );
  return sum.equals(amount.text);
}

interface PartWritten {
  readonly entry: CamtEntry;
  readonly part: CamtPart | undefined;
  readonly amount: CamtSum;
  /** The bank's own: EndToEndId is the payer's, and need not be of one payment alone. */
  readonly reference: string;
}

function readPart({ entry, part, amount, reference }: PartWritten, source: StatementSource): StatementRow {
  const { currency } = source;
  if (amount.currency !== currency) return refusedRow({ code: 'other-currency', currency });
  const state = states[entry.status];
  if (state === undefined) return refusedRow({ code: 'state' });
  const { payer, memo } = part ?? { payer: '', memo: '' };
  const said = { payer, memo: memo === '' ? entry.memo : memo };
  return paymentRow({ ...said, amount: amount.text, date: entry.date, reference, state }, source);
}

const states: Readonly<Record<string, 'booked' | 'pending'>> = { BOOK: 'booked', PDNG: 'pending' };
