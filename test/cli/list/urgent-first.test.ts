import { Client, Connection } from '@temporalio/client';
import { afterAll, expect, it, vi } from 'vitest';
import { listed } from '../../../src/cli/list/listing.ts';
import { ordersByUrgency } from '../../../src/cli/order/order-list.ts';
import { searchAttributeKeys } from '../../../src/workflows/contract/search-attributes.ts';
import type { TemporalSession } from '../../../src/cli/session/temporal-session.ts';

const connection = Connection.lazy();
afterAll(() => connection.close());

interface Order {
  number: string;
  state: string;
  startedAtMs: number;
  paidSinceMs?: number;
  needsHuman?: boolean;
}

function run({ number, startedAtMs, ...order }: Order) {
  const values = new Map<string, unknown>([
    ['PeerdeskState', order.state],
    ['PeerdeskNeedsHuman', order.needsHuman ?? false],
    ['PeerdeskPaidSince', order.paidSinceMs === undefined ? undefined : new Date(order.paidSinceMs)],
  ]);
  return {
    workflowId: `order:main:${number}`,
    runId: number,
    taskQueue: 'peerdesk:main',
    status: { name: 'RUNNING' },
    typedSearchAttributes: new Map(searchAttributeKeys.map((key) => [key, values.get(key.name)])),
    startTime: new Date(startedAtMs),
  };
}

/** A server that answers the queries of the list, newest first, as Temporal does. */
function serverWith(orders: readonly Order[]) {
  const client = new Client({ connection });
  const queries: string[] = [];
  vi.spyOn(client.workflow, 'list').mockImplementation(({ query = '' } = {}) => {
    queries.push(query);
    const meant = orders.filter(
      ({ state, paidSinceMs, needsHuman = false }) =>
        query.includes("'orderLifecycle'") &&
        (!query.includes('PeerdeskState =') || state === 'appeal') &&
        (!query.includes('PeerdeskPaidSince IS NOT NULL') || paidSinceMs !== undefined) &&
        (!query.includes('PeerdeskNeedsHuman =') || query.includes(`PeerdeskNeedsHuman = ${needsHuman}`)),
    );
    const newest = meant.toSorted((left, right) => right.startedAtMs - left.startedAtMs).map(run);
    return (async function* rows() {
      yield* newest;
    })() as never;
  });
  const asked = vi.spyOn(client.workflow, 'getHandle');
  return { client, queries, asked };
}

const wish = { all: false, allAccounts: false, running: false, needsHuman: false };

it('a limit keeps appeals, then the orders that have been paid for longest, by the list alone: no order is asked', async () => {
  const paid = Array.from({ length: 40 }, (_, index) => ({
    number: `paid-${index}`,
    state: 'release-gate',
    needsHuman: true,
    startedAtMs: 1_000 + index,
    paidSinceMs: 50_000 - index,
  }));
  const waiting = Array.from({ length: 40 }, (_, index) => ({
    number: `new-${index}`,
    state: 'awaiting-payment',
    startedAtMs: 9_000 + index,
  }));
  const appeal = { number: 'appeal', state: 'appeal', needsHuman: true, startedAtMs: 1, paidSinceMs: 60_000 };
  const { client, queries, asked } = serverWith([appeal, ...paid, ...waiting]);
  const session = { client, account: 'main' } as TemporalSession;
  const { rows, notes } = await listed(session, ordersByUrgency, { ...wish, limit: 3 });
  expect(rows.map(({ subject }) => subject)).toEqual(['appeal', 'paid-39', 'paid-38']);
  expect(notes).toEqual(['only 3 are shown: --limit shows more']);
  expect(asked).not.toHaveBeenCalled();
  expect(queries.filter((query) => query.includes('PeerdeskPaidSince IS NOT NULL'))).toHaveLength(1);
});

it('who asks may say himself what is said of a list that is cut; of one that is whole nothing is', async () => {
  const orders = ['1', '2', '3', '4'].map((number, startedAtMs) => ({
    number,
    state: 'awaiting-payment',
    startedAtMs,
  }));
  const session = { client: serverWith(orders).client, account: 'main' } as TemporalSession;
  const cut = (shown: number): string => `${shown} of many`;
  expect((await listed(session, ordersByUrgency, { ...wish, limit: 3, cut })).notes).toEqual(['3 of many']);
  expect((await listed(session, ordersByUrgency, { ...wish, limit: 4, cut })).notes).toEqual([]);
});
