import { differencesOf, type Difference } from '../../domain/books/difference.ts';
import { afterPage, nextPage, type HistoryMark } from '../../domain/books/history-mark.ts';
import { hasEnded, type HistoryOrder } from '../../domain/books/trade.ts';
import { unpaidSales } from '../../domain/books/unpaid-sales.ts';
import type { OddRow } from '../../domain/odd-row.ts';
import { oddName, toHistoryPage, toHistoryQuery, type ExchangeClient } from '../../exchange/index.ts';
import { misuse } from '../kit/cli-failure.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { readOptions } from '../kit/option-values.ts';
import { reportCheckOptions } from '../options/report-options.ts';
import { configsOf, withExchange } from '../register/account-service.ts';
import { refuseDuringBan } from '../session/ban-check.ts';
import { textTable, type Column } from '../text/text-table.ts';
import { timeText } from '../text/time-zone.ts';
import { withBooks, type OpenBooks } from './open-books.ts';

/** `peerdesk report check`: the chain of the journal, and what the service shows otherwise. */
export const reportCheck: CommandRun = async (call, context) => {
  const options = readOptions(reportCheckOptions, call);
  return withBooks(options, context, async (books) => {
    const brokenEntry = await books.register.brokenJournalEntry();
    const found = compared(books, await historyOf(books, context));
    const payments = await paymentsBeside(books);
    const shown = {
      account: books.account,
      brokenEntry,
      readToMs: books.mark?.readToMs ?? null,
      ...found,
      ...payments,
    };
    print(context, { json: options.json, data: shown, text: (width) => checkText(shown, width) });
    return brokenEntry === null && found.differences.length === 0 ? ExitCode.OK : ExitCode.REFUSED;
  });
};

interface PaymentsBeside {
  /** Sales that were released, and that no reported payment backs. */
  readonly unpaidSales: readonly string[];
  /** The numbers of payments that back no order. */
  readonly unmatchedPayments: readonly number[];
}

/** What sources of payments have reported beside the sales of the books: a look, and no mistake of the journal. */
async function paymentsBeside({ register, account, trades }: OpenBooks): Promise<PaymentsBeside> {
  const payments = await register.paymentsSeen({ account });
  return {
    unpaidSales: unpaidSales(trades, payments).map(({ orderNumber }) => orderNumber),
    unmatchedPayments: payments.filter(({ owner }) => owner === null).map(({ id }) => id),
  };
}

interface ReadHistory {
  readonly orders: readonly HistoryOrder[];
  readonly odd: readonly OddRow[];
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Reads all that the service shows, with the keys of the account. */
async function historyOf({ account, choice }: OpenBooks, context: CommandContext): Promise<ReadHistory> {
  await refuseDuringBan({ ...context, env: choice.env });
  const config = configsOf(choice, context).find((one) => one.account === account);
  if (config === undefined) throw misuse(`there are no keys of account ${account} here`);
  return withExchange(config, (exchange) => readHistory(exchange, Date.now()));
}

async function readHistory({ orders }: ExchangeClient, untilMs: number): Promise<ReadHistory> {
  const found: HistoryOrder[] = [];
  const oddRows: OddRow[] = [];
  let fromMs = untilMs;
  let mark: HistoryMark | null = null;
  for (let due = nextPage(mark, untilMs); !('restMs' in due); due = nextPage(mark, untilMs)) {
    const page = toHistoryPage(await orders.listUserOrderHistory(toHistoryQuery(due), { priority: 'market' }));
    found.push(...page.items);
    oddRows.push(...page.odd);
    fromMs = Math.min(fromMs, due.fromMs);
    mark = afterPage(due, page);
  }
  return { orders: found, odd: oddRows, fromMs, untilMs };
}

interface Found {
  readonly differences: readonly Difference[];
  /** Orders that the next reading brings. */
  readonly due: number;
  /** Rows of the service that cannot be read. */
  readonly unread: readonly string[];
}

/** What was created after the mark is read again by the worker: it is not missing yet. */
function compared({ trades, mark }: OpenBooks, { orders, odd, fromMs, untilMs }: ReadHistory): Found {
  const kept = new Set(trades.map(({ orderNumber }) => orderNumber));
  const dueFromMs = mark?.fromMs ?? fromMs;
  const isDue = (order: HistoryOrder): boolean => !kept.has(order.orderNumber) && order.createdAtMs >= dueFromMs;
  const numbers = odd.flatMap(({ subject }) => (subject === null ? [] : [subject]));
  return {
    differences: differencesOf({
      history: orders.filter((order) => !isDue(order)),
      unread: new Set(numbers),
      trades,
      fromMs,
      untilMs,
    }),
    due: orders.filter((order) => isDue(order) && hasEnded(order)).length,
    unread: odd.map(oddName),
  };
}

interface ShownCheck extends Found, PaymentsBeside {
  readonly account: string;
  /** The first entry of the journal that does not fit; null: its chain is whole. */
  readonly brokenEntry: number | null;
  readonly readToMs: number | null;
}

function checkText(shown: ShownCheck, width: number): string {
  const { account, brokenEntry, readToMs, differences, due, unread } = shown;
  const until = readToMs === null ? 'not to its end yet' : `until ${timeText(readToMs)}`;
  return [
    `${account}: the history was read ${until}; ${due} orders that have ended wait for the next reading`,
    brokenEntry === null
      ? 'the chain of the journal is whole'
      : `BROKEN: entry ${brokenEntry} of the journal was changed, is missing or was added`,
    ...(unread.length === 0
      ? []
      : [`the service shows ${unread.length} orders that cannot be read: ${unread.join(', ')}`]),
    ...paymentLines(shown),
    differences.length === 0
      ? 'the journal has what the service shows'
      : `\n${textTable(differenceColumns, differences, width)}`,
  ].join('\n');
}

function paymentLines({ unpaidSales: sales, unmatchedPayments: payments }: PaymentsBeside): string[] {
  const sold = `${sales.length} sales were released without a payment that a source has reported: ${sales.join(', ')}`;
  const free = `${payments.length} payments back no order: \`peerdesk payment list --unmatched --since 30d\` shows them`;
  return [...(sales.length === 0 ? [] : [sold]), ...(payments.length === 0 ? [] : [free])];
}

const differenceColumns: readonly Column<Difference>[] = [
  { title: 'ORDER', cell: ({ orderNumber }) => orderNumber },
  { title: 'DIFFERENCE', cell: ({ kind }) => kind },
  { title: 'SERVICE', cell: ({ kind, service }) => shownPart(kind, service) },
  { title: 'JOURNAL', cell: ({ kind, journal }) => shownPart(kind, journal) },
];

const shownPart = (kind: Difference['kind'], text: string | null): string | null =>
  kind === 'created' && text !== null ? timeText(Number(text)) : text;
