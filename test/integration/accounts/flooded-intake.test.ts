import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { CommandTimeoutError, orderControl } from '../../../src/client/index.ts';
import { account, openDeskWorld, sharedEgress, until } from '../desk-harness.ts';
import { listedOrder, unservedPort } from './unserved-port.ts';

it('ADR 0031: an order is taken up when its workflow has begun, so that many of one account wait for each other', async () => {
  const { client } = await openDeskWorld({ egress: sharedEgress });
  const port = unservedPort({ client }, () => Promise.resolve({ mode: 'sim', state: 'running' }));
  const orderNumber = '20000000000000001001';
  let isTakenUp = false;
  // As the intake does: an order about which a busy server did not answer is seen again.
  const seen = async (): Promise<unknown> => {
    for (;;) {
      try {
        return await port.orderSeen({ orderNumber, ...listedOrder });
      } catch (error) {
        if (!(error instanceof CommandTimeoutError)) throw error;
      }
    }
  };
  const end = seen().finally(() => (isTakenUp = true));
  await until(
    'its workflow is started',
    () => client.workflow.getHandle(orderControl(client, account, orderNumber).workflowId).describe(),
    ({ status }) => status.name === 'RUNNING',
  );
  await delay(300);
  expect(isTakenUp).toBe(false);
  expect(await end).toBe('started');
});
