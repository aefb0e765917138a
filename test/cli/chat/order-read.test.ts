import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ExitCode } from '../../../src/cli/kit/exit-code.ts';
import type { Marked } from '../../../src/domain/sheet/chat-message.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { closedPeople, openDoors } from '../window/window-fixture.ts';

async function read(marked: () => Promise<Marked>, ...options: string[]) {
  const chats = { ...closedPeople.chats, markRead: marked };
  const env = await openDoors(() => ({ ...closedPeople, kind: 'open', chats }));
  return await runInProcess(['order', 'read', '88', '--account', 'main', ...options], env);
}

describe('peerdesk order read', () => {
  it('chat: says that the messages are marked, else why not', async () => {
    const marked = await read(async () => await Promise.resolve({ outcome: 'marked' }));
    expect(marked).toMatchObject({ exitCode: ExitCode.OK, stdout: 'order 88: its messages are marked as read\n' });
    const why = { code: 'not-allowed', message: 'this worker does not allow live writes' } as const;
    const refused = await read(async () => await Promise.resolve({ outcome: 'not-marked', why }));
    expect(refused.exitCode).toBe(ExitCode.REFUSED);
    expect(refused.stderr).toContain('the chat of order 88 is not marked as read: this worker does not allow live');
    const late = await read(
      async () => await delay(60_000, { outcome: 'marked' } as const, { ref: false }),
      '--timeout',
      '1s',
    );
    expect(late.exitCode).toBe(ExitCode.TIMEOUT);
    expect(late.stderr).toMatch(/may be marked as read: worker \d+ did not answer in time; repeat it/);
    const alone = await runInProcess(['order', 'read', '88', '--account', 'main'], await openDoors());
    expect(alone.exitCode).toBe(ExitCode.NOT_RUNNING);
  });
});
