import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import type { Client } from '@temporalio/client';
import { isDead, takeOverFrom, takeOverLate } from '../../../src/workers/queues/take-over.ts';

const host = { name: 'desk-1', isAlive: (pid: number) => pid === 20 };

it.each([
  { identity: '10@desk-1', dead: true, why: 'no such process on this host' },
  { identity: '20@desk-1', dead: false, why: 'the process lives' },
  { identity: '10@desk-2', dead: false, why: 'another host cannot be asked' },
  {
    identity: `${process.pid}@desk-1`,
    dead: true,
    why: 'a container that starts again has the pid of its predecessor',
  },
  { identity: 'ana@desk-1', dead: false, why: 'no pid' },
  { identity: '10@desk-1 ', dead: false, why: 'another name' },
  { identity: '', dead: false, why: 'no name' },
  { identity: null, dead: false, why: 'no answer' },
])('design 6: a worker called $identity is dead: $dead ($why)', ({ identity, dead }) => {
  expect(isDead(identity, host)).toBe(dead);
});

it('design 6: the processes of this machine are looked up: one that lives, and one that has ended', () => {
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  expect(isDead(`${process.ppid}@${hostname()}`)).toBe(false);
  expect(isDead(`${ended}@${hostname()}`)).toBe(true);
});

/** Workflows with one pending activity each, by type; what was failed, and whose sticky queue was reset. */
function world() {
  const own = '7@desk-1';
  const pending = {
    lead: { name: 'keepLead', worker: own },
    ad: { name: 'watchMarket', worker: own },
    desk: { name: 'watchOrders', worker: '8@desk-1' },
    order: { name: 'releaseCoin', worker: own },
  };
  const [failed, unstuck]: [string[], string[]] = [[], []];
  const client = {
    options: { namespace: 'default', identity: own },
    withDeadline: <T>(_: number, use: () => Promise<T>) => use(),
    workflow: {
      list: async function* ({ query }: { query: string }) {
        const isOfWatches = query.includes('WorkflowType IN');
        for (const workflowId of isOfWatches ? ['lead', 'ad', 'desk'] : ['order']) yield { workflowId };
      },
    },
    workflowService: {
      resetStickyTaskQueue: async ({ execution }: { execution: { workflowId: string } }) => {
        unstuck.push(execution.workflowId);
      },
      describeWorkflowExecution: async ({ execution }: { execution: { workflowId: keyof typeof pending } }) => {
        const { name, worker } = pending[execution.workflowId];
        const activity = { activityId: '1', activityType: { name }, state: 2, lastWorkerIdentity: worker };
        return { pendingActivities: [activity] };
      },
    },
    activity: { fail: async ({ workflowId }: { workflowId: string }) => void failed.push(workflowId) },
  } as unknown as Client;
  const logger = { info: () => undefined, debug: () => undefined } as unknown as Parameters<
    typeof takeOverFrom
  >[1]['logger'];
  return { own, failed, unstuck, options: { client, taskQueues: ['peerdesk:main'], logger } };
}

it('ADR 0031: who leads frees what any process began before, but neither the lead that it holds nor a money step', async () => {
  const { own, failed, unstuck, options } = world();
  await takeOverFrom('8@desk-1', options);
  expect(failed).toEqual(['ad', 'desk']);
  expect(unstuck).toEqual(['lead', 'ad', 'desk', 'order']);
  // Its own workflows are where they were.
  await takeOverFrom(own, options);
  expect([failed.length, unstuck.length]).toEqual([4, 4]);
});

it('ADR 0031: what a frozen process is given later is freed, too, watches alone, until the term is over', async () => {
  const { failed, unstuck, options } = world();
  const over = new AbortController();
  const rests: number[] = [];
  const pause = async (ms: number): Promise<void> => {
    rests.push(ms);
    if (rests.length === 3) over.abort();
  };
  await takeOverLate({ ...options, over: over.signal, pause });
  expect([failed, unstuck, rests]).toEqual([['desk', 'desk'], [], [10_000, 20_000, 40_000]]);
});

it('ADR 0031: where the list breaks off nothing more is freed: who has taken over polls by then, and it would be its own', async () => {
  const { unstuck, options } = world();
  const answer = Promise.withResolvers<void>();
  Object.assign(options.client.workflow, {
    list: async function* () {
      for (let number = 0; number < 30; number += 1) yield { workflowId: `order:${number}` };
      throw new Error('no answer');
    },
  });
  Object.assign(options.client.workflowService, {
    resetStickyTaskQueue: async () => {
      unstuck.push('an order');
      await answer.promise;
    },
  });
  await takeOverFrom('8@desk-1', options);
  answer.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect(unstuck).toHaveLength(10);
});
