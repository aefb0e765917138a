/** What payment methods have carried today, from the ads that caps hold (ads#payment-caps). */
import type { AdView } from '../../client/index.ts';
import { localDayAt } from '../../domain/caps/local-day.ts';
import { meansMethod } from '../../domain/ads/listed-terms.ts';
import type { PaymentCap } from '../../domain/caps/caps-rule.ts';
import { compare, Decimal } from '../../domain/decimal.ts';
import { ageText } from '../kit/duration.ts';
import type { Column } from '../text/text-table.ts';

/** A capped payment method of an account. Ads that share the cap share the row. */
export interface PaymentRow extends PaymentCap {
  account: string;
  side: AdView['side'];
  /** What its orders of today add up to, by the last look of any ad; null: no look of today has counted. */
  paid: string | null;
  /** What may still come, never below zero; null: not known. */
  left: string | null;
  /** No order of any of its ads fits in; null: not known. */
  isReached: boolean | null;
  /** The method means no payment account: the cap holds nothing. */
  isUnknown: boolean;
  /** When its day ends; null: this machine does not know the time zone. */
  resets: string | null;
  readAtMs: number | null;
  /** The ads that the cap holds. */
  ads: string[];
  /** Ads that it was taken out of. */
  takenOutOf: string[];
  /** Ads that are off the market for their caps. */
  offline: string[];
}

type Rule = NonNullable<AdView['rules']['paymentCaps']>;

/** Returns the capped methods of these ads, each once, by account, currency and method. */
export function paymentRows(views: readonly AdView[], nowMs: number): PaymentRow[] {
  const rows = new Map<string, PaymentRow>();
  for (const view of views) {
    const rule = view.rules.paymentCaps;
    const fiat = view.pair?.split('/')[1];
    for (const cap of rule?.caps ?? []) {
      if (rule === null || cap.fiat !== fiat) continue;
      const row = rowOf({ view, rule, cap }, nowMs);
      const { account, side, daily, resets } = row;
      const key = [account, side, fiat, cap.method.trim().toLowerCase(), daily, resets].join(' ');
      const known = rows.get(key);
      rows.set(key, known === undefined ? row : merged(known, row));
    }
  }
  return [...rows.values()].toSorted(byPlace);
}

interface CappedAd {
  readonly view: AdView;
  readonly rule: Rule;
  readonly cap: PaymentCap;
}

function rowOf({ view, rule, cap }: CappedAd, nowMs: number): PaymentRow {
  const { account, adNumber, side, state } = view;
  const resets = localDayAt(rule.timezone, nowMs)?.until ?? null;
  const isOut = isTakenOut(view, cap);
  const isOff = state.kind === 'offline' && state.cause === 'caps';
  return {
    account,
    side,
    ...cap,
    ...toldToday(view, cap, resets),
    resets,
    ads: [adNumber],
    takenOutOf: isOut ? [adNumber] : [],
    offline: isOff ? [adNumber] : [],
  };
}

function isTakenOut({ withheld }: Pick<AdView, 'withheld'>, { method }: PaymentCap): boolean {
  return withheld.some((taken) => meansMethod(method, taken));
}

type Told = Pick<PaymentRow, 'paid' | 'left' | 'isReached' | 'isUnknown' | 'readAtMs'>;

/** What was read on another day says nothing of today. */
function toldToday({ caps }: Pick<AdView, 'caps'>, { method, daily }: PaymentCap, resets: string | null): Told {
  const untold = { paid: null, left: null, isReached: null, isUnknown: false, readAtMs: null };
  if (caps === null || resets === null || caps.until !== resets) return untold;
  const sum = caps.sums.find((cap) => cap.method === method && cap.daily === daily);
  if (sum === undefined) return untold;
  return {
    paid: sum.sum,
    left: leftOf(daily, sum.sum),
    isReached: sum.isFull,
    isUnknown: caps.unknown.includes(method),
    readAtMs: caps.atMs,
  };
}

