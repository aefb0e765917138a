import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leadControl } from '../../../src/client/index.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { heldUntilCancelled, quietRuntime, untilView, withWorkers } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

/** Runs a process that may lead; `attempt` stands in for what it does while it leads. */
async function withLead(group: string, attempt: () => Promise<void>, test: () => Promise<void>): Promise<void> {
  await withWorkers(env, { account: group, activities: {}, keepLead: attempt }, test);
}

it('design 6: an attempt that ends in any way is offered again; a lead whose cancellation was asked for goes on', async () => {
  let attempts = 0;
  const attempt = async (): Promise<void> => {
    attempts += 1;
    if (attempts < 3) throw new Error('this process leads no longer');
    // As one that was completed by hand.
    if (attempts === 3) return;
    await heldUntilCancelled();
  };
  await withLead('offered', attempt, async () => {
    const control = leadControl(env.client, 'offered');
    await control.offer();
    await control.offer();
    await untilView(
      async () => attempts,
      (count) => count >= 4,
    );
    const handle = env.client.workflow.getHandle(control.workflowId);
    await handle.cancel();
    await handle.signal('nonsense');
    await untilView(
      async () => attempts,
      (count) => count >= 4,
    );
    expect((await handle.describe()).status.name).toBe('RUNNING');
    await handle.terminate();
  });
});

it('design 6: a lead that passes from process to process costs no history', async () => {
  let attempts = 0;
  const attempt = async (): Promise<void> => {
    attempts += 1;
    if (attempts < 4) throw new Error('this process leads no longer');
    await heldUntilCancelled();
  };
  await withLead('cheap', attempt, async () => {
    const control = leadControl(env.client, 'cheap');
    await control.offer();
    await untilView(
      async () => attempts,
      (count) => count >= 4,
    );
    const handle = env.client.workflow.getHandle(control.workflowId);
    const { events } = await handle.fetchHistory();
    expect(events?.length).toBeLessThan(8);
    // Longer than the 6 s of a confirmation: who lost the lead calls nothing by the time another process begins.
    const offered = events?.find((event) => event.activityTaskScheduledEventAttributes);
    expect(Number(offered?.activityTaskScheduledEventAttributes?.heartbeatTimeout?.seconds)).toBe(10);
    await handle.terminate();
  });
});
