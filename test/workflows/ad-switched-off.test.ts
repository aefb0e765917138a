import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adCommands } from '../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../setup/local-env.ts';
import { adFacts } from './fixtures.ts';
import { heldUntilCancelled, quietRuntime, untilView, type FakeActivities } from './workflow-harness.ts';
import { market, me, viewOf, withAd, type AdHandle } from './ad/ad-fixture.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

it('I18: a wish to be online that meets the engaged switch is over, also in the words of an ad that is stopped then', async () => {
  const { watchMarket } = market([{ kind: 'switched-off', ad: adFacts() }]);
  let refusals = 0;
  const activities: FakeActivities = {
    watchMarket,
    watchBusiness: async ({ status, adStatus }) =>
      adStatus === 'offline' ? heldUntilCancelled() : { status, adStatus: 'offline' },
    takeAdOffline: async () => ({ kind: 'applied', atMs: 5 }),
    putAdOnline: async () => {
      refusals += 1;
      throw ApplicationFailure.nonRetryable('the kill switch ads is engaged', 'ADS_SWITCHED_OFF');
    },
  };
  const seen: AdHandle[] = [];
  await withAd({ env, account: 'off-wish', activities }, async (handle) => {
    seen.push(handle);
    await viewOf(handle, ({ state }) => state.kind === 'offline');
    await handle.executeUpdate(adCommands.online.update, { args: [me] });
    await untilView(
      async () => refusals,
      (count) => count > 0,
    );
    await viewOf(handle, ({ state }) => state.kind === 'offline');
  });
  const ends = await Promise.all(seen.map((handle) => handle.result()));
  expect(ends).toMatchObject([{ state: 'stopped', why: expect.not.stringContaining('put online again') }]);
});
