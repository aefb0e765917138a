import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { WatchdogActivities } from '../../../src/activities/watchdog/watchdog-activities.ts';
import type { TakeAllOfflineOutcome, TellActInput } from '../../../src/activities/watchdog/watchdog-contract.ts';
import { startWatchdog } from '../../../src/client/watchdog/watchdog-client.ts';
import {
  watchdogStateQuery,
  watchdogTaskQueue,
  watchdogWorkflowId,
  type WatchdogView,
} from '../../../src/workflows/contract/definitions.ts';
import { createTimeSkippingEnv } from '../../setup/time-skipping-env.ts';
import { TestWorker } from '../test-worker.ts';
import { heldUntilCancelled, quietRuntime, untilView } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createTimeSkippingEnv();
});
afterAll(() => env.teardown());

const lookedAtMs = 1_768_000_000_000;
const done: TakeAllOfflineOutcome = { kind: 'done', left: [], why: null, retryMs: 30_000, banUntilMs: null };

interface World {
  view: (holds: (view: WatchdogView) => boolean) => Promise<WatchdogView>;
  handle: ReturnType<TestWorkflowEnvironment['client']['workflow']['getHandle']>;
  /** What was done, in order. */
  done: string[];
  told: TellActInput[];
  /** Ends the worker of the activities: what is asked from now on is not begun. */
  leave: () => void;
}

/** Runs a watchdog whose first watch finds no look; what follows it are the given activities. */
async function withWatchdog(
  account: string,
  make: (world: World) => Partial<WatchdogActivities>,
  test: (world: World) => Promise<void>,
): Promise<void> {
  const handle = env.client.workflow.getHandle(watchdogWorkflowId(account));
  const view = (holds: (view: WatchdogView) => boolean) => untilView(() => handle.query(watchdogStateQuery), holds);
  const world: World = { view, handle, done: [], told: [], leave: () => acting.shutdown() };
  let watches = 0;
  const usual: WatchdogActivities = {
    watchLooks: async () => {
      watches += 1;
      if (watches > 1) return heldUntilCancelled();
      return { kind: 'no-looks', lookedAtMs };
    },
    judgeAct: async () => ({ kind: 'act', adNumbers: ['1', '2'] }),
    setMark: async () => void world.done.push('mark'),
    takeAllOffline: async ({ adNumbers }) => {
      world.done.push(`offline ${adNumbers.join()}`);
      return done;
    },
    awaitOpenSwitch: heldUntilCancelled,
    tellAct: async (input) => void world.told.push(input),
    ...make(world),
  };
  const common = {
    connection: env.nativeConnection,
    namespace: env.namespace ?? 'default',
    debugMode: true,
    taskQueue: watchdogTaskQueue(account),
    maxHeartbeatThrottleInterval: 100,
    defaultHeartbeatThrottleInterval: 100,
  };
  const own = await TestWorker.create({ ...common, workflowBundle: { codePath: inject('workflowBundle') } });
  const acting = await TestWorker.create({ ...common, activities: usual });
  const served = acting.run();
  await own.runUntil(async () => {
    await startWatchdog(env.client, { account, group: account });
    await test(world);
    await handle.terminate();
  });
  if (acting.getState() === 'RUNNING') acting.shutdown();
  await served;
}

/** The seconds of the timers that a workflow has begun. */
async function timersOf(handle: World['handle']): Promise<number[]> {
  const { events } = await handle.fetchHistory();
  const begun = (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) => timer?.startToFireTimeout ?? []);
  return begun.map(({ seconds }) => Number(seconds));
}

describe('ADR 0034: the watchdog acts', () => {
  it('by the mark first and the ads after it, notifies a person once, and does nothing more until the switch is open', async () => {
    await withWatchdog(
      'acts',
      () => ({}),
      async ({ view, done: order, told, handle }) => {
        const acted = await view(({ state }) => state.kind === 'acted');
        expect(order).toEqual(['mark', 'offline 1,2']);
        expect(acted.state).toMatchObject({ lookedAtMs, taken: ['1', '2'] });
        expect(acted.lastAct?.ads).toBe(2);
        await untilView(
          async () => told,
          ({ length }) => length === 1,
        );
        expect(told[0]).toMatchObject({ kind: 'offline', ads: 2, lookedAtMs });
        await handle.cancel();
        await handle.signal('nonsense');
        const still = await view(({ refused }) => refused.count === 1);
        expect(still.state.kind).toBe('acted');
        expect(order).toHaveLength(2);
      },
    );
  });

  it('and watches again when a person has opened the switch', async () => {
    await withWatchdog(
      'opened',
      () => ({ awaitOpenSwitch: async () => undefined }),
      async ({ view, done: order }) => {
        const again = await view(({ state, lastAct }) => state.kind === 'watching' && lastAct !== null);
        expect(again.lastAct?.ads).toBe(2);
        expect(order).toEqual(['mark', 'offline 1,2']);
      },
    );
  });

  it('again and again while an ad is still online, and says so once', async () => {
    let tries = 0;
    const left = { ...done, left: ['2'], why: 'the service showed them online', retryMs: 50, banUntilMs: 42 };
    const bans: (number | null)[] = [];
    await withWatchdog(
      'stubborn',
      () => ({
        takeAllOffline: async ({ banUntilMs }) => {
          bans.push(banUntilMs);
          tries += 1;
          return tries < 4 ? left : done;
        },
      }),
      async ({ view, told, done: order }) => {
        await view(({ state }) => state.kind === 'acting' && state.left.length === 1);
        await view(({ state }) => state.kind === 'acted');
        // I27: each try knows of the ban that the one before it met.
        expect(bans).toEqual([null, 42, 42, 42]);
        await untilView(
          async () => told,
          ({ length }) => length === 2,
        );
        expect(told.map(({ kind, ads }) => [kind, ads])).toEqual([
          ['left', 1],
          ['offline', 2],
        ]);
        expect(order).toEqual(['mark']);
      },
    );
  });

  it('a message that does not arrive is tried again, and nothing waits for it', async () => {
    let tries = 0;
    await withWatchdog(
      'unheard',
      ({ told }) => ({
        tellAct: async (input) => {
          tries += 1;
          if (tries < 3)
            throw ApplicationFailure.create({ type: 'NOT_DELIVERED', message: 'no answer', nextRetryDelay: 10 });
          told.push(input);
        },
      }),
      async ({ view, told }) => {
        await view(({ state }) => state.kind === 'acted');
        await untilView(
          async () => told,
          ({ length }) => length === 1,
        );
        expect(tries).toBe(3);
      },
    );
  });
});

