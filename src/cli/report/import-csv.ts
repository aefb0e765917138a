/** Trades in the published columns of programs that count taxes (outlook 4), times in UTC. */
import { Decimal } from '../../domain/decimal.ts';
import type { ExportFormat } from '../options/report-options.ts';
import type { Trade } from '../../domain/books/trade.ts';
import { importText, type CsvCell } from '../list/csv-text.ts';

type CsvFormat = Exclude<ExportFormat, 'beancount'>;
type Columns = readonly (readonly [title: string, cell: (trade: Trade) => CsvCell])[];

/** What left and what came in, without the fee: these programs take it off by itself. */
const sent = ({ side, amount, total, asset, fiat }: Trade) =>
  side === 'SELL' ? { amount, currency: asset } : { amount: total, currency: fiat };
const received = ({ side, ...trade }: Trade) => sent({ ...trade, side: side === 'SELL' ? 'BUY' : 'SELL' });
const hasFee = ({ fee }: Trade): boolean => !new Decimal(fee).isZero();
const fee = (trade: Trade): CsvCell => (hasFee(trade) ? trade.fee : null);
const feeCoin = (trade: Trade): CsvCell => (hasFee(trade) ? trade.asset : null);
const none = (): CsvCell => null;
const isoText = ({ createdAtMs }: Trade): string => new Date(createdAtMs).toISOString().slice(0, 19).replace('T', ' ');

/** MM/DD/YYYY HH:MM:SS. */
function usText(trade: Trade): string {
  const [, year, month, day, time] = /^(\d+)-(\d\d)-(\d\d) (.*)$/.exec(isoText(trade)) ?? [];
  return `${month}/${day}/${year} ${time}`;
}

/** This one's amounts have the fee in them: it is taken off a purchase, and leaves on top of a sale. */
const moved = ({ side, amount, fee: part }: Trade): string => {
  const whole = new Decimal(amount);
  return (side === 'SELL' ? whole.plus(part) : whole.minus(part)).toFixed();
};

const columns: Readonly<Record<CsvFormat, Columns>> = {
  koinly: [
    ['Date', (trade) => `${isoText(trade)} UTC`],
    ['Sent Amount', (trade) => sent(trade).amount],
    ['Sent Currency', (trade) => sent(trade).currency],
    ['Received Amount', (trade) => received(trade).amount],
    ['Received Currency', (trade) => received(trade).currency],
    ['Fee Amount', fee],
    ['Fee Currency', feeCoin],
    ['Net Worth Amount', none],
    ['Net Worth Currency', none],
    ['Label', none],
    ['Description', ({ method }) => method],
    ['TxHash', ({ orderNumber }) => orderNumber],
  ],
  // It has no column for a number of ours.
  cointracker: [
    ['Date', usText],
    ['Received Quantity', (trade) => received(trade).amount],
    ['Received Currency', (trade) => received(trade).currency],
    ['Sent Quantity', (trade) => sent(trade).amount],
    ['Sent Currency', (trade) => sent(trade).currency],
    ['Fee Amount', fee],
    ['Fee Currency', feeCoin],
    ['Tag', none],
  ],
  cointracking: [
    ['Type', () => 'Trade'],
    ['Buy Amount', (trade) => (trade.side === 'BUY' ? moved(trade) : trade.total)],
    ['Buy Currency', (trade) => received(trade).currency],
    ['Sell Amount', (trade) => (trade.side === 'SELL' ? moved(trade) : trade.total)],
    ['Sell Currency', (trade) => sent(trade).currency],
    ['Fee', fee],
    ['Fee Currency', feeCoin],
    ['Exchange', () => 'P2P'],
    ['Group', none],
    ['Comment', ({ method }) => method],
    ['Trade ID', ({ orderNumber }) => orderNumber],
    ['Date', isoText],
  ],
};

/** Formats completed trades for a program. */
export function importCsv(format: CsvFormat, trades: readonly Trade[]): string {
  return importText(
    columns[format].map(([title]) => title),
    trades.map((trade) => columns[format].map(([, cell]) => cell(trade))),
  );
}
