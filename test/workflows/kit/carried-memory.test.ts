import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { deskInput } from '../account/desk-fixture.ts';
import { adInput, orderFacts, orderInput } from '../fixtures.ts';
import { quietRuntime, withWorkers, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const account = 'carried';
const activities: FakeActivities = { readOrder: async () => ({ ...orderFacts(), stand: null }) };

/** Every workflow that continues as new with a memory. */
const starts: [string, object][] = [
  ['accountDesk', deskInput(account)],
  ['accountNotices', { account }],
  ['adMaintenance', adInput(account)],
  ['egress', { egress: account }],
  ['guard', { account }],
  ['orderLifecycle', orderInput(account)],
];

describe('a memory that is no object fails every workflow that carries one in the same way', () => {
  it.each(starts)('%s', async (type, input) => {
    await withWorkers(env, { account, activities }, async () => {
      for (const memory of ['text', 7, null, []]) {
        const handle = await env.client.workflow.start(type, {
          workflowId: `${type}:carried`,
          taskQueue: definitions.groupTaskQueue(account),
          args: [{ ...input, memory }],
        });
        await expect(handle.result(), JSON.stringify(memory)).rejects.toMatchObject({
          cause: { type: 'MALFORMED_INPUT', message: `${type}: memory: must be an object` },
        });
      }
    });
  });
});
