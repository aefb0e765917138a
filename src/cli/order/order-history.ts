import { orderHistory, retentionMs, type EndedOrder, type HistoryFilter } from '../../client/index.ts';
import { misuse } from '../kit/cli-failure.ts';
import { note, print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ageText, durationText } from '../kit/duration.ts';
import { csvText, type CsvCell } from '../list/csv-text.ts';
import { type TemporalSession, withTemporal } from '../session/temporal-session.ts';
import { textTable, type Column } from '../text/text-table.ts';
import { timeText } from '../text/time-zone.ts';
import { endText } from '../../words/order-words.ts';
import { amountText } from '../../words/amount-words.ts';
import { readOptions, type OptionsOf } from '../kit/option-values.ts';
import { orderHistoryCommandOptions } from '../options/order-options.ts';

type HistoryOptions = OptionsOf<typeof orderHistoryCommandOptions>;

/** `peerdesk order history`: orders that have ended, with what was traded; needs no worker. */
export const orderHistoryCommand: CommandRun = async (call, context) => {
  const options = readOptions(orderHistoryCommandOptions, call);
  refuseBoth(options);
  await withTemporal(context, options, async (session) => {
    const found = await orderHistory(session.client, filterOf(session, options));
    const orders = found.slice(0, options.limit);
    if (options.csv) context.stdout.write(historyCsv(orders));
    else {
      const none = `no order has ended in the last ${durationText(options.since)}`;
      const text = (width: number): string =>
        orders.length === 0 ? none : textTable(historyColumns(Date.now(), options), orders, width);
      print(context, { json: options.json, data: orders, text });
    }
    if (found.length > orders.length) note(context, `only the last ${orders.length} are shown: --limit shows more`);
    const keptMs = await retentionMs(session.client);
    if (keptMs !== null && options.since > keptMs) note(context, droppedText(keptMs));
  });
  return undefined;
};

function refuseBoth({ csv, json, allAccounts, account }: HistoryOptions): void {
  if (csv && json) throw misuse('--csv and --json exclude each other: leave one out');
  if (allAccounts && account !== undefined) {
    throw misuse('--all-accounts and --account exclude each other: leave one out');
  }
}

/** One more than the limit shows that there are more. */
function filterOf({ account }: TemporalSession, options: HistoryOptions): HistoryFilter {
  const { allAccounts, since, limit } = options;
  return { sinceMs: Date.now() - since, limit: limit + 1, ...(allAccounts ? {} : { account }) };
}

const droppedText = (keptMs: number): string =>
  `the server keeps what has ended for ${durationText(keptMs)}: older orders are not shown`;

/** Returns the columns. Narrow: what follows from the others leaves first. */
export function historyColumns(nowMs: number, { allAccounts }: { allAccounts: boolean }): Column<EndedOrder>[] {
  return [
    ...(allAccounts ? [{ title: 'ACCOUNT', cell: ({ account }: EndedOrder) => account }] : []),
    { title: 'ORDER', cell: ({ orderNumber }) => orderNumber },
    { title: 'TRADE', cell: tradeCell },
    {
      title: 'PRICE',
      cell: ({ trade }) => (trade === null ? null : amountText(trade.price)),
      align: 'right',
      leaves: 4,
    },
    { title: 'TOTAL', cell: ({ trade }) => (trade === null ? null : amountText(trade.totalPrice)), align: 'right' },
    { title: 'STATUS', cell: ({ status, how }) => status ?? how },
    { title: 'TOOK', cell: tookCell, align: 'right', leaves: 3 },
    { title: 'ENDED', cell: ({ endedAtMs }) => `${ageText(nowMs - endedAtMs)} ago`, align: 'right' },
    { title: 'AT', cell: ({ endedAtMs }) => timeText(endedAtMs), leaves: 2 },
    { title: 'MODE', cell: ({ mode }) => mode, leaves: 1 },
  ];
}

function tradeCell({ trade, side, pair }: EndedOrder): string | null {
  if (trade === null) return [side, pair].filter((part) => part !== null).join(' ') || null;
  return `${trade.side} ${amountText(trade.amount)} ${trade.asset}/${trade.fiat}`;
}

function tookCell({ trade, startedAtMs, endedAtMs }: EndedOrder): string {
  return durationText(Math.max(0, endedAtMs - (trade?.createdAtMs ?? startedAtMs)));
}

const csvColumns: readonly (readonly [title: string, cell: (order: EndedOrder) => CsvCell])[] = [
  ['order', ({ orderNumber }) => orderNumber],
  ['account', ({ account }) => account],
  ['side', ({ trade, side }) => trade?.side ?? side],
  ['asset', ({ trade }) => trade?.asset ?? null],
  ['amount', ({ trade }) => trade?.amount ?? null],
  ['fiat', ({ trade }) => trade?.fiat ?? null],
  ['price', ({ trade }) => trade?.price ?? null],
  ['total', ({ trade }) => trade?.totalPrice ?? null],
  ['fee', ({ trade }) => trade?.fee ?? null],
  ['status', ({ status, how }) => status ?? how],
  ['mode', ({ mode }) => mode],
  ['ad', ({ trade }) => trade?.adNumber ?? null],
  ['created', ({ trade }) => (trade === null ? null : new Date(trade.createdAtMs).toISOString())],
  ['ended', ({ endedAtMs }) => new Date(endedAtMs).toISOString()],
  ['why', ({ end }) => (end === null ? null : endText(end))],
];

/** Formats orders as CSV, moments in UTC. */
export function historyCsv(orders: readonly EndedOrder[]): string {
  const titles = csvColumns.map(([title]) => title);
  return csvText(
    titles,
    orders.map((order) => csvColumns.map(([, cell]) => cell(order))),
  );
}
