import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskWorkflowId, groupOf, guardControl, guardWorkflowId, startAd } from '../../../src/client/index.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { groupTaskQueue } from '../../../src/workflows/contract/task-queues.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { quietRuntime } from '../../workflows/workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

/** No worker serves these queues: where a workflow is started is all that counts. */
async function runsIn(group: string, workflowId: string) {
  return env.client.workflow.start('any', { workflowId, taskQueue: groupTaskQueue(group) });
}

async function queueOf(workflowId: string): Promise<string> {
  return (await env.client.workflow.getHandle(workflowId).describe()).taskQueue;
}

const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.00', ceiling: '11.00' },
});

describe('where an account is served', () => {
  it('an account without workflows is its own group, unless the start names another', async () => {
    expect(await groupOf(env.client, 'new')).toBe('new');
    expect(await groupOf(env.client, 'new', 'home')).toBe('home');
  });

  it('the group of a running guard counts more than that of an ended desk', async () => {
    const desk = await runsIn('former', deskWorkflowId('moved'));
    expect(await groupOf(env.client, 'moved')).toBe('former');
    await desk.terminate();
    expect(await groupOf(env.client, 'moved')).toBe('former');
    await runsIn('home', guardWorkflowId('moved'));
    expect(await groupOf(env.client, 'moved')).toBe('home');
  });

  it('a start without a group goes where the desk runs, and so does the guard', async () => {
    await runsIn('home', deskWorkflowId('second'));
    const ad = await startAd(env.client, { account: 'second', adNumber: '1', mode: 'sim', rules });
    expect(await queueOf(ad.workflowId)).toBe('peerdesk:home');
    const guard = guardControl(env.client, 'second');
    await guard.start();
    expect(await queueOf(guard.workflowId)).toBe('peerdesk:home');
  });

  it('a start with a group goes there, and its input keeps no word of it', async () => {
    const ad = await startAd(env.client, { account: 'third', adNumber: '1', group: 'office', mode: 'sim', rules });
    expect(await queueOf(ad.workflowId)).toBe('peerdesk:office');
    const { events } = await env.client.workflow.getHandle(ad.workflowId).fetchHistory();
    const data = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0]?.data ?? new Uint8Array();
    expect(JSON.parse(Buffer.from(data).toString())).toEqual({ account: 'third', adNumber: '1', mode: 'sim', rules });
  });
});
