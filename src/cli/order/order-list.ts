import { orderControl, placementControl } from '../../client/index.ts';
import type { ListedWorkflow, OrderView, PlacementView } from '../../client/index.ts';
import { print } from '../command-context.ts';
import type { CommandRun } from '../command-spec.ts';
import { enrich, listSchema, listed } from '../listing.ts';
import type { Enriched } from '../listing.ts';
import { readOptions } from '../option-values.ts';
import { withTemporal } from '../temporal-session.ts';
import type { TemporalSession } from '../temporal-session.ts';
import { textTable } from '../text-table.ts';
import type { Column } from '../text-table.ts';
import { tradeText } from './order-text.ts';

type Seen = { kind: 'order'; order: OrderView } | { kind: 'placement'; placement: PlacementView };

/** `peerdesk order list`: orders, and placements, which may wait for a human before their order exists. */
export const orderList: CommandRun = async (call, context) => {
  const options = readOptions(listSchema, call);
  await withTemporal(context, options, async (session) => {
    const rows = [
      ...(await listed(session, 'orderLifecycle', options)),
      ...(await listed(session, 'orderPlacement', options)),
    ].slice(0, options.limit);
    const query = (row: ListedWorkflow): Promise<Seen> => look(session, row);
    const orders = (await enrich(context, session, { rows, query })).map(orderRow);
    print(context, {
      json: options.json,
      data: orders,
      text: () => (orders.length === 0 ? 'no orders' : textTable(columns, orders)),
    });
  });
  return undefined;
};

const isPlacement = ({ workflowId }: ListedWorkflow): boolean => workflowId.startsWith('place:');

async function look({ client, account }: TemporalSession, row: ListedWorkflow): Promise<Seen> {
  if (isPlacement(row))
    return { kind: 'placement', placement: await placementControl(client, account, row.subject).state() };
  return { kind: 'order', order: await orderControl(client, account, row.subject).state() };
}

function orderRow({ row, view }: Enriched<Seen>) {
  const { subject, ...rest } = row;
  const kind = isPlacement(row) ? ('placement' as const) : ('order' as const);
  const number =
    kind === 'order' ? { orderNumber: subject, requestId: null } : { orderNumber: null, requestId: subject };
  return { kind, ...number, ...rest, ...details(view) };
}

interface Details {
  orderStatus: string | null;
  waitingFor: string | null;
  untilMs: number | null;
  trade: string | null;
  why: string | null;
}

const nothingKnown: Details = { orderStatus: null, waitingFor: null, untilMs: null, trade: null, why: null };

function details(seen: Seen | null): Details {
  if (seen === null) return nothingKnown;
  if (seen.kind === 'placement') return { ...nothingKnown, waitingFor: seen.placement.state, why: seen.placement.why };
  const { status, waitingFor, untilMs, why } = seen.order;
  return { orderStatus: status, waitingFor, untilMs, trade: tradeText(seen.order), why };
}

const columns: Column<ReturnType<typeof orderRow>>[] = [
  { title: 'ORDER', cell: (order) => order.orderNumber ?? `placement ${order.requestId}` },
  { title: 'TRADE', cell: (order) => order.trade ?? ([order.side, order.pair].filter(Boolean).join(' ') || null) },
  { title: 'STATUS', cell: (order) => order.orderStatus ?? (order.status === 'running' ? order.state : order.status) },
  { title: 'WAITS FOR', cell: (order) => order.waitingFor },
  { title: 'MODE', cell: (order) => order.mode },
  { title: 'WHY', cell: (order) => (order.needsHuman ? `needs you: ${order.why ?? ''}` : order.why) },
];
