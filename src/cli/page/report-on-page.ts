import type { PageDesk, PageReport } from '../../door/page/page-desk.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { printableText } from '../kit/printable-text.ts';
import { lookAtToday } from '../report/report-period.ts';
import { emptyReport, reportColumns, reportHead, stockTexts } from '../report/report-text.ts';
import { cellFields, shown, type ContextOf } from './look-for-page.ts';

/** Returns what the page asks of the books: `report day` of each account. */
export const reportOnPage = (accounts: readonly string[], contextOf: ContextOf): Pick<PageDesk, 'today'> => ({
  today: () =>
    Promise.all(
      accounts.map((account) => {
        const context = contextOf(account);
        return shown(context, () => todayOf(context, account));
      }),
    ),
});

async function todayOf(context: CommandContext, account: string): Promise<PageReport> {
  const { report, doubts } = await lookAtToday(context, { account, config: context.file?.path });
  const columns = reportColumns(report);
  const none = report.rows.length === 0 ? [emptyReport] : [];
  return {
    head: printableText(reportHead(report)),
    rows: report.rows.map((row) => ({
      title: printableText(`${row.asset}/${row.fiat}`),
      fields: cellFields(columns, row, 'PAIR'),
    })),
    lines: [...none, ...stockTexts(report)].map(printableText),
    doubts: doubts.map(printableText),
  };
}
