import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, it } from 'vitest';
import { createKeepLead } from '../../../src/activities/account/keep-lead.ts';

const own = { workflowType: 'lead', workflowExecution: { workflowId: 'lead:acme', runId: 'run' } };

it.each([
  ['another workflow', { ...own, workflowType: 'leader' }],
  ['another id', { ...own, workflowExecution: { workflowId: 'lead:other', runId: 'run' } }],
])('P6: %s makes no process lead', async (_name, info) => {
  let held = 0;
  const keepLead = createKeepLead('acme', { hold: async () => void (held += 1) });
  await expect(new MockActivityEnvironment(info).run(keepLead)).rejects.toMatchObject({ type: 'CALLER_NOT_ALLOWED' });
  expect(held).toBe(0);
});

it('design 6: the lead that has ended is offered again at once, as the next attempt', async () => {
  const keepLead = createKeepLead('acme', { hold: async () => undefined });
  await expect(new MockActivityEnvironment(own).run(keepLead)).rejects.toMatchObject({
    type: 'LEAD_PASSED_ON',
    nonRetryable: false,
    nextRetryDelay: 1,
  });
});
