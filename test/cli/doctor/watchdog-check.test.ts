import type { Client } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import { watchdog } from '../../../src/cli/doctor/watchdog-check.ts';
import { watchdogTaskQueue } from '../../../src/workflows/contract/task-queues.ts';

/** What the doctor finds of the watchdog of a group whose queue was polled last so many ms ago. */
function look({
  agoMs,
  allowLive,
  group = 'main',
}: {
  agoMs: number | null;
  allowLive: boolean;
  group?: string | null;
}) {
  const asked: string[] = [];
  const client = {
    options: { namespace: 'desk' },
    workflow: { getHandle: () => ({}) },
    workflowService: {
      describeTaskQueue: async ({ taskQueue: { name } }: { taskQueue: { name: string } }) => {
        asked.push(name);
        const seconds = Math.floor((Date.now() - (agoMs ?? 0)) / 1_000);
        return { pollers: agoMs === null ? [] : [{ identity: '7@elsewhere', lastAccessTime: { seconds } }] };
      },
    },
  } as unknown as Client;
  const accounts = [{ account: 'main', allowLive }];
  return { asked, found: watchdog({ client: async () => client, group, accounts }) };
}

describe('what the doctor finds of the watchdog', () => {
  it.each([
    [0, true, { verdict: 'ok', text: 'watchdog: running, 7@elsewhere' }],
    [60_000, true, { verdict: 'ok' }],
    [80_000, true, { verdict: 'warning' }],
    [null, true, { verdict: 'warning', remedy: expect.stringContaining('peerdesk watchdog') }],
    [
      null,
      false,
      { verdict: 'warning', text: expect.stringContaining('no one is notified when the last worker is gone') },
    ],
  ])('polled %s ms ago, live writes %s', async (agoMs, allowLive, finding) => {
    const { asked, found } = look({ agoMs, allowLive });
    expect(await found).toMatchObject(finding);
    expect(asked).toEqual([watchdogTaskQueue('main')]);
  });

  it('is not looked for without a configuration', async () => {
    const { asked, found } = look({ agoMs: 0, allowLive: true, group: null });
    expect(await found).toMatchObject({ verdict: 'skipped' });
    expect(asked).toEqual([]);
  });
});
