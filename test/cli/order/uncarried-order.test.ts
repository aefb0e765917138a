/** What a person hears of an order that waits to be taken in, where the desk's last look outlived its worker. */
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { defaultDataConverter, defaultPayloadConverter } from '@temporalio/common';
import { expect, it } from 'vitest';
import { uncarriedFailure } from '../../../src/cli/order/uncarried-order.ts';
import type { TemporalSession } from '../../../src/cli/session/temporal-session.ts';

const missing = new WorkflowNotFoundError('workflow not found', 'order:main:901', undefined);
const lastWords = { lookedAtMs: 1, waiting: ['901'], problem: null };
const beat = { payloads: [defaultPayloadConverter.toPayload(lastWords)] };
const intake = { activityType: { name: 'watchOrders' }, heartbeatDetails: beat };

/** A server that still has the last heartbeat of an intake; `polledS`: when a worker asked for work, null: none did. */
function sessionOf(polledS: number | null): TemporalSession {
  const describe = (workflowId: string) => async () => {
    if (workflowId.startsWith('order:')) throw missing;
    return { raw: { pendingActivities: [intake] } };
  };
  const client = {
    options: { namespace: 'default', loadedDataConverter: { ...defaultDataConverter, payloadCodecs: [] } },
    withAbortSignal: (_: AbortSignal, use: () => unknown) => use(),
    withDeadline: (_: number, use: () => unknown) => use(),
    workflow: {
      getHandle: (workflowId: string) => ({ workflowId, client, describe: describe(workflowId) }),
    },
    workflowService: {
      describeTaskQueue: async () => ({
        pollers: polledS === null ? [] : [{ lastAccessTime: { seconds: polledS } }],
      }),
    },
  };
  return {
    client: client as unknown as Client,
    address: 'here:7233',
    account: 'main',
    group: async () => 'main',
    timeoutMs: 1_000,
  };
}

it('an order that waits to be taken in is answered with its place while a worker serves the account', async () => {
  const failure = await uncarriedFailure(sessionOf(Date.now() / 1_000), '901', missing);
  expect(failure).toMatchObject({ exitCode: 2 });
  expect(failure.message).toMatch(/waits to be taken in, place 1 of 1: orders are taken in as fast/);
});

it.each([
  ['no worker', null],
  ['none for three minutes', Date.now() / 1_000 - 180],
])('where no worker takes it in, that is said instead: %s', async (_, polledS) => {
  const failure = await uncarriedFailure(sessionOf(polledS), '901', missing);
  expect(failure).toMatchObject({ exitCode: 3 });
  expect(failure.message).toMatch(
    /^order 901 waits to be taken in, place 1 of 1, and no worker serves account main: start `peerdesk worker/,
  );
});
