import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { market, me, quietAt, setTo, startAdWorkflow, viewOf } from './ad-fixture.ts';
import { adInput } from '../fixtures.ts';
import { quietRuntime, withWorkers } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

// A real server: the one that skips time loses a task that cancels an activity and continues as new.
beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

describe('I35, design 8: continue-as-new', () => {
  it('comes within 600 events and keeps what is remembered', async () => {
    const account = 'ad-afresh';
    const { watchMarket, inputs, verdicts } = market([setTo('9.49')]);
    const updateAdPrice = async () => ({ kind: 'applied' as const, atMs: 5 });
    await withWorkers(env, { account, activities: { watchMarket, updateAdPrice } }, async () => {
      const first = await startAdWorkflow(env, adInput(account));
      await viewOf(first, ({ reprices }) => reprices === 1 && inputs.at(-1)?.periodMs !== 0 && inputs.length === 2);
      const sent = 600;
      for (let begun = 0; begun < sent; begun += 50) {
        await Promise.all(
          Array.from({ length: 50 }, () => first.signal(definitions.adCommands.pause.signal, { by: '' })),
        );
      }
      const handle = env.client.workflow.getHandle(first.workflowId);
      await viewOf(handle as never, ({ refused }) => refused.count === sent);
      const looks = inputs.length;
      verdicts.push(quietAt('9.20', { atMs: 200_000 }));
      await handle.signal(definitions.adCommands.setRules.signal, { minimumChangeTicks: 2 });
      const kept = await viewOf(handle as never, () => inputs.length > looks + 1);
      const { runId, historyLength } = await handle.describe();
      expect(runId).not.toBe(first.firstExecutionRunId);
      expect(historyLength).toBeLessThan(60);
      expect(kept).toMatchObject({ reprices: 1, lastChangeAtMs: 5, refused: { count: sent } });
      expect(kept.rules.minimumChangeTicks).toBe(2);
      // A price that the run before wrote is not foreign, and any other one is.
      expect(kept.foreignPrices).toMatchObject({ count: 1, written: { place: '9.49', atMs: 5 } });
      await handle.executeUpdate(definitions.adCommands.stop.update, { args: [me] });
      await handle.result();
    });
  });
});
