import type { ListedWorkflow, OrderView, PlacementView } from '../../client/index.ts';
import { ageText, dueText } from '../kit/duration.ts';
import type { Enriched } from '../list/listing.ts';
import { needText } from '../list/need-text.ts';
import { coded } from '../../words/coded.ts';
import type { Column } from '../text/text-table.ts';
import { timeText } from '../text/time-zone.ts';
import { tradeText } from './order-text.ts';
import { amountText } from '../../words/amount-words.ts';
import { waitWords } from '../../words/order-words.ts';

/** What an order or a placement says of itself. */
export type Seen = { kind: 'order'; order: OrderView } | { kind: 'placement'; placement: PlacementView };

export const isPlacement = ({ workflowId }: ListedWorkflow): boolean => workflowId.startsWith('place:');

/** One line of the list of orders. */
export type OrderRow = ReturnType<typeof orderRow>;

/** Returns the line of an order or a placement, with its state where it answered. */
export function orderRow({ row, view }: Enriched<Seen>) {
  const { subject, ...rest } = row;
  const kind = isPlacement(row) ? ('placement' as const) : ('order' as const);
  const number =
    kind === 'order' ? { orderNumber: subject, requestId: null } : { orderNumber: null, requestId: subject };
  const unseen: WindowPart = { method: null, counterparty: null, unread: null, assigned: null };
  return { kind, ...number, ...rest, ...details(view), ...freshNeed(row, view), ...freshPayment(row, view), ...unseen };
}

/** What a window of this machine knows: how it is paid, the initials of the counterparty, how many messages are unread, and who has it. */
export interface WindowPart {
  method: string | null;
  counterparty: string | null;
  unread: number | null;
  assigned: { assignee: string; untilMs: number } | null;
}

/** The list of the server is a moment old; the order's own state wins. */
function freshNeed({ status, needsHuman }: ListedWorkflow, view: Seen | null): { needsHuman: boolean } {
  if (status !== 'running') return { needsHuman: false };
  if (view === null) return { needsHuman };
  return { needsHuman: view.kind === 'order' ? view.order.needsHuman : view.placement.needsHuman };
}

/** The list of the server is a moment old; the order's own state wins. */
function freshPayment(
  { paidSinceMs, state }: ListedWorkflow,
  view: Seen | null,
): { paidSinceMs: number | null; isAppeal: boolean } {
  if (view?.kind !== 'order') return { paidSinceMs, isAppeal: state === 'appeal' };
  const { status, waitingFor } = view.order;
  return { paidSinceMs: view.order.paidSinceMs, isAppeal: status === 'IN_APPEAL' || waitingFor.code === 'appeal' };
}

interface Details {
  orderStatus: string | null;
  waitingFor: string | null;
  untilMs: number | null;
  amount: string | null;
  price: string | null;
  totalPrice: string | null;
  /** The three in words; null while the order has not been read. */
  trade: string | null;
  why: string | null;
  troubles: string[];
}

const nothingKnown: Details = {
  orderStatus: null,
  waitingFor: null,
  untilMs: null,
  amount: null,
  price: null,
  totalPrice: null,
  trade: null,
  why: null,
  troubles: [],
};

function details(seen: Seen | null): Details {
  if (seen === null) return nothingKnown;
  if (seen.kind === 'placement') return { ...nothingKnown, waitingFor: seen.placement.state, why: seen.placement.why };
  const { status, waitingFor, untilMs, why, troubles, amount, price, totalPrice } = seen.order;
  const numbers = { amount, price, totalPrice };
  return {
    orderStatus: status,
    waitingFor: waitingFor.code,
    untilMs,
    ...numbers,
    trade: tradeText(seen.order),
    why,
    troubles: troubles.map(({ text }) => text),
  };
}

type Urgency = Pick<
  OrderRow,
  'status' | 'isAppeal' | 'paidSinceMs' | 'needsHuman' | 'untilMs' | 'startedAtMs' | 'closedAtMs'
>;

/** What the server's list says of the urgency of a row, before the order is asked itself. */
export function listedUrgency(row: ListedWorkflow): Urgency {
  const { status, state, paidSinceMs, needsHuman, startedAtMs, closedAtMs } = row;
  return { status, isAppeal: state === 'appeal', paidSinceMs, needsHuman, untilMs: null, startedAtMs, closedAtMs };
}

const maxMs = 8.64e15;

/**
 * Sorts appeals first, then the paid by how long they wait; of the others those that need a human come first, then the
 * nearest deadline, then the oldest. What has ended is last, the newest first.
 */