describe('ADR 0034: the watchdog does not act', () => {
  it.each(['looks-again', 'nothing-online', 'intended'] as const)(
    'when the last question answers %s: it watches again, without a mark',
    async (kind) => {
      await withWatchdog(
        `calm-${kind}`,
        ({ done: order }) => ({
          judgeAct: async () => {
            order.push('judged');
            return kind === 'intended' ? { kind, ads: 1 } : { kind };
          },
        }),
        async ({ view, done: order }) => {
          await untilView(
            async () => order,
            ({ length }) => length === 1,
          );
          const { state, lastAct } = await view((seen) => seen.state.kind === 'watching');
          expect([state.kind, lastAct, order]).toEqual(['watching', null, ['judged']]);
        },
      );
    },
  );

  it('while it may not call: it reports that once, and acts when it may', async () => {
    const asked: (number | null)[] = [];
    const opened = Promise.withResolvers<void>();
    await withWatchdog(
      'prevented',
      () => ({
        judgeAct: async ({ banUntilMs }) => {
          asked.push(banUntilMs);
          if (asked.length === 3) return { kind: 'act', adNumbers: ['1'] };
          return { kind: 'prevented', why: 'banned', retryMs: asked.length > 2 ? 7_200_000 : 50, banUntilMs: 42 };
        },
        watchLooks: async () => ({ kind: 'no-looks', lookedAtMs }),
        awaitOpenSwitch: () => opened.promise,
      }),
      async ({ view, handle, told, done: order }) => {
        await view(({ state }) => state.kind === 'prevented');
        await view(({ state }) => state.kind === 'acted');
        // Its successor knows of the ban that it has met.
        expect(asked).toEqual([null, 42, 42]);
        await untilView(
          async () => told,
          ({ length }) => length === 2,
        );
        expect(told.map(({ kind }) => kind)).toEqual(['prevented', 'offline']);
        expect(order).toEqual(['mark', 'offline 1']);
        opened.resolve();
        await view(({ state }) => state.kind === 'prevented');
        // A ban of hours may be lifted: it is not slept through.
        const timers = await untilView(
          () => timersOf(handle),
          ({ length }) => length === 3,
        );
        expect(timers).toEqual([0, 0, 60]);
      },
    );
  });

  it('where a person has opened the switch while it acted', async () => {
    await withWatchdog(
      'reopened',
      () => ({ takeAllOffline: async () => ({ kind: 'reopened' }) }),
      async ({ view, done: order, told }) => {
        await view(({ state }) => state.kind === 'watching');
        await untilView(
          async () => order,
          ({ length }) => length === 1,
        );
        const { lastAct } = await view(({ state }) => state.kind === 'watching');
        expect([order, told, lastAct]).toEqual([['mark'], [], null]);
      },
    );
  });

  it('a mark of which nothing is known counts as set: no ad stands online at a price that no one may move', async () => {
    await withWatchdog(
      'unknown-mark',
      ({ done: order }) => ({
        setMark: async () => {
          order.push(`try ${Context.current().info.attempt}`);
          throw ApplicationFailure.nonRetryable('the connection broke');
        },
      }),
      async ({ view, done: order }) => {
        await view(({ state }) => state.kind === 'acted');
        expect(order).toEqual(['try 1', 'offline 1,2']);
      },
    );
  });

  it('a mark that was never begun was not set: it takes no ad offline and watches again', async () => {
    await withWatchdog(
      'unbegun-mark',
      ({ leave }) => ({
        judgeAct: async () => {
          leave();
          return { kind: 'act', adNumbers: ['1', '2'] };
        },
      }),
      async ({ view, handle, done: order }) => {
        await untilView(
          async () => (await handle.fetchHistory()).events ?? [],
          (events) => events.some(({ activityTaskTimedOutEventAttributes: timedOut }) => timedOut != null),
        );
        await view(({ state }) => state.kind === 'watching');
        expect(order).toEqual([]);
      },
    );
  });

  it('two starts are one watchdog, and a quiet watch costs no history', async () => {
    await withWatchdog(
      'once',
      () => ({ watchLooks: heldUntilCancelled }),
      async ({ handle }) => {
        await startWatchdog(env.client, { account: 'once', group: 'once' });
        const { events } = await handle.fetchHistory();
        expect(events?.length).toBeLessThan(8);
      },
    );
  });
});
