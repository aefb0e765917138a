import type { Transfer } from '../../domain/books/books.ts';
import { periodOf, type Period, type PeriodKind } from '../../domain/books/period.ts';
import { reportOf } from '../../domain/books/report.ts';
import { misuse } from '../kit/cli-failure.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { readArgument, readOptions, textValue, type OptionsOf } from '../kit/option-values.ts';
import { reportOptions } from '../options/report-options.ts';
import { zoneOf } from '../text/time-zone.ts';
import { readEntries } from './entries-file.ts';
import { exportBooks, exportedText } from './export-books.ts';
import { withBooks, type OpenBooks } from './open-books.ts';
import { doubtsOf, reportCsv, reportText, type ShownReport } from './report-text.ts';

/** `peerdesk report day`, `week`, `month`, `year`: what was traded and earned, from the journal of the register alone. */
export const reportPeriod =
  (kind: PeriodKind): CommandRun =>
  async (call, context) => {
    const options = readOptions(reportOptions, call);
    refuseBoth(options);
    const nowMs = Date.now();
    const date = readArgument(textValue.optional(), call, { index: 0, name: 'the date' }) ?? null;
    const { period, zone } = wantedPeriod(kind, context, { date, nowMs });
    const transfers = options.entries === undefined ? [] : readEntries(options.entries, zone);
    await withBooks(options, context, async (books) => {
      const { account, trades } = books;
      const { by, cost: method } = options;
      const shown = shownReport(books, { kind, zone, period, by, method, transfers });
      const { export: format, out: file } = options;
      if (format !== undefined && file !== undefined) {
        const written = exportBooks({ format, file, zone, ...period }, { account, trades });
        print(context, { json: options.json, data: written, text: () => exportedText(written) });
      } else if (options.csv) context.stdout.write(reportCsv(shown));
      else print(context, { json: options.json, data: shown, text: (width) => reportText(shown, width) });
      for (const doubt of doubtsOf(shown, nowMs)) note(context, doubt);
    });
    return undefined;
  };

interface ReportWish extends Pick<ShownReport, 'kind' | 'zone' | 'by' | 'method'> {
  readonly period: Period;
  readonly transfers: readonly Transfer[];
}

function shownReport(
  { account, trades, mark }: OpenBooks,
  { kind, zone, by, method, period, transfers }: ReportWish,
): ShownReport {
  const report = reportOf({ trades, transfers, method, by, ...period });
  return { account, kind, zone, by, ...period, readToMs: mark?.readToMs ?? null, ...report };
}

/** Returns what `report day` shows of an account today, and what a reader must know of it. */
export async function lookAtToday(
  context: CommandContext,
  wish: { readonly account: string; readonly config: string | undefined },
): Promise<{ readonly report: ShownReport; readonly doubts: readonly string[] }> {
  const nowMs = Date.now();
  const wanted = wantedPeriod('day', context, { date: null, nowMs });
  return await withBooks(wish, context, async (books) => {
    const report = shownReport(books, { kind: 'day', by: 'pair', method: 'average', transfers: [], ...wanted });
    return { report, doubts: doubtsOf(report, nowMs) };
  });
}

function refuseBoth({ csv, json, export: format, out }: OptionsOf<typeof reportOptions>): void {
  if (csv && json) throw misuse('--csv and --json exclude each other: leave one out');
  if (csv && format !== undefined) throw misuse('--csv and --export exclude each other: leave one out');
  if ((format === undefined) !== (out === undefined)) {
    throw misuse(`--export and --out go together: ${out === undefined ? '--out' : '--export'} is missing`);
  }
}

/** `date` of null: now. */
function wantedPeriod(
  kind: PeriodKind,
  context: CommandContext,
  { date, nowMs }: { readonly date: string | null; readonly nowMs: number },
): { period: Period; zone: string } {
  const zone = zoneOf(context.env) ?? 'UTC';
  const period = periodOf({ kind, date, zone, nowMs });
  if (period === null) throw misuse(`${date ?? zone} is no date: type one such as 2026-11-21, 2026-11 or 2026`);
  return { period, zone };
}