export function byUrgency(left: Urgency, right: Urgency): number {
  const byRank = urgencyRank(left) - urgencyRank(right);
  if (byRank !== 0) return byRank;
  if (left.status !== 'running') return (right.closedAtMs ?? 0) - (left.closedAtMs ?? 0);
  const keys = [left, right].map(({ paidSinceMs, untilMs, startedAtMs }) => [
    paidSinceMs ?? 0,
    untilMs ?? maxMs,
    startedAtMs,
  ]);
  const [leftKey = [], rightKey = []] = keys;
  return leftKey.map((key, index) => key - (rightKey[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

function urgencyRank({ status, isAppeal, paidSinceMs, needsHuman }: Urgency): number {
  if (status !== 'running') return 4;
  if (isAppeal) return 0;
  if (paidSinceMs !== null) return 1;
  return needsHuman ? 2 : 3;
}

/** Returns a row in one line without how long it waits. */
export function orderLine(row: OrderRow): string {
  const name = row.orderNumber === null ? `placement ${row.requestId}` : `order ${row.orderNumber}`;
  const parts = [tradeCell(row), statusCell(row)].filter((part) => part !== null);
  const end = row.status === 'running' ? waitCell(row) : endCell(row, endedText(row));
  return `${name} of ${row.account}: ${[parts.join(', '), end].filter((part) => part !== '').join(': ')}`;
}

/** The list of the server has the code alone, and perhaps one of another version. */
const waitNames: Readonly<Record<string, string>> = waitWords;

/** What it waits for, in a sentence with its code behind: "needs you: no human has approved the release (release-gate)". */
function waitCell(row: OrderRow): string {
  const code = row.waitingFor ?? row.state;
  const reason = whyText(row) || (waitNames[code ?? ''] ?? '').replace(/^YOU: /, '');
  return coded(row.needsHuman ? needText(reason) : reason, code);
}

/** How it has ended, and when behind it. */
function endCell(row: OrderRow, ended: string): string {
  return row.why === row.status ? ended : coded(whyText(row), ended);
}

function whyText({ why, troubles }: OrderRow): string {
  return [why, ...troubles.filter((trouble) => trouble !== why)].filter((text) => text !== null).join('; ');
}

/** Returns the columns. Narrow: what the app also shows leaves first, and what it waits for goes below. */
export function orderColumns(
  nowMs: number,
  { allAccounts }: { allAccounts: boolean },
  rows: readonly WindowPart[] = [],
): Column<OrderRow>[] {
  const hasWindow = rows.some(({ method, counterparty, unread }) => (method ?? counterparty ?? unread) !== null);
  const isTaken = rows.some(({ assigned }) => assigned !== null);
  return [
    ...(allAccounts ? [{ title: 'ACCOUNT', cell: ({ account }: OrderRow) => account }] : []),
    { title: 'ORDER', cell: (order) => order.orderNumber ?? `placement ${order.requestId}` },
    { title: 'TRADE', cell: tradeCell },
    { title: 'PRICE', cell: ({ price }) => amountCell(price), align: 'right', leaves: 2 },
    { title: 'TOTAL', cell: ({ totalPrice }) => amountCell(totalPrice), align: 'right', leaves: 4 },
    { title: 'STATUS', cell: statusCell, leaves: 3 },
    { title: 'PAID', cell: (order) => paidAgo(order, nowMs), align: 'right' },
    ...(hasWindow ? windowColumns : []),
    ...(isTaken ? [{ title: 'TAKEN', cell: (order: OrderRow) => takenCell(order, nowMs), leaves: 8 }] : []),
    { title: 'DUE', cell: ({ untilMs }) => (untilMs === null ? null : dueText(untilMs, nowMs)), align: 'right' },
    { title: 'MODE', cell: ({ mode }) => mode, leaves: 1 },
    {
      title: 'WAITS FOR',
      cell: (order) => (order.status === 'running' ? waitCell(order) : endCell(order, endedAgo(order, nowMs))),
      below: true,
    },
  ];
}

/** "ana, 8.5 min left". */
function takenCell({ assigned }: OrderRow, nowMs: number): string | null {
  return assigned === null ? null : `${assigned.assignee}, ${ageText(Math.max(0, assigned.untilMs - nowMs))} left`;
}

const windowColumns: readonly Column<OrderRow>[] = [
  { title: 'METHOD', cell: ({ method }) => method, leaves: 6 },
  { title: 'WHO', cell: ({ counterparty }) => counterparty, leaves: 5 },
  { title: 'UNREAD', cell: ({ unread }) => unread, align: 'right', leaves: 7 },
];

/** "SELL 250.00 USDT/BOB"; the side and pair alone while the order has not been read. */
function tradeCell({ side, amount, pair }: OrderRow): string | null {
  return [side, amountCell(amount), pair].filter((part) => part !== null).join(' ') || null;
}

const amountCell = (decimal: string | null): string | null => (decimal === null ? null : amountText(decimal));

function statusCell({ orderStatus, status }: OrderRow): string | null {
  return orderStatus ?? (status === 'running' ? null : status);
}

/** "2.1 min ago": since when the buyer has said that he has paid. What has ended waits for nothing. */
function paidAgo({ status, paidSinceMs }: OrderRow, nowMs: number): string | null {
  return paidSinceMs === null || status !== 'running' ? null : `${ageText(Math.max(0, nowMs - paidSinceMs))} ago`;
}

function endedAgo({ status, closedAtMs }: OrderRow, nowMs: number): string {
  return closedAtMs === null ? status : `${status} ${ageText(nowMs - closedAtMs)} ago`;
}

function endedText({ status, closedAtMs }: OrderRow): string {
  return closedAtMs === null ? status : `${status} ${timeText(closedAtMs)}`;
}
