/** Takes the payments of a statement into the register, by the operation that the door has. */
import type { StatementSource } from '../../config/file/payment-sources.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { sightingKey } from '../../domain/payments/sighting.ts';
import type { Register } from '../../register/register.ts';
import type { ChangedRow, StatementRefusal } from '../../words/payments/statement-words.ts';
import { sightingOf, type Reported } from '../received-payment.ts';
import { KnownRows, type JudgedRow } from './known-row.ts';
import { deliveriesOf, type StatementLine } from './statement-line.ts';

interface StatementImport {
  readonly lines: readonly StatementLine[];
  readonly source: StatementSource;
  readonly register: Pick<Register, 'seePayment' | 'paymentsSeen'>;
  readonly nowMs: number;
  readonly skipsBad: boolean;
  readonly isDry: boolean;
}

export interface ImportedStatement {
  readonly read: number;
  /** The numbers of the payments that are reported by it for the first time; of a dry run none. */
  readonly payments: readonly number[];
  /** Reports that the register did not have; by other sources it may have known the payment. */
  readonly new: number;
  readonly known: number;
  /** Rows of a payment that the source has reported otherwise: that stays, and nothing of these is written. */
  readonly changed: readonly (ChangedRow & { readonly place: string })[];
  readonly outgoing: number;
  readonly refused: readonly (StatementRefusal & { readonly place: string })[];
  /** False: of a dry run, or of a file with rows that are refused. */
  readonly isWritten: boolean;
}

/** Takes in what is new. Rejects with RegisterSilent; what was written until then is known when the file comes again. */
export async function importStatement(wish: StatementImport): Promise<ImportedStatement> {
  const { lines, isDry, skipsBad } = wish;
  const refused = lines.flatMap((line) => (line.kind === 'refused' ? [{ place: line.place, ...line.refusal }] : []));
  const rows = await judgedRows(wish);
  const fresh = rows.flatMap(({ kind, report }) => (kind === 'new' ? [report] : []));
  const changed = rows.flatMap(changedOf);
  const isWritten = !isDry && (skipsBad || refused.length === 0);
  const payments = isWritten ? await written(wish, fresh) : null;
  const added = payments?.length ?? fresh.length;
  const known = rows.length - added - changed.length;
  const outgoing = lines.filter(({ kind }) => kind === 'outgoing').length;
  const counts = { read: lines.length, new: added, known, outgoing };
  return { ...counts, payments: [...new Set(payments)], changed, refused, isWritten };
}

/** Returns the payments of the reports that the register did not have. */
async function written({ register, source, nowMs }: StatementImport, reported: readonly Reported[]): Promise<number[]> {
  const fresh: number[] = [];
  for (const report of reported) {
    const { payment, isNew } = await register.seePayment({
      sighting: sightingOf(report, source, nowMs),
    });
    if (isNew) fresh.push(payment);
  }
  return fresh;
}

/** An answer of the register has a time, so it is asked for so many. */
const keysAtOnce = 500;

type PlacedRow = JudgedRow & { readonly place: string; readonly report: Reported };

async function judgedRows({ lines, register, source: { name } }: StatementImport): Promise<PlacedRow[]> {
  const payments = lines.flatMap((line) => (line.kind === 'payment' ? [line] : []));
  const reports = deliveriesOf(payments.map(({ row }) => row));
  const keys = [...new Set(reports.map((report) => sightingKey({ ...report, source: name })))];
  const seen: Payment[][] = [];
  for (let from = 0; from < keys.length; from += keysAtOnce)
    seen.push(await register.paymentsSeen({ keys: keys.slice(from, from + keysAtOnce) }));
  const known = new KnownRows(name, { payments: seen.flat(), rows: reports });
  return reports.map((report, index) => ({ ...known.judge(report), report, place: payments[index]?.place ?? '' }));
}

function changedOf(row: PlacedRow): ImportedStatement['changed'] {
  if (row.kind !== 'changed') return [];
  const { place, payment, changes, report } = row;
  return [{ place, payment, reference: report.reference, changes }];
}
