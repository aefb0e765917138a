import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import type { PlacementInput, PlacementView } from '../../../src/workflows/contract/definitions.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import { placementInput, startPlacement } from '../fixtures.ts';
import { quietRuntime, untilView, withWorkers, type FakeActivities } from '../workflow-harness.ts';
import { placementService } from './placement-service.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);

skipTimeInEachTest((created) => {
  env = created;
});

const orderNumber = '22000000000000000001';

const start = (input: PlacementInput) => startPlacement(env, input);

type Answers = [attempts: (MoneyAttempt | Error)[], found?: (string | Error | null)[]];
const service = (...answers: Answers) => placementService(() => env, ...answers);

/** How long each timer of a placement with this in its summary was set to run, in their order. */
async function timersOf(handle: Awaited<ReturnType<typeof start>>, summary: string): Promise<number[]> {
  const { events } = await handle.fetchHistory();
  const timers = (events ?? []).filter(({ userMetadata }) =>
    Buffer.from(userMetadata?.summary?.data ?? []).includes(summary),
  );
  return timers.map(({ timerStartedEventAttributes: timer }) => Number(timer?.startToFireTimeout?.seconds));
}

const executed: MoneyAttempt = { kind: 'executed', orderNumber };
const refused: Extract<MoneyAttempt, { kind: 'rejected' }> = {
  kind: 'rejected',
  category: 'NON_RETRIABLE_BUSINESS',
  code: '-1013',
  message: 'Invalid quantity.',
  retryAfterMs: null,
};
const unknown: MoneyAttempt = { kind: 'unknown', reason: 'the connection was reset' };
const unreadable = ApplicationFailure.nonRetryable('no answer', 'NON_RETRIABLE_BUSINESS');

/** The order that the placement handed over, run to its end. */
async function orderResult(account: string): Promise<unknown> {
  return env.client.workflow.getHandle(definitions.orderWorkflowId(account, orderNumber)).result();
}

describe('design 6: taking someone else’s ad', () => {
  it('EP-18: check, risk tips, place once; the order lives on in its own workflow', async () => {
    const account = 'place-ok';
    const { seen, activities } = service([executed]);
    await withWorkers(env, { account, activities }, async () => {
      const handle = await start(placementInput(account));
      expect(await handle.result()).toMatchObject({ state: 'placed', orderNumber });
      expect(await orderResult(account)).toMatchObject({ status: 'COMPLETED' });
      expect(await handle.query(definitions.placementStateQuery)).toMatchObject({ riskTips: ['never release early'] });
    });
    expect(seen).toMatchObject({ checks: 1, sends: 1, lookUps: [], noted: [{ requestId: 'r1', orderNumber }] });
  });

  it('EP-11: what the service does not allow is a value, not an error, and nothing is sent', async () => {
    const account = 'place-barred';
    const { seen, activities } = service([]);
    const checkPlacement: FakeActivities['checkPlacement'] = async () => ({
      mayPlace: false,
      owned: null,
      riskTips: [],
      known: [],
      readAtMs: 0,
    });
    await withWorkers(env, { account, activities: { ...activities, checkPlacement } }, async () => {
      const result = await (await start(placementInput(account))).result();
      expect(result).toMatchObject({ state: 'refused', orderNumber: null, why: expect.stringContaining('not allow') });
    });
    expect(seen.sends).toBe(0);
  });

  it('a refusal of the call proves nothing: two look-ups do, and end it with the reason; it is not sent again', async () => {
    const account = 'place-refused';
    const { seen, activities } = service([refused], [null]);
    await withWorkers(env, { account, activities }, async () => {
      const handle = await start(placementInput(account));
      const startedAtMs = await env.currentTimeMs();
      expect(await handle.result()).toMatchObject({
        state: 'refused',
        why: 'Invalid quantity. (NON_RETRIABLE_BUSINESS -1013)',
      });
      expect((await env.currentTimeMs()) - startedAtMs).toBeGreaterThan(10_000 + 3_000 + 15_000);
    });
    expect(seen.sends).toBe(1);
    expect(seen.lookUps.length).toBeGreaterThanOrEqual(2);
  });

  it('an order that a look-up finds after a refusal is the placement’s own', async () => {
    const account = 'place-refused-found';
    const { seen, activities } = service([refused], [null, orderNumber]);
    await withWorkers(env, { account, activities }, async () => {
      const result = await (await start(placementInput(account))).result();
      expect(result).toMatchObject({ state: 'placed', orderNumber });
      await orderResult(account);
    });
    expect(seen.sends).toBe(1);
  });

  it('a refusal by Peerdesk itself, of which nothing has left, ends it at once', async () => {
    const account = 'place-not-sent';
    const { seen, activities } = service([{ ...refused, category: 'SWITCHED_OFF', code: null, message: 'closed' }]);
    await withWorkers(env, { account, activities }, async () => {
      const result = await (await start(placementInput(account))).result();
      expect(result).toMatchObject({ state: 'refused', why: 'closed (SWITCHED_OFF)' });
    });
    expect(seen).toMatchObject({ sends: 1, lookUps: [] });
  });

  it('shadow: an intent, and no order', async () => {
    const account = 'place-shadow';
    const { activities } = service([{ kind: 'intent' }]);
    await withWorkers(env, { account, activities }, async () => {
      const result = await (await start(placementInput(account, { mode: 'shadow' }))).result();
      expect(result).toMatchObject({ state: 'intent', orderNumber: null });
    });
  });

  it('amounts that are not decimals never reach the service', async () => {
    const account = 'place-nonsense';
    const { seen, activities } = service([]);
    await withWorkers(env, { account, activities }, async () => {
      const handle = await start(placementInput(account, { totalAmount: 'all' }));
      await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'MALFORMED_INPUT' } });
    });
    expect(seen.checks).toBe(0);
  });
});

