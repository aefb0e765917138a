import { describe, expect, it } from 'vitest';
import { ExitCode } from '../../../src/cli/kit/exit-code.ts';
import { missingCode } from '../../../src/cli/chat/missing-code.ts';
import { chatPath, windowRoutes } from '../../../src/cli/window/window-routes.ts';
import type { OrderChat } from '../../../src/domain/sheet/order-sheet.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { atMs, saleSheet } from '../../domain/sheet/sheet-fixture.ts';
import { closedPeople, openDoors } from '../window/window-fixture.ts';

const line = { id: '5', atMs, by: 'them', kind: 'text', unread: true } as const;
const noMessages = { lines: [], unread: 0, hasOlder: false, odd: [] };

async function show(chat: OrderChat['chat'], ...options: string[]) {
  const asked: number[] = [];
  const messages = async (orderNumber: string, rows: number): Promise<OrderChat> => {
    asked.push(rows);
    return { account: 'main', orderNumber, readAtMs: Date.now() - 2_000, chat };
  };
  const env = await openDoors(() => ({ ...closedPeople, kind: 'open', chats: { ...closedPeople.chats, messages } }));
  return { asked, ...(await runInProcess(['order', 'chat', '88', '--account', 'main', ...options], env)) };
}

describe('peerdesk order chat', () => {
  it('window: each message in one line, the newest last, with who wrote it and what is unread', async () => {
    const { stdout, exitCode, asked } = await show(saleSheet.chat);
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      'order 88 of main: 2 unread',
      '2026-11-21T07:59:00Z service: seller_payed',
      '2026-11-21T07:59:51Z they (unread): Hola, ya pague con la cuenta de mi esposa',
      'you: picture receipt.jpg',
    ]);
    expect(stdout).toMatch(/\nread \d+(\.\d)? s ago\n$/);
    expect({ exitCode, asked }).toEqual({ exitCode: ExitCode.OK, asked: [20] });
  });

  it('window: what others write moves no cursor and begins no line; what is left out and what is older is said', async () => {
    const evil = 'Ana\u001b[2J\u202e0001\nread 1 s ago';
    const known = { ...noMessages, lines: [{ ...line, text: evil }], unread: 1, hasOlder: true, odd: ['row 3: id'] };
    const { stdout } = await show({ known }, '--limit', '2');
    expect(stdout).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    expect(stdout.split('\n')).toEqual([
      'order 88 of main: 1 or more unread, the last 2 are shown: --limit has more',
      '2026-11-21T08:00:00Z they (unread): Ana[2J0001 read 1 s ago',
      'left out, because it cannot be read: row 3: id',
      expect.stringMatching(/^read \d/),
      '',
    ]);
    expect((await show({ known: noMessages })).stdout).toContain('order 88 of main: no messages\n');
    const json: unknown = JSON.parse((await show({ known }, '--json')).stdout);
    expect(json).toMatchObject({ orderNumber: '88', chat: { known } });
  });

  it('window: what is missing is said, with an exit code of its own', async () => {
    const untilMs = atMs;
    const banned = await show({ missing: { code: 'ban', untilMs } });
    expect(banned.stderr).toContain('the chat of order 88 is not shown: the address is banned until 2026-11-21');
    expect(banned.exitCode).toBe(ExitCode.NOT_RUNNING);
    const env = await openDoors();
    const alone = await runInProcess(['order', 'chat', '88', '--account', 'main'], env);
    expect(alone).toMatchObject({ exitCode: ExitCode.NOT_RUNNING, stdout: '' });
    expect(alone.stderr).toContain('not shown: no worker of this machine leads the account main');
    const unread = (category: string) =>
      missingCode({ code: 'unread', category, answer: null, message: 'no such order' });
    expect([unread('NOT_FOUND'), unread('UNKNOWN')]).toEqual([ExitCode.NOT_FOUND, ExitCode.ERROR]);
    expect(missingCode({ code: 'silent', afterMs: 1 })).toBe(ExitCode.TIMEOUT);
    expect(missingCode({ code: 'other-order' })).toBe(ExitCode.ERROR);
  });

  it('window: a limit stands in the path, and no other one fits it', async () => {
    const [, , chat] = windowRoutes(() => null);
    for (const rows of [1, 20, 99, 100]) {
      const groups = chat?.path.exec(chatPath('main', '88', { rows }))?.groups;
      expect(groups).toEqual({ account: 'main', orderNumber: '88', rows: `${rows}`, page: undefined });
    }
    const { page } = chat?.path.exec(chatPath('main', '88', { rows: 100, page: 2 }))?.groups ?? {};
    expect(page).toBe('2');
    for (const odd of [0, 101, 1_000, 1.5]) expect(chat?.path.test(chatPath('main', '88', { rows: odd }))).toBe(false);
    const { exitCode, stderr } = await runInProcess(['order', 'chat', '88', '--limit', '101']);
    expect(exitCode).toBe(ExitCode.CONFIGURATION);
    expect(stderr).toContain('--limit must be at most 100');
  });
});
