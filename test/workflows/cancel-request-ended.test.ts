/**
 * ADR 0015: "Request Cancellation" of the Web UI, pressed on what may end: a placement, a publication, a change of an ad, the
 * notices.
 */
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MoneyAttempt } from '../../src/activities/activity-contract.ts';
import { changeAd, startNotices } from '../../src/client/index.ts';
import * as definitions from '../../src/workflows/contract/definitions.ts';
import { listedAd } from '../domain/ads/terms-fixture.ts';
import { createLocalEnv } from '../setup/local-env.ts';
import { watchOrders } from './account/desk-fixture.ts';
import { placementInput, startPlacement } from './fixtures.ts';
import { placementService } from './placement/placement-service.ts';
import * as publishing from './publication/publication-fixture.ts';
import { heldUntilCancelled, quietRuntime, untilView, withWorkers, type FakeActivities } from './workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

/** A door that opens once it was reached and the test has said so. */
function gate() {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pass = async (): Promise<void> => {
    reached.resolve();
    await opened.promise;
  };
  return { pass, reached: reached.promise, open: opened.resolve };
}

const orderNumber = '22000000000000000001';
const notPlaced = { state: 'refused', orderNumber: null, end: { because: { code: 'cancelled' } } };
const takenBack: MoneyAttempt = {
  kind: 'rejected',
  category: 'TAKEN_BACK',
  code: null,
  message: 'the rules have changed',
  retryAfterMs: null,
};

describe('0015: a placement whose cancellation was asked for in Temporal ends before its call', () => {
  const withPlacement = async (
    account: string,
    activities: FakeActivities,
    test: (handle: Awaited<ReturnType<typeof startPlacement>>) => Promise<void>,
  ) => withWorkers(env, { account, activities }, async () => test(await startPlacement(env, placementInput(account))));

  it('a placement before its first task: nothing is read or sent', async () => {
    const account = 'cancel-place-first';
    const { seen, activities } = placementService(() => env, []);
    const handle = await startPlacement(env, placementInput(account));
    await handle.cancel();
    await handle.cancel();
    await withWorkers(env, { account, activities }, async () => {
      expect(await handle.result()).toMatchObject(notPlaced);
    });
    expect(seen).toMatchObject({ checks: 0, sends: 0 });
  });

  it('a placement whose check has no answer ends without one', async () => {
    const { seen, activities } = placementService(() => env, []);
    const { pass, reached, open } = gate();
    const checkPlacement: FakeActivities['checkPlacement'] = async () => {
      await pass();
      throw new Error('never answered');
    };
    await withPlacement('cancel-place-check', { ...activities, checkPlacement }, async (handle) => {
      await reached;
      await handle.cancel();
      const { why } = await handle.result();
      expect(why).toBe('ended by a cancellation in Temporal before its next call');
      open();
    });
    expect(seen.sends).toBe(0);
  });

  it('a placement whose call is on its way is awaited, placed and handed over, once', async () => {
    const { seen, activities } = placementService(() => env, []);
    const { pass, reached, open } = gate();
    const placeOrder: FakeActivities['placeOrder'] = async () => {
      seen.sends += 1;
      await pass();
      return { kind: 'executed', orderNumber };
    };
    await withPlacement('cancel-place-sent', { ...activities, placeOrder }, async (handle) => {
      await reached;
      await handle.cancel();
      const asked = await untilView(
        () => handle.query(definitions.placementStateQuery),
        ({ troubles }) => troubles.length > 0,
      );
      expect(asked).toMatchObject({ state: 'placing', needsHuman: false });
      expect(asked.why).toMatch(/what has left is awaited, and nothing more is sent/);
      open();
      expect(await handle.result()).toMatchObject({ state: 'placed', orderNumber });
      const order = env.client.workflow.getHandle(definitions.orderWorkflowId('cancel-place-sent', orderNumber));
      expect(await order.result()).toMatchObject({ status: 'COMPLETED' });
    });
    expect(seen).toMatchObject({ checks: 1, sends: 1, noted: [{ orderNumber }] });
  });

  it('a placement whose outcome is unknown is read to its end, and carried', async () => {
    const { seen, activities } = placementService(() => env, [], [orderNumber]);
    const { pass, reached, open } = gate();
    const placeOrder: FakeActivities['placeOrder'] = async () => {
      seen.sends += 1;
      await pass();
      return { kind: 'unknown', reason: 'the connection was reset' };
    };
    await withPlacement('cancel-place-unknown', { ...activities, placeOrder }, async (handle) => {
      await reached;
      await handle.cancel();
      open();
      expect(await handle.result()).toMatchObject({ state: 'placed', orderNumber });
    });
    expect(seen).toMatchObject({ checks: 1, sends: 1, noted: [{ orderNumber }] });
  });

  it('a placement whose call has not left is not sent again', async () => {
    const { seen, activities } = placementService(() => env, []);
    const { pass, reached, open } = gate();
    const placeOrder: FakeActivities['placeOrder'] = async () => {
      seen.sends += 1;
      await pass();
      return takenBack;
    };
    await withPlacement('cancel-place-again', { ...activities, placeOrder }, async (handle) => {
      await reached;
      await handle.cancel();
      await untilView(
        () => handle.query(definitions.placementStateQuery),
        ({ troubles }) => troubles.length > 0,
      );
      open();
      expect(await handle.result()).toMatchObject(notPlaced);
    });
    expect(seen).toMatchObject({ checks: 1, sends: 1 });
  });
});

