/**
 * Messages while a run ends and the next one begins, on a real server: one that skips time ends the first before it begins
 * the other, and refuses a message in between.
 */
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { orderFacts } from '../fixtures.ts';
import { quietRuntime, untilView, withWorkers } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const hourMs = 3_600_000;

interface Runs {
  newest: WorkflowHandle;
  isFirst: () => Promise<boolean>;
}

/** Runs one egress; ended with the test. */
async function withEgress(egress: string, test: (runs: Runs) => Promise<void>): Promise<void> {
  // A worker has to offer some activity; an egress calls none.
  await withWorkers(
    env,
    { account: egress, activities: { readOrder: async () => ({ ...orderFacts(), stand: null }) } },
    async () => {
      const { workflowId, firstExecutionRunId } = await env.client.workflow.start('egress', {
        workflowId: definitions.egressWorkflowId(egress),
        taskQueue: definitions.groupTaskQueue(egress),
        args: [{ egress }],
      });
      const newest = env.client.workflow.getHandle(workflowId);
      await test({ newest, isFirst: async () => (await newest.describe()).runId === firstExecutionRunId });
      await newest.terminate();
    },
  );
}

const report = (handle: WorkflowHandle, untilMs: number): Promise<void> =>
  handle.signal(definitions.banReportedFact.signal, { untilMs, reason: 'HTTP 418' });

describe('7.1, I27: an egress continues as new', () => {
  it('and keeps the ban of its address', async () => {
    await withEgress('egress-memory', async ({ newest, isFirst }) => {
      const read = (holds: (view: definitions.EgressView) => boolean): Promise<definitions.EgressView> =>
        untilView(() => newest.query(definitions.egressStateQuery), holds);
      const nowMs = Date.now();
      let last = 0;
      // In batches: a run cannot end while a report waits to be processed.
      for (let reports = 50; await isFirst(); reports += 50) {
        expect(reports).toBeLessThan(1_000);
        for (let number = reports - 50; number < reports; number += 1) await report(newest, nowMs + hourMs + number);
        last = nowMs + hourMs + reports - 1;
        await read(({ ban }) => ban?.untilMs === last);
      }
      expect(last).toBeGreaterThan(nowMs + hourMs + 100);
      expect(await read(() => true)).toMatchObject({ state: 'banned', bans: 1, ban: { untilMs: last } });
    });
  });

  it('and answers who waits; the next run goes on with what was known', async () => {
    await withEgress('egress-next-run', async ({ newest, isFirst }) => {
      const ask = () =>
        newest.startUpdate(definitions.awaitBanNewsUpdate, { args: [{ known: 0 }], waitForStage: 'ACCEPTED' });
      for (let asked = 0; await isFirst(); asked += 1) {
        expect(asked).toBeLessThan(40);
        const waits = await Promise.all(Array.from({ length: 9 }, ask));
        await Promise.any(waits.map((wait) => wait.result()));
      }
      const wait = await ask();
      const untilMs = Date.now() + hourMs;
      await report(newest, untilMs);
      expect(await wait.result()).toMatchObject({ view: { ban: { untilMs }, news: 1 } });
    });
  });
});
