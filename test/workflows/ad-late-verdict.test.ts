import { Context } from '@temporalio/activity';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { defaultSettings } from '../../src/domain/settings.ts';
import * as definitions from '../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../setup/local-env.ts';
import { adInput } from './fixtures.ts';
import { TestWorker } from './test-worker.ts';
import { heldUntilCancelled, quietRuntime, untilView, type FakeActivities } from './workflow-harness.ts';
import { me, quietAt, setTo, startAdWorkflow, stopAd, viewOf } from './ad/ad-fixture.ts';
import { AskingWorkflows } from '../../src/workers/notices/asking-workflows.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const account = 'ad-late-verdict';

/** Returns its result once it is let go, and is alive until then. */
async function alive<T>(until: Promise<void>, result: T): Promise<T> {
  const { heartbeat } = Context.current();
  const beating = setInterval(heartbeat.bind(Context.current()), 200);
  await until.finally(() => clearInterval(beating));
  return result;
}

it('I18: a verdict that arrives together with a pause is dropped: no price is sent after it', async () => {
  const released = Promise.withResolvers<void>();
  const prices: string[] = [];
  let watches = 0;
  const activities: FakeActivities = {
    watchMarket: async ({ periodMs }) => {
      watches += 1;
      if (watches === 1) return alive(released.promise, setTo('9.49'));
      return periodMs === 0 ? quietAt('9.50') : heldUntilCancelled();
    },
    updateAdPrice: async ({ price }) => {
      prices.push(price);
      return { kind: 'applied', atMs: 1 };
    },
  };
  const common = {
    connection: env.nativeConnection,
    namespace: env.namespace ?? 'default',
    debugMode: true,
    activities,
  };
  const calls = (queue: 'calls' | 'watch') =>
    TestWorker.create({ ...common, taskQueue: definitions.callingTaskQueue(account, queue) });
  const workflowWorker = () =>
    TestWorker.create({
      ...common,
      activities: {},
      taskQueue: definitions.groupTaskQueue(account),
      workflowBundle: { codePath: inject('workflowBundle') },
      sinks: new AskingWorkflows().sinks(),
    });
  const input = adInput(account);
  const [acting, watching] = [await calls('calls'), await calls('watch')];
  await watching.runUntil(() =>
    acting.runUntil(async () => {
      const handle = await (
        await workflowWorker()
      ).runUntil(async () => {
        const begun = await startAdWorkflow(env, { ...input, settings: defaultSettings });
        await untilView(
          async () => watches,
          (count) => count === 1,
        );
        return begun;
      });
      // No worker runs the workflow: the verdict and the pause wait for one in the same task.
      released.resolve();
      await handle.signal(definitions.adCommands.pause.signal, me);
      await untilView(
        () => handle.fetchHistory(),
        ({ events }) => {
          const seen = (events ?? []).slice(-6);
          const isDone = seen.some(({ activityTaskCompletedEventAttributes: done }) => (done ?? null) !== null);
          return isDone && seen.some(({ workflowExecutionSignaledEventAttributes: told }) => (told ?? null) !== null);
        },
      );
      await (
        await workflowWorker()
      ).runUntil(async () => {
        await viewOf(handle, ({ state }) => state.kind === 'paused');
        await stopAd(handle);
      });
    }),
  );
  expect(prices).toEqual([]);
});