describe('0015: a publication whose cancellation was asked for in Temporal ends before its next call', () => {
  const { executed, publicationInput, scripted, startPublication, stateOf } = publishing;
  const unpublished = { state: 'refused', adNumber: null, end: { because: { code: 'cancelled' } } };

  it('a publication before its first task: nothing is read or sent', async () => {
    const account = 'cancel-publish-first';
    const { seen, activities } = scripted({ env: () => env, attempts: [] });
    const handle = await startPublication(env, publicationInput(account));
    await handle.cancel();
    await withWorkers(env, { account, activities }, async () => {
      expect(await handle.result()).toMatchObject(unpublished);
    });
    expect(seen).toMatchObject({ checks: [], sends: [] });
  });

  it('a publication that waits for its business to open is given up', async () => {
    const account = 'cancel-publish-rest';
    const attempts = [publishing.refused('AD_OFFLINE', '83229', 'closed')];
    const settings = { moneyRecvWindowMs: 500, moneySettleMs: 500, moneyStepBoundMs: 500 };
    const { seen, activities } = scripted({ env: () => env, attempts });
    await withWorkers(env, { account, activities }, async () => {
      const handle = await startPublication(env, publicationInput(account, { settings }));
      await untilView(
        () => stateOf(handle),
        ({ state }) => state === 'offline',
      );
      await handle.cancel();
      expect(await handle.result()).toMatchObject({
        state: 'refused',
        why: 'given up by a cancellation in Temporal: Business closed',
      });
      expect(await stateOf(handle)).toMatchObject({ state: 'refused', needsHuman: false });
    });
    // What was refused is looked up before it is given up.
    expect(seen.sends).toHaveLength(1);
    expect(seen.lookUps.length).toBeGreaterThan(1);
  });

  it('a publication whose call is on its way is awaited, published and kept, once', async () => {
    const account = 'cancel-publish-sent';
    const { seen, activities } = scripted({ env: () => env, attempts: [] });
    const { pass, reached, open } = gate();
    const publishAd: FakeActivities['publishAd'] = async (input) => {
      seen.sends.push(input);
      await pass();
      return executed;
    };
    await withWorkers(env, { account, activities: { ...activities, publishAd } }, async () => {
      const handle = await startPublication(env, publicationInput(account));
      await reached;
      await handle.cancel();
      const asked = await untilView(
        () => stateOf(handle),
        ({ troubles }) => troubles.length > 0,
      );
      expect(asked).toMatchObject({ state: 'publishing', needsHuman: false });
      open();
      expect(await handle.result()).toMatchObject({ state: 'published', adNumber: publishing.adNumber });
      await publishing.adWorkflowOf(env, account).result();
    });
    expect(seen).toMatchObject({ claims: [publishing.adNumber] });
    expect(seen.sends).toHaveLength(1);
  });
});

describe('0015: a change of an ad whose cancellation was asked for in Temporal ends before its next call', () => {
  const adNumber = '11000000000000000077';

  /** An ad whose largest order is to be another one; the service takes each write. */
  function changing(write: () => Promise<void>) {
    const seen = { reads: 0, writes: 0 };
    const activities: FakeActivities = {
      readOwnAd: async () => {
        seen.reads += 1;
        return listedAd({ adNumber });
      },
      updateAdTerms: async () => {
        seen.writes += 1;
        await write();
        return { kind: 'applied', atMs: 1 };
      },
    };
    return { seen, activities };
  }

  const start = (account: string) =>
    changeAd(env.client, {
      account,
      adNumber,
      mode: 'sim',
      by: 'ana',
      act: 'change',
      terms: { maxOrder: '77' },
      group: account,
    });

  it('a change before its first task: nothing is read or sent', async () => {
    const account = 'cancel-change-first';
    const { seen, activities } = changing(async () => undefined);
    const { workflowId } = await start(account);
    const handle = env.client.workflow.getHandle(workflowId);
    await handle.cancel();
    await withWorkers(env, { account, activities }, async () => {
      expect(await handle.result()).toMatchObject({ state: 'refused', end: { because: { code: 'cancelled' } } });
    });
    expect(seen).toEqual({ reads: 0, writes: 0 });
  });

  it('a change whose write is on its way: its answer is awaited, and nothing more is sent', async () => {
    const account = 'cancel-change-sent';
    const { pass, reached, open } = gate();
    const { seen, activities } = changing(pass);
    await withWorkers(env, { account, activities }, async () => {
      const { workflowId } = await start(account);
      const handle = env.client.workflow.getHandle(workflowId);
      await reached;
      await handle.cancel();
      await untilView(
        () => handle.query(definitions.adChangeStateQuery),
        ({ troubles }) => troubles.length > 0,
      );
      open();
      expect(await handle.result()).toMatchObject({
        state: 'refused',
        end: { because: { code: 'cancelled' } },
        differences: [{ term: 'maxOrder', wanted: '77' }],
      });
    });
    expect(seen).toEqual({ reads: 1, writes: 1 });
  });
});

describe('0015: the notices of an account whose cancellation was asked for in Temporal end', () => {
  const status = async (workflowId: string): Promise<string> =>
    (await env.client.workflow.getHandle(workflowId).describe()).status.name;

  it('the notices end as cancelled at once, and are started again as any other', async () => {
    const account = 'cancel-notices';
    const workflowId = definitions.noticesWorkflowId(account);
    await withWorkers(env, { account, activities: { watchOrders, watchNeeds: heldUntilCancelled } }, async () => {
      await startNotices(env.client, { account });
      await env.client.workflow.getHandle(workflowId).cancel();
      await untilView(
        () => status(workflowId),
        (name) => name === 'CANCELLED',
      );
      await startNotices(env.client, { account });
      expect(await status(workflowId)).toBe('RUNNING');
      await env.client.workflow.getHandle(workflowId).terminate();
    });
  });
});