describe('I3, I4, I5: the outcome of a placement is not known', () => {
  it.each([
    ['the connection was reset', unknown],
    ['the worker was lost', new Error('the worker went away')],
  ])(
    '%s: the order is looked up by ad, side and amount among those new on the ad, and found; nothing is sent again',
    async (name, end) => {
      const account = `place-found-${name.length}`;
      const { seen, activities } = service([end], [null, orderNumber]);
      await withWorkers(env, { account, activities }, async () => {
        const result = await (await start(placementInput(account))).result();
        expect(result).toMatchObject({ state: 'placed', orderNumber });
        await orderResult(account);
      });
      expect(seen).toMatchObject({ checks: 1, sends: 1 });
      const { adNumber, side, totalAmount } = placementInput(account);
      expect(seen.lookUps[0]).toMatchObject({ adNumber, side, totalAmount, known: ['old-1'], requestId: 'r1' });
      expect(seen.lookUps[0]?.sinceMs).toBeLessThanOrEqual(seen.sentAtMs[0] ?? 0);
    },
  );

  it.each([
    ['two agreeing look-ups after bound + recvWindow + settle prove it not done', unknown, 10_000 + 3_000 + 15_000],
    ['the rules changed while it was on its way', { ...refused, category: 'TAKEN_BACK' } as const, 0],
    ['the process that was to send it lost the lead', { ...refused, category: 'WORKER_STOPPING' } as const, 0],
  ])('%s: placed again after a fresh check', async (_, first, apartMs) => {
    const account = `place-again-${'category' in first ? first.category.toLowerCase() : apartMs}`;
    const { seen, activities } = service([first, executed], [null]);
    await withWorkers(env, { account, activities }, async () => {
      const result = await (await start(placementInput(account))).result();
      expect(result).toMatchObject({ state: 'placed', orderNumber });
      await orderResult(account);
    });
    expect(seen).toMatchObject({ checks: 2, sends: 2 });
    expect((seen.sentAtMs[1] ?? 0) - (seen.sentAtMs[0] ?? 0)).toBeGreaterThan(apartMs);
  });

  it('three times proven not executed is the end: refused, with the reason', async () => {
    const account = 'place-never';
    const { seen, activities } = service([unknown, unknown, unknown], [null]);
    await withWorkers(env, { account, activities }, async () => {
      const result = await (await start(placementInput(account))).result();
      expect(result).toMatchObject({ state: 'refused', why: expect.stringContaining('proven not executed') });
    });
    expect(seen.sends).toBe(3);
  });

  it('I5: no read can show it within the window: a human rules, wrong rulings are refused, and "done" carries the order on', async () => {
    const account = 'place-undecided';
    const { seen, activities } = service([unknown], [unreadable]);
    await withWorkers(env, { account, activities }, async () => {
      const handle = await start(placementInput(account, { settings: { reconcileWindowMs: 20_000 } }));
      await env.sleep(90_000);
      const resolve = (ruling: object) =>
        handle.executeUpdate(definitions.placementCommands.resolve.update, { args: [ruling as never] });
      const read = (): Promise<PlacementView> => handle.query(definitions.placementStateQuery);
      await untilView(read, (view) => view.state === 'needs-human');
      const refused = async (ruling: object, words: string): Promise<void> => {
        const cause = { type: 'REFUSED', message: expect.stringContaining(words) };
        await expect(resolve(ruling)).rejects.toMatchObject({ cause });
      };
      await refused({ outcome: 'done', orderNumber, note: '' }, 'say who');
      await refused({ by: 'ana', outcome: 'done', note: '' }, 'needs the orderNumber');
      await refused({ by: 'ana', outcome: 'perhaps', note: '' }, 'outcome must be');
      await resolve({ by: 'ana', outcome: 'done', orderNumber, note: 'seen in the app' });
      expect(await handle.result()).toMatchObject({ state: 'placed', orderNumber });
      await orderResult(account);
      expect(await timersOf(handle, 'From here on a human is asked')).toEqual([20]);
      const [first, second, third, ...later] = await timersOf(handle, 'reading again');
      expect([first, second, third, ...new Set(later)]).toEqual([1, 2, 4, 5]);
    });
    expect(seen.sends).toBe(1);
  });

  it('that it was not placed is refused as a message, until the register knows it; then it ends, and nothing is sent again', async () => {
    const account = 'place-ruled-out';
    const { seen, activities } = service([unknown], [unreadable]);
    seen.isUnsettled = true;
    await withWorkers(env, { account, activities }, async () => {
      const handle = await start(placementInput(account, { settings: { reconcileWindowMs: 20_000 } }));
      await env.sleep(90_000);
      const read = (): Promise<PlacementView> => handle.query(definitions.placementStateQuery);
      await untilView(read, (view) => view.state === 'needs-human');
      const { signal, update } = definitions.placementCommands.resolve;
      const ruling = { by: 'ana', outcome: 'not-done', note: '' } as const;
      const message = expect.stringContaining('`peerdesk order record-outcome --placement`');
      await expect(handle.executeUpdate(update, { args: [ruling] })).rejects.toMatchObject({
        cause: { type: 'REFUSED', message },
      });
      await handle.signal(signal, ruling);
      await untilView(read, ({ refused: { count } }) => count === 1);
      expect(await read()).toMatchObject({ state: 'needs-human', refused: { last: { reason: message } } });
      seen.isUnsettled = false;
      await handle.signal(signal, ruling);
      expect(await handle.result()).toMatchObject({ state: 'refused', why: 'ana ruled that it was not placed' });
    });
    expect(seen.sends).toBe(1);
  });

  it('a person may give it up, whatever the register has: the page says that it may have been placed', async () => {
    const account = 'place-given-up';
    const { seen, activities } = service([unknown], [unreadable]);
    seen.isUnsettled = true;
    await withWorkers(env, { account, activities }, async () => {
      const handle = await start(placementInput(account, { settings: { reconcileWindowMs: 20_000 } }));
      await env.sleep(90_000);
      const read = (): Promise<PlacementView> => handle.query(definitions.placementStateQuery);
      await untilView(read, (view) => view.state === 'needs-human');
      await handle.signal(definitions.placementCommands.resolve.signal, { by: 'ana', outcome: 'give-up', note: '' });
      const why = 'ana gave it up: it may have been placed';
      expect(await handle.result()).toMatchObject({ state: 'refused', why });
    });
    expect(seen.sends).toBe(1);
  });
});

