/** What the desk says of its ads' stock and of their payment methods, in a few lines. */
import type { AdView } from '../../client/index.ts';
import { paymentText, type PaymentRow } from './payment-rows.ts';

/** An ad whose quantity its rules keep (ads#the-quantity). */
interface StockRow {
  adNumber: string;
  asset: string | null;
  /** By the last read; null: it was not read yet. */
  remaining: string | null;
  /** Whether the wallet covers it; null: the service does not say. */
  walletCovers: boolean | null;
  /** It is off the market for its stock. */
  isOff: boolean;
}

/** What the running ads of an account have by rules that not every ad has. */
export interface KeptAds {
  payments: PaymentRow[];
  stock: StockRow[];
}

/** Returns the stock of the ads whose rules keep one. */
export function stockRows(views: readonly AdView[]): StockRow[] {
  return views
    .filter(({ rules }) => rules.inventory !== null)
    .map(({ adNumber, pair, state, stock }) => ({
      adNumber,
      asset: pair?.split('/')[0] ?? null,
      remaining: stock?.remaining ?? null,
      walletCovers: stock?.walletCovers ?? null,
      isOff: state.kind === 'offline' && state.cause === 'stock',
    }));
}

type Line = readonly [name: string, value: string];

/** Beyond that their own lists show it. */
const maxLines = 10;

/** Returns the lines of the desk; none for ads without such rules. */
export function keptAdLines({ payments, stock }: KeptAds): Line[] {
  const paid = payments.slice(0, maxLines).map((row): Line => ['paid today', paymentText(row)]);
  const more = payments.length - paid.length;
  const rest: Line[] = more > 0 ? [['paid today', `${more} more: \`peerdesk desk payments\``]] : [];
  return [...paid, ...rest, ...stockLines(stock)];
}

function stockLines(stock: readonly StockRow[]): Line[] {
  if (stock.length === 0) return [];
  const short = stock.filter(isShort);
  const shown = short.slice(0, maxLines).map((row): Line => ['stock', stockText(row)]);
  const fine = stock.length - short.length;
  const hidden = short.length - shown.length;
  const others = [
    ...(hidden > 0 ? [`${hidden} more have too little`] : []),
    ...(fine > 0 ? [`${fine} ${fine === 1 ? 'ad has' : 'ads have'} enough`] : []),
  ];
  return others.length === 0 ? shown : [...shown, ['stock', others.join('; ')]];
}

const isShort = ({ isOff, walletCovers }: StockRow): boolean => isOff || walletCovers === false;

function stockText({ adNumber, asset, remaining, walletCovers, isOff }: StockRow): string {
  const left = remaining === null ? 'not read yet' : `${remaining} ${asset ?? ''} left`;
  const wallet = walletCovers === false ? ', not covered by the wallet' : '';
  return `ad ${adNumber}: ${left}${wallet}${isOff ? ', off the market until there is enough' : ''}`;
}

/** Returns what has too little or is full, without amounts that change with every order. */
export function keptAdChanges({ payments, stock }: KeptAds): string[] {
  const reached = payments.filter(({ isReached }) => isReached === true).map(({ method, fiat }) => `${method} ${fiat}`);
  const short = stock.filter(isShort).map(({ adNumber }) => adNumber);
  return [
    ...(reached.length === 0 ? [] : [`caps reached: ${reached.join(', ')}`]),
    ...(short.length === 0 ? [] : [`too little stock: ${short.join(', ')}`]),
  ];
}
