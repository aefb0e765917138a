/** What waits for a human, from workflows and from what no workflow says. */
import type { Client } from '@temporalio/client';
import { expect, it } from 'vitest';
import type { BesideNeed } from '../../../src/workers/notices/register-needs.ts';
import { createNeedsReader } from '../../../src/workers/notices/temporal-needs.ts';

/** A server on which nothing waits for a human. */
const idle = {
  withAbortSignal: <T>(_signal: AbortSignal, ask: () => T): T => ask(),
  workflow: { list: async function* nothing() {} },
} as unknown as Client;

it('U16: a need that no workflow says is of the desk, or of what it names', async () => {
  const order = { workflowId: 'order:main:1', type: 'order' } as const;
  const beside: BesideNeed[] = [
    { fact: { code: 'step-open' }, sinceMs: 5, isUrgentAtOnce: true, of: order },
    { fact: { code: 'desk-trouble', source: 'uncompared' }, sinceMs: 6, isUrgentAtOnce: true },
  ];
  const read = createNeedsReader({
    client: idle,
    account: 'main',
    egress: 'main',
    urgentAfterMs: 60_000,
    clock: { now: () => 100 },
    beside: async () => beside,
  });
  expect(await read(new AbortController().signal)).toEqual([
    { key: 'order:main:1/step-open', ...order, fact: { code: 'step-open' }, sinceMs: 5, urgentAtMs: 5 },
    {
      key: 'desk:main/desk-trouble/uncompared',
      workflowId: 'desk:main',
      type: 'desk',
      fact: { code: 'desk-trouble', source: 'uncompared' },
      sinceMs: 6,
      urgentAtMs: 6,
    },
  ]);
});
