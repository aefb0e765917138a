import { expect, it } from 'vitest';
import { needsOf } from '../../../src/cli/page/needs-on-page.ts';
import type { AccountWindow } from '../../../src/workers/window/account-window.ts';
import { atMs } from '../order-view.ts';
import { closedPeople, openDoors } from '../window/window-fixture.ts';

const ban = { workflowId: 'desk:main', type: 'desk', fact: { code: 'ban' }, sinceMs: atMs, isUrgent: true } as const;

async function needsWith(window: AccountWindow) {
  const env = await openDoors(() => window);
  const sink = { write: () => true };
  return await needsOf({ env, stdout: sink, stderr: sink }, 'main');
}

const open = (isCut: boolean): AccountWindow => ({
  ...closedPeople,
  kind: 'open',
  waiting: { all: async () => ({ needs: [ban], isCut }) },
});

it('phone: what waits beside orders is of its account; where more waits than is shown, that is said, with where all of it is', async () => {
  expect(await needsWith(open(false))).toEqual({ needs: [{ ...ban, account: 'main' }], notes: [] });
  const { needs, notes } = await needsWith(open(true));
  expect(needs).toHaveLength(1);
  expect(notes).toEqual([
    expect.stringMatching(
      /^more waits of account main than is shown here: .*`peerdesk temporal workflow list --query "ExecutionStatus = 'Running' AND PeerdeskAccount = 'main' AND \(.* OR PeerdeskState = 'outcome-unknown'\)"` lists/,
    ),
  ]);
});

it('phone: without a worker that leads the list says that it is not whole', async () => {
  const { needs, notes } = await needsWith({ kind: 'standby', leader: null });
  expect(needs).toEqual([]);
  expect(notes).toEqual([expect.stringContaining('this list is not whole')]);
});
