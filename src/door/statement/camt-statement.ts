/** Statements as ISO 20022's camt.052, camt.053 and camt.054. */
import type { StatementSource } from '../../config/file/payment-sources.ts';
import { Decimal, isDecimalText } from '../../domain/decimal.ts';
import { requireBalance } from './balance.ts';
import {
  camtReports,
  type CamtBalance,
  type CamtEntry,
  type CamtPart,
  type CamtReport,
  type CamtSum,
} from './camt-tree.ts';
import { outgoingRow, paymentRow, refusedRow, type StatementLine, type StatementRow } from './statement-line.ts';

/** Reads each entry, or the parts of one that is a batch, so that no money counts twice. Throws UnreadableStatement. */
export function readCamtStatement(xml: string, source: StatementSource): StatementLine[] {
  const reports = camtReports(xml);
  for (const [index, report] of reports.entries()) requireSum(report, `report ${index + 1}`);
  const entries = reports.flatMap((report) => report.entries);
  return entries.flatMap((entry, index): StatementLine[] => {
    const place = `entry ${index + 1}`;
    if (entry === null) return [{ place, ...refusedRow({ code: 'form' }) }];
    const rows = readEntry(entry, source);
    const isOne = rows.length === 1;
    return rows.map((row, part) => ({ place: isOne ? place : `${place}, part ${part + 1}`, ...row }));
  });
}

/** A statement that is one page, has both balances and is read as a whole; of another one nothing is known. */
function requireSum({ balances, entries, isWhole }: CamtReport, place: string): void {
  const [opening, closing] = [onlyOf(balances, ['OPBD', 'PRCD']), onlyOf(balances, ['CLBD'])];
  if (!isWhole || opening === null || closing === null) return;
  const { currency } = opening.amount;
  const [from, to] = [opening, closing].map((one) => signed(one, currency));
  const moved = entries.flatMap((entry) => movedBy(entry, currency) ?? []);
  if (from && to && moved.length === entries.length) requireBalance({ place, opening: from, closing: to, moved });
}

/** Returns the balance of these codes; null: there is none, or there are different ones. */
function onlyOf(balances: readonly CamtBalance[], codes: readonly string[]): CamtBalance | null {
  const [first = null, ...more] = balances.filter(({ code }) => codes.includes(code));
  const isOne = more.every(({ amount, side }) => amount.text === first?.amount.text && side === first.side);
  return isOne ? first : null;
}

function movedBy(entry: CamtEntry | null, currency: string): Decimal | null {
  if (entry?.status === 'BOOK') return signed(entry, currency);
  return entry !== null && unbooked.includes(entry.status) ? new Decimal(0) : null;
}

const unbooked = ['PDNG', 'INFO', 'FUTR'];

function signed({ amount, side }: Pick<CamtBalance, 'amount' | 'side'>, currency: string): Decimal | null {
  if (amount.currency !== currency || !isDecimalText(amount.text)) return null;
  return new Decimal(amount.text).times(side === 'CRDT' ? 1 : -1);
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
  const byReference = Map.groupBy(parts, ({ reference }) => reference);
  return parts.map((part) => {
    const { amount, reference } = part;
    const isShared = reference === entry.reference || byReference.get(reference)?.length !== 1;
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