const leftOf = (daily: string, sum: string): string =>
  compare(sum, daily) >= 0 ? '0' : new Decimal(daily).minus(sum).toFixed();

/** The last look of any ad has the sums; whether an order fits is each ad's own. */
function merged(one: PaymentRow, other: PaymentRow): PaymentRow {
  const newer = (other.readAtMs ?? -1) > (one.readAtMs ?? -1) ? other : one;
  const told = [one.isReached, other.isReached].filter((isReached) => isReached !== null);
  return {
    ...newer,
    isReached: told.length === 0 ? null : told.every(Boolean),
    isUnknown: one.isUnknown || other.isUnknown,
    ads: [...one.ads, ...other.ads].toSorted(),
    takenOutOf: [...one.takenOutOf, ...other.takenOutOf].toSorted(),
    offline: [...one.offline, ...other.offline].toSorted(),
  };
}

const placeOf = ({ account, fiat, side, method }: PaymentRow): string => [account, fiat, side, method].join(' ');

const byPlace = (left: PaymentRow, right: PaymentRow): number => placeOf(left).localeCompare(placeOf(right));

/** Returns the columns of `peerdesk desk payments`. */
export function paymentColumns(nowMs: number, { allAccounts }: { allAccounts: boolean }): Column<PaymentRow>[] {
  return [
    ...(allAccounts ? [{ title: 'ACCOUNT', cell: ({ account }: PaymentRow) => account }] : []),
    { title: 'METHOD', cell: ({ method }) => method },
    { title: 'SIDE', cell: ({ side }) => side, leaves: 1 },
    { title: 'PAID TODAY', cell: ({ paid }) => paid, align: 'right' },
    { title: 'CAP', cell: ({ daily }) => daily, align: 'right' },
    { title: 'LEFT', cell: ({ left }) => left, align: 'right' },
    { title: 'FIAT', cell: ({ fiat }) => fiat },
    { title: 'RESETS', cell: ({ resets }) => resets, leaves: 3 },
    { title: 'ADS', cell: ({ ads }) => ads.length, align: 'right', leaves: 2 },
    { title: 'SEEN', cell: ({ readAtMs }) => seenText(readAtMs, nowMs), align: 'right' },
    { title: 'STATE', cell: stateText, below: true },
  ];
}

const seenText = (readAtMs: number | null, nowMs: number): string | null =>
  readAtMs === null ? null : `${ageText(nowMs - readAtMs)} ago`;

/** Returns a capped method in one line, without the age of its sum. */
export function paymentLine(row: PaymentRow): string {
  const { account, method, fiat, daily, paid, left } = row;
  const sum = paid === null ? `not known of ${daily} ${fiat}` : `${paid} of ${daily} ${fiat}, ${left ?? ''} left`;
  return `${method} of ${account}: ${sum}: ${stateText(row)}`;
}

/** Returns what the desk shows of a capped method: "BANK 49950 of 50000 BOB, 50 left: reached". */
export function paymentText(row: PaymentRow): string {
  const { method, fiat, daily, paid, left, resets } = row;
  const until = resets === null ? '' : ` (the day ends ${resets})`;
  if (paid === null) return `${method} not known, of ${daily} ${fiat}: ${stateText(row)}`;
  return `${method} ${paid} of ${daily} ${fiat}, ${left ?? ''} left: ${stateText(row)}${until}`;
}

function stateText({ isReached, isUnknown, takenOutOf, offline }: PaymentRow): string {
  if (isUnknown) return 'means no payment account: it holds nothing';
  if (isReached === null) return 'no look of today has counted it yet';
  return [
    isReached ? 'reached' : 'an order fits',
    ...(takenOutOf.length === 0 ? [] : [`taken out of ${takenOutOf.join(', ')}`]),
    ...(offline.length === 0 ? [] : [`off the market: ${offline.join(', ')}`]),
  ].join('; ');
}
