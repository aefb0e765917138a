import { orderControl, placementControl, type ListedWorkflow } from '../../client/index.ts';
import type { CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import type { ListKind, Look } from '../list/list-kind.ts';
import { runList } from '../list/list-output.ts';
import { enrich, listed, type ListWish } from '../list/listing.ts';
import type { TemporalSession } from '../session/temporal-session.ts';
import { withBriefs } from './order-briefs.ts';
import {
  byUrgency,
  isPlacement,
  listedUrgency,
  orderColumns,
  orderLine,
  orderRow,
  type OrderRow,
  type Seen,
} from './order-rows.ts';

/** `peerdesk order list`: orders, and placements, which may wait for a human before their order exists. */
export const orderList: CommandRun = (call, context) => runList(call, context, orders);

const orders: ListKind<OrderRow> = {
  type: 'orderLifecycle',
  look: lookAtOrders,
  columns: orderColumns,
  empty: ({ account }, { allAccounts }) =>
    allAccounts ? 'no orders of any account' : `no orders of account ${account}`,
  idOf: ({ workflowId, startedAtMs }) => `${workflowId} ${startedAtMs}`,
  lineOf: orderLine,
};

/** A limit hides no appeal, and no paid order that waits for longer than one that is shown. */
export const ordersByUrgency: Parameters<typeof listed>[1] = {
  types: ['orderLifecycle', 'orderPlacement'],
  order: {
    first: [
      { type: 'orderLifecycle', state: 'appeal', running: true },
      { type: 'orderLifecycle', paid: true, running: true },
    ],
    compare: (left, right) => byUrgency(listedUrgency(left), listedUrgency(right)),
  },
};

/** Returns the orders and placements of a list with their states, the most urgent first. */
export async function lookAtOrders(
  session: TemporalSession,
  options: ListWish,
  context: CommandContext,
): Promise<Look<OrderRow>> {
  const found = await listed(session, ordersByUrgency, options);
  const query = (row: ListedWorkflow): Promise<Seen> => look(session, row);
  const { rows, notes } = await enrich(session, { rows: found.rows, query, asksEnded: true });
  const sorted = rows.map(orderRow).toSorted(byUrgency);
  return { rows: await withBriefs(context, sorted), notes: [...notes, ...found.notes] };
}

async function look({ client }: TemporalSession, row: ListedWorkflow): Promise<Seen> {
  const { account, subject } = row;
  if (isPlacement(row))
    return { kind: 'placement', placement: await placementControl(client, account, subject).state() };
  return { kind: 'order', order: await orderControl(client, account, subject).state() };
}
