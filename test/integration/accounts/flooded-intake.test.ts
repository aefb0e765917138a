import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { GuardPort } from '../../../src/activities/ports/guard-port.ts';
import { CommandTimeoutError, orderControl } from '../../../src/client/index.ts';
import { createTemporalDeskPort } from '../../../src/workers/ports/temporal-desk-port.ts';
import { account, openDeskWorld, sharedEgress, until } from '../desk-harness.ts';

it('ADR 0031: an order is taken up when its workflow has begun, so that many of one account wait for each other', async () => {
  const { client } = await openDeskWorld({ egress: sharedEgress });
  const guard = { look: () => Promise.resolve({ rules: null }) } as unknown as GuardPort;
  // No process serves this group.
  const port = createTemporalDeskPort({
    client,
    account,
    group: 'nobody',
    overrides: {},
    shadowAds: [],
    clock: Date,
    guard,
    desk: () => Promise.resolve({ mode: 'sim', state: 'running' }),
  });
  const orderNumber = '20000000000000001001';
  const facts = {
    side: 'SELL',
    asset: 'USDT',
    fiat: 'BOB',
    amount: '50',
    price: '10.10',
    status: 'PAID',
    createdAtMs: 1,
  } as const;
  let isTakenUp = false;
  // As the intake does: an order about which a busy server did not answer is seen again.
  const seen = async (): Promise<unknown> => {
    for (;;) {
      try {
        return await port.orderSeen({ orderNumber, ...facts });
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
