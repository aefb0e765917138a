/** Trades as double entries of Beancount: each balances by itself, to the last unit. */
import { Decimal } from '../../domain/decimal.ts';
import { pairOf } from '../../domain/books/books.ts';
import type { Trade } from '../../domain/books/trade.ts';
import { zoneClock } from '../../domain/hours/time-zone.ts';
import { misuse } from '../kit/cli-failure.ts';

interface Ledger {
  readonly account: string;
  /** Of whose calendar a day is. */
  readonly zone: string;
  /** Completed, in the order of time. */
  readonly trades: readonly Trade[];
}

/** Formats completed trades. Throws a failure for a coin whose name Beancount does not take. */
export function beancountText({ account, zone, trades }: Ledger): string {
  const clock = zoneClock(zone);
  const dayOf = (trade: Trade): string => (clock?.text(trade.createdAtMs) ?? '').slice(0, 'YYYY-MM-DD'.length);
  const [first] = trades;
  if (first === undefined) return '';
  const desk = `Assets:P2P:${nameIn(account)}`;
  const coins = [...new Set(trades.map(({ asset }) => commodity(asset)))];
  const fiats = [...new Set(trades.map(({ fiat }) => commodity(fiat)))];
  const opened = [
    ...[...coins, ...fiats].map((one) => `${desk}:${nameIn(one)} ${one}`),
    ...coins.map((coin) => `Expenses:Fees:${nameIn(account)}:${nameIn(coin)} ${coin}`),
  ];
  return [
    ...[...new Set(opened)].map((line) => `${dayOf(first)} open ${line}`),
    ...trades.map(
      (trade) => `\n${entryText(trade, { day: dayOf(trade), desk, fees: `Expenses:Fees:${nameIn(account)}` })}`,
    ),
  ]
    .join('\n')
    .concat('\n');
}

interface Place {
  readonly day: string;
  readonly desk: string;
  readonly fees: string;
}

/** The total price of the coin is named, so that no rate is rounded; the fee leaves for itself. */
function entryText(trade: Trade, { day, desk, fees }: Place): string {
  const { side, orderNumber, method, amount, total, asset, fiat, fee } = trade;
  const [coin, money] = side === 'BUY' ? ['', '-'] : ['-', ''];
  const paid = new Decimal(fee).isZero()
    ? []
    : [`  ${desk}:${nameIn(asset)}  -${fee} ${asset}`, `  ${fees}:${nameIn(asset)}  ${fee} ${asset}`];
  return [
    `${day} * "P2P" ${quoted(`${side} ${pairOf(trade)}`)} ^${orderNumber.replace(/[^\w./-]/g, '-')}`,
    `  order: ${quoted(orderNumber)}`,
    ...(method === null ? [] : [`  method: ${quoted(method)}`]),
    `  ${desk}:${nameIn(asset)}  ${coin}${amount} ${asset} @@ ${total} ${fiat}`,
    `  ${desk}:${nameIn(fiat)}  ${money}${total} ${fiat}`,
    ...paid,
  ].join('\n');
}

/** In one line: what ends a text there could begin an entry. */
const quoted = (text: string): string =>
  `"${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/["\\]/g, String.raw`\$&`)}"`;

/** A part of an account's name begins with a capital or a digit. */
function nameIn(text: string): string {
  const plain = text.replace(/[^A-Za-z0-9-]/g, '-').replace(/^-+/, '');
  return `${plain.slice(0, 1).toUpperCase()}${plain.slice(1)}` || 'X';
}

const currency = /^[A-Z](?:[A-Z0-9'._-]{0,22}[A-Z0-9])?$/;

function commodity(name: string): string {
  if (currency.test(name)) return name;
  throw misuse(
    `${JSON.stringify(name)} is no name of a coin that Beancount takes: export the others by another format`,
  );
}
