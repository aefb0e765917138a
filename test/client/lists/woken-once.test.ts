import type { Client } from '@temporalio/client';
import { expect, it } from 'vitest';
import { deploymentControl } from '../../../src/client/versions/deployment-client.ts';

/** A server that lists one run, which answers no task, and counts its signals. */
function stuckRun(): { client: Client; signals: () => number } {
  let signals = 0;
  const row = { workflowId: 'desk:acme', runId: 'r', type: 'accountDesk', startTime: new Date(0) };
  const client = {
    options: { namespace: 'default', identity: 'test' },
    withDeadline: (_deadline: number, call: () => unknown) => call(),
    withAbortSignal: (_signal: AbortSignal, call: () => unknown) => call(),
    workflow: {
      list: async function* () {
        yield row;
      },
      getHandle: () => ({
        signal: async () => {
          signals += 1;
        },
      }),
    },
  };
  return { client: client as unknown as Client, signals: () => signals };
}

it('ADR 0025: a drain that looks again and again signals a run that stays once', async () => {
  const { client, signals } = stuckRun();
  const deployment = deploymentControl(client, 'desk');
  const woken = new Set<string>();
  for (let look = 0; look < 5; look += 1) expect(await deployment.wake('next', woken)).toBe(1);
  expect(signals()).toBe(1);
});