describe('promise 5: a placement that cannot go on', () => {
  it('asks a human within a minute, with the reason, when the service refuses its check; and goes on by itself', async () => {
    const account = 'place-unread';
    const { activities } = service([]);
    let isRefused = true;
    let checks = 0;
    const checkPlacement: FakeActivities['checkPlacement'] = async () => {
      checks += 1;
      if (isRefused) throw ApplicationFailure.create({ message: 'tips: -1000 busy', type: 'RETRIABLE_WITH_BACKOFF' });
      return { mayPlace: false, owned: null, riskTips: [], known: [], readAtMs: 0 };
    };
    await withWorkers(env, { account, activities: { ...activities, checkPlacement } }, async () => {
      const handle = await start(placementInput(account));
      // Time that is skipped before the workflow asks would not be its own.
      await untilView(
        async () => checks,
        (count) => count > 0,
      );
      const { events } = await handle.fetchHistory();
      const limits = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: activity }) =>
        activity?.activityType?.name === 'checkPlacement' ? [Number(activity.scheduleToCloseTimeout?.seconds)] : [],
      );
      expect(limits).toEqual([expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 60)]);
      await env.sleep(60_000);
      const read = (): Promise<PlacementView> => handle.query(definitions.placementStateQuery);
      const view = await untilView(read, ({ needsHuman }) => needsHuman);
      expect(view).toMatchObject({ needsHuman: true, why: expect.stringContaining('tips: -1000 busy') });
      isRefused = false;
      await env.sleep(60_000);
      expect(await handle.result()).toMatchObject({ state: 'refused', why: expect.stringContaining('not allow') });
    });
  });
});
