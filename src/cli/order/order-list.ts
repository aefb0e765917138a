import {
  orderControl,
  placementControl,
  type ListedWorkflow,
  type OrderView,
  type PlacementView,
} from '../../client/index.ts';
import { note, print } from '../command-context.ts';
import type { CommandRun } from '../command-spec.ts';
import { durationText, timeText } from '../duration.ts';
import { enrich, listSchema, listed, type Enriched, type ListOptions } from '../listing.ts';
import { readOptions } from '../option-values.ts';
import { withTemporal, type TemporalSession } from '../temporal-session.ts';
import { textTable, type Column } from '../text-table.ts';
import { tradeText } from './order-text.ts';

type Seen = { kind: 'order'; order: OrderView } | { kind: 'placement'; placement: PlacementView };

/** `peerdesk order list`: orders, and placements, which may wait for a human before their order exists. */
export const orderList: CommandRun = async (call, context) => {
  const options = readOptions(listSchema, call);
  await withTemporal(context, options, async (session) => {
    const found = await listedOrders(session, options);
    const rows = found.slice(0, options.limit);
    const query = (row: ListedWorkflow): Promise<Seen> => look(session, row);
    const enriched = await enrich(context, session, { rows, query, asksEnded: true });
    const nowMs = Date.now();
    const orders = enriched.map((one) => orderRow(one, nowMs)).toSorted(byUrgency);
    print(context, {
      json: options.json,
      data: orders,
      text: () => (orders.length === 0 ? `no orders of account ${session.account}` : textTable(columns, orders)),
    });
    if (found.length > rows.length) note(context, `only ${rows.length} are shown: --limit shows more`);
  });
  return undefined;
};

const types = ['orderLifecycle', 'orderPlacement'] as const;

/**
 * Orders that need a human come first, so that a limit never hides them. One more than the limit shows that there are
 * more.
 */
async function listedOrders(session: TemporalSession, options: ListOptions): Promise<ListedWorkflow[]> {
  const limit = options.limit + 1;
  const urgent = types.map((type) => listed(session, type, { ...options, limit, needsHuman: true }));
  const others = options.needsHuman ? [] : types.map((type) => listed(session, type, { ...options, limit }));
  const all = (await Promise.all([...urgent, ...others])).flat();
  return [...new Map(all.map((row) => [`${row.workflowId} ${row.startedAtMs}`, row])).values()];
}

const isPlacement = ({ workflowId }: ListedWorkflow): boolean => workflowId.startsWith('place:');

async function look({ client, account }: TemporalSession, row: ListedWorkflow): Promise<Seen> {
  if (isPlacement(row))
    return { kind: 'placement', placement: await placementControl(client, account, row.subject).state() };
  return { kind: 'order', order: await orderControl(client, account, row.subject).state() };
}

type OrderRow = ReturnType<typeof orderRow>;

function orderRow({ row, view }: Enriched<Seen>, nowMs: number) {
  const { subject, ...rest } = row;
  const kind = isPlacement(row) ? ('placement' as const) : ('order' as const);
  const number =
    kind === 'order' ? { orderNumber: subject, requestId: null } : { orderNumber: null, requestId: subject };
  const ageMs = Math.max(0, (row.closedAtMs ?? nowMs) - row.startedAtMs);
  return { kind, ...number, ...rest, ageMs, ...details(view), ...freshNeed(row, view) };
}

/** The list of the server is a moment old; the order's own state wins. */
function freshNeed({ status, needsHuman }: ListedWorkflow, view: Seen | null): { needsHuman: boolean } {
  if (status !== 'running') return { needsHuman: false };
  if (view === null) return { needsHuman };
  return { needsHuman: view.kind === 'order' ? view.order.needsHuman : view.placement.needsHuman };
}

interface Details {
  orderStatus: string | null;
  waitingFor: string | null;
  untilMs: number | null;
  trade: string | null;
  why: string | null;
  troubles: string[];
}

const nothingKnown: Details = {
  orderStatus: null,
  waitingFor: null,
  untilMs: null,
  trade: null,
  why: null,
  troubles: [],
};

function details(seen: Seen | null): Details {
  if (seen === null) return nothingKnown;
  if (seen.kind === 'placement') return { ...nothingKnown, waitingFor: seen.placement.state, why: seen.placement.why };
  const { status, waitingFor, untilMs, why, troubles } = seen.order;
  return { orderStatus: status, waitingFor, untilMs, trade: tradeText(seen.order), why, troubles };
}

/** Sorts those that need a human first, then by deadline, then the oldest; ended ones last, the newest first. */
export function byUrgency(
  left: Pick<OrderRow, 'status' | 'needsHuman' | 'untilMs' | 'startedAtMs' | 'closedAtMs'>,
  right: Pick<OrderRow, 'status' | 'needsHuman' | 'untilMs' | 'startedAtMs' | 'closedAtMs'>,
): number {
  const hasEnded = (row: typeof left): number => Number(row.status !== 'running');
  if (hasEnded(left) !== hasEnded(right)) return hasEnded(left) - hasEnded(right);
  if (hasEnded(left) === 1) return (right.closedAtMs ?? 0) - (left.closedAtMs ?? 0);
  if (left.needsHuman !== right.needsHuman) return Number(right.needsHuman) - Number(left.needsHuman);
  const [leftUntil, rightUntil] = [left.untilMs ?? Infinity, right.untilMs ?? Infinity];
  return leftUntil === rightUntil ? left.startedAtMs - right.startedAtMs : leftUntil - rightUntil;
}

function whyText({ needsHuman, why, troubles }: OrderRow): string {
  const reason = [why, ...troubles.filter((trouble) => trouble !== why)].filter((text) => text !== null).join('; ');
  return needsHuman ? `needs you: ${reason}` : reason;
}

const columns: Column<OrderRow>[] = [
  { title: 'ORDER', cell: (order) => order.orderNumber ?? `placement ${order.requestId}` },
  { title: 'TRADE', cell: (order) => order.trade ?? ([order.side, order.pair].filter(Boolean).join(' ') || null) },
  { title: 'STATUS', cell: (order) => order.orderStatus ?? (order.status === 'running' ? order.state : order.status) },
  { title: 'AGE', cell: (order) => durationText(Math.floor(order.ageMs / 1_000) * 1_000), align: 'right' },
  { title: 'UNTIL', cell: (order) => (order.untilMs === null ? null : timeText(order.untilMs)) },
  {
    title: 'WAITS FOR',
    cell: (order) => (order.status === 'running' ? order.waitingFor : endedText(order)),
  },
  { title: 'MODE', cell: (order) => order.mode },
  { title: 'WHY', cell: whyText },
];

function endedText({ status, closedAtMs }: OrderRow): string {
  return closedAtMs === null ? status : `${status} ${timeText(closedAtMs)}`;
}
