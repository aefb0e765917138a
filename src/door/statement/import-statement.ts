/** Takes the payments of a statement into the register, by the operation that the door has. */
import type { StatementSource } from '../../config/file/payment-sources.ts';
import type { Register } from '../../register/register.ts';
import type { StatementRefusal } from '../../words/payments/statement-words.ts';
import { sightingOf, type Reported } from '../received-payment.ts';
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
  readonly outgoing: number;
  readonly refused: readonly (StatementRefusal & { readonly place: string })[];
  /** False: of a dry run, or of a file with rows that are refused. */
  readonly isWritten: boolean;
}

/** Takes in what is new. Rejects with RegisterSilent; what was written until then is known when the file comes again. */
export async function importStatement(wish: StatementImport): Promise<ImportedStatement> {
  const { lines, isDry, skipsBad } = wish;
  const refused = lines.flatMap((line) => (line.kind === 'refused' ? [{ place: line.place, ...line.refusal }] : []));
  const reported = deliveriesOf(lines.flatMap((line) => (line.kind === 'payment' ? [line.row] : [])));
  const isWritten = !isDry && (skipsBad || refused.length === 0);
  const payments = isWritten ? await written(wish, reported) : null;
  const added = payments?.length ?? (await wouldBeNew(wish, reported));
  const outgoing = lines.filter(({ kind }) => kind === 'outgoing').length;
  const counts = { read: lines.length, new: added, known: reported.length - added, outgoing };
  return { ...counts, payments: [...new Set(payments)], refused, isWritten };
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

async function wouldBeNew(wish: StatementImport, reported: readonly Reported[]): Promise<number> {
  const known = await knownDeliveries(wish);
  return [...new Set(reported.map(({ delivery }) => delivery))].filter((delivery) => !known.has(delivery)).length;
}

async function knownDeliveries({ register, source }: StatementImport): Promise<Set<string>> {
  const { account, currency, name } = source;
  const payments = await register.paymentsSeen({ account, currency });
  const sightings = payments.flatMap((payment) => payment.sightings);
  return new Set(sightings.filter((one) => one.source === name).map(({ delivery }) => delivery));
}
