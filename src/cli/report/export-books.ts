/** Trades of a period as a file for another program. */
import { writeFileSync } from 'node:fs';
import type { ExportFormat } from '../options/report-options.ts';
import type { Period } from '../../domain/books/period.ts';
import type { Trade } from '../../domain/books/trade.ts';
import { misuse, refusal } from '../kit/cli-failure.ts';
import { beancountText } from './beancount-text.ts';
import { importCsv } from './import-csv.ts';

interface ExportWish extends Pick<Period, 'fromMs' | 'untilMs'> {
  readonly format: ExportFormat;
  readonly file: string;
  readonly zone: string;
}

/** What was written. */
interface Exported {
  readonly format: ExportFormat;
  readonly file: string;
  readonly trades: number;
}

/** Writes the completed trades of a period; never over a file that is there. */
export function exportBooks(
  { format, file, zone, fromMs, untilMs }: ExportWish,
  { account, trades }: { readonly account: string; readonly trades: readonly Trade[] },
): Exported {
  const done = trades
    .filter(({ end, createdAtMs }) => end === 'completed' && createdAtMs >= fromMs && createdAtMs < untilMs)
    .toSorted((left, right) => left.createdAtMs - right.createdAtMs || (left.orderNumber < right.orderNumber ? -1 : 1));
  const text = format === 'beancount' ? beancountText({ account, zone, trades: done }) : importCsv(format, done);
  try {
    // It says what a person has traded.
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw refusal(`${file} is there already: name a new file with --out`);
    }
    throw misuse(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { format, file, trades: done.length };
}

/** Says what was written. */
export const exportedText = ({ format, file, trades }: Exported): string =>
  `${trades} completed trades for ${format} in ${file}`;
