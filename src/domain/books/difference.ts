/** Where the service's history and the journal differ, each kind by its name. */
import { compare } from '../decimal.ts';
import { pairOf } from './books.ts';
import type { HistoryOrder, Trade } from './trade.ts';

/** The twelve kinds (ADR 0054), in the order in which they are shown. */
export const differenceKinds = [
  'missing',
  'vanished',
  'end',
  'side',
  'pair',
  'amount',
  'total',
  'price',
  'fee',
  'ad',
  'method',
  'created',
] as const;
type DifferenceKind = (typeof differenceKinds)[number];

export interface Difference {
  readonly kind: DifferenceKind;
  readonly orderNumber: string;
  /** What the service shows, a moment in ms since the epoch; null: nothing. */
  readonly service: string | null;
  /** What the journal has; null: nothing. */
  readonly journal: string | null;
}

interface Compared {
  readonly history: readonly HistoryOrder[];
  /** Orders that the service shows in rows that cannot be read: they have not vanished. */
  readonly unread: ReadonlySet<string>;
  /** The newest entry of each order. */
  readonly trades: readonly Trade[];
  /** What was read of the service, by creation. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Returns all differences, by order and kind. */
export function differencesOf({ history, unread, trades, fromMs, untilMs }: Compared): Difference[] {
  const shown = new Map(history.map((order) => [order.orderNumber, order]));
  const kept = new Map(trades.map((trade) => [trade.orderNumber, trade]));
  const found = [...shown.values()].flatMap((order) => differencesOfOrder(order, kept.get(order.orderNumber)));
  const vanished = [...kept.values()].filter(
    ({ orderNumber, createdAtMs }) =>
      createdAtMs >= fromMs && createdAtMs <= untilMs && !shown.has(orderNumber) && !unread.has(orderNumber),
  );
  const gone = vanished.map(({ orderNumber, end }) => ({
    kind: 'vanished' as const,
    orderNumber,
    service: null,
    journal: end,
  }));
  return [...found, ...gone].toSorted(inOrder);
}

const placeOf = ({ orderNumber, kind }: Difference): string =>
  `${orderNumber} ${String.fromCodePoint(0x41 + differenceKinds.indexOf(kind))}`;

function inOrder(left: Difference, right: Difference): number {
  return placeOf(left) < placeOf(right) ? -1 : 1;
}

/** What is compared of an order that both have; the other party and the end's moment are not the service's to say. */
const parts: readonly (readonly [
  kind: DifferenceKind,
  of: (order: HistoryOrder) => string | null,
  isSame: (left: string, right: string) => boolean,
])[] = [
  ['end', ({ end }) => end ?? 'running', sameText],
  ['side', ({ side }) => side, sameText],
  ['pair', pairOf, sameText],
  ['amount', ({ amount }) => amount, sameValue],
  ['total', ({ total }) => total, sameValue],
  ['price', ({ price }) => price, sameValue],
  ['fee', ({ fee }) => fee, sameValue],
  ['ad', ({ adNumber }) => adNumber, sameText],
  ['method', ({ method }) => method, sameText],
  ['created', ({ createdAtMs }) => String(createdAtMs), sameText],
];

function sameText(left: string, right: string): boolean {
  return left === right;
}

/** 1.10 is 1.1. */
function sameValue(left: string, right: string): boolean {
  return compare(left, right) === 0;
}

function differencesOfOrder(order: HistoryOrder, trade: Trade | undefined): Difference[] {
  const { orderNumber } = order;
  if (trade === undefined)
    return order.end === null ? [] : [{ kind: 'missing', orderNumber, service: order.end, journal: null }];
  return parts.flatMap(([kind, of, isSame]) => {
    const [service, journal] = [of(order), of(trade)];
    const isEqual = service === null || journal === null ? service === journal : isSame(service, journal);
    return isEqual ? [] : [{ kind, orderNumber, service, journal }];
  });
}
