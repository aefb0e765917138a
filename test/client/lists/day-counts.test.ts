import type { Client } from '@temporalio/client';
import { expect, it } from 'vitest';
import { dayCounts } from '../../../src/client/lists/day-counts.ts';

/** A server that counts as these words of a query say. */
function counting(counts: Readonly<Record<string, number>>) {
  const asked: string[] = [];
  const client = {
    withDeadline: <T>(_atMs: number, ask: () => T): T => ask(),
    workflow: {
      count: async (query: string) => {
        asked.push(query);
        const [, count = 0] = Object.entries(counts).find(([words]) => query.endsWith(words)) ?? [];
        return { count };
      },
    },
  } as unknown as Client;
  return { client, asked };
}

const of = { account: 'main', sinceMs: Date.parse('2026-11-29T04:00:00Z') };

it('ADR 0020: a day is counted by four questions to the list of the server', async () => {
  const { client, asked } = counting({
    "= 'completed'": 12,
    "IN ('cancelled', 'cancelled_by_system')": 3,
    "= 'Running'": 5,
    "IN ('running', 'cooling', 'blocked')": 4,
  });
  expect(await dayCounts(client, of)).toEqual({ completed: 12, cancelled: 3, pricedAds: 4, otherAds: 1 });
  const orders =
    "WorkflowType = 'orderLifecycle' AND PeerdeskAccount = 'main' AND CloseTime > '2026-11-29T04:00:00.000Z' AND ExecutionStatus != 'ContinuedAsNew'";
  expect(asked[0]).toBe(`${orders} AND PeerdeskState = 'completed'`);
  expect(asked).toHaveLength(4);
});

it('ADR 0020: an ad that begins to be priced between two questions makes no count negative', async () => {
  const { client } = counting({ "= 'Running'": 3, "IN ('running', 'cooling', 'blocked')": 4 });
  expect(await dayCounts(client, of)).toMatchObject({ pricedAds: 4, otherAds: 0 });
});
