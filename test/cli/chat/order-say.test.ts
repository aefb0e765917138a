import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { keepMessage, keptMessages, type KeptMessage } from '../../../src/cli/chat/kept-messages.ts';
import { notSentCode, notSentText, unknownText } from '../../../src/cli/chat/said-text.ts';
import { ExitCode } from '../../../src/cli/kit/exit-code.ts';
import { runCli } from '../../../src/cli/run-cli.ts';
import type { NotSent, OrderMessage, Said } from '../../../src/domain/sheet/chat-message.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { atMs } from '../../domain/sheet/sheet-fixture.ts';
import { closedPeople, openDoors } from '../window/window-fixture.ts';

const id = '6f1f6a0e-3b1c-4c57-9d0e-0a8f6e0d2b11';
const text = 'Ya lo reviso, Hortensia';
const sent: Said = { outcome: 'sent', before: false };
const unseen: Said = { outcome: 'unknown', why: { code: 'unseen', triedAtMs: atMs } };
const kept: KeptMessage = { id, account: 'main', orderNumber: '88', triedAtMs: atMs, isSent: false };

/** A worker that answers so, one answer after the other. */
async function openWorker(...answers: (Said | (() => Promise<Said>))[]) {
  const asked: OrderMessage[] = [];
  const say = async (_order: string, message: OrderMessage): Promise<Said> => {
    asked.push(message);
    const answer = answers.shift() ?? sent;
    return typeof answer === 'function' ? await answer() : answer;
  };
  const env = await openDoors(() => ({ ...closedPeople, kind: 'open', chats: { ...closedPeople.chats, say } }));
  const run = (...options: string[]) =>
    runInProcess(['order', 'say', '88', text, '--account', 'main', ...options], env);
  return { env, asked, run, kept: () => keptMessages(env) };
}

describe('peerdesk order say', () => {
  it('chat: an id is minted and kept before it leaves, and what it says is kept nowhere', async () => {
    const atWork: KeptMessage[][] = [];
    const { env, asked, run } = await openWorker(async () => {
      atWork.push(keptMessages(env));
      return await Promise.resolve(sent);
    });
    const { stdout, exitCode } = await run('--json');
    const [message] = asked;
    expect(message).toMatchObject({ text, triedAtMs: null, despiteAppeal: false });
    expect(atWork).toMatchObject([[{ id: message?.id, account: 'main', orderNumber: '88', isSent: false }]]);
    expect(exitCode).toBe(ExitCode.OK);
    expect(JSON.parse(stdout)).toEqual({ orderNumber: '88', account: 'main', id: message?.id, ...sent });
    expect(keptMessages(env)).toMatchObject([{ id: message?.id, isSent: true }]);
    const files = readdirSync(env.PEERDESK_STATE_DIR).map((file) => readFileSync(join(env.PEERDESK_STATE_DIR, file)));
    expect(Buffer.concat(files).toString('utf8')).not.toContain('Hortensia');
    const again = await run('--id', message?.id ?? '');
    expect(again.stdout).toBe(`order 88: message ${message?.id} was sent before, and nothing left now\n`);
    expect(asked).toHaveLength(1);
  });

  it('chat: what may have left is said with exit code 5 and its id, and another one is refused until then', async () => {
    const { run, kept: keptNow, asked } = await openWorker(unseen, unseen);
    const first = await run();
    const [open] = keptNow();
    expect(first.exitCode).toBe(ExitCode.TIMEOUT);
    expect(first.stderr).toContain(`it is not known whether message ${open?.id} was sent: it was tried at 2026-11-21`);
    expect(first.stderr).toContain(`repeated with --id ${open?.id} it is looked for first, and never said twice`);
    expect(open).toMatchObject({ triedAtMs: atMs, isSent: false });
    const second = await run();
    expect(second.exitCode).toBe(ExitCode.REFUSED);
    expect(second.stderr).toMatch(/not sent, because message .* ago may have been: look at `peerdesk order chat 88`/);
    await run('--id', open?.id ?? '');
    expect(asked[1]).toMatchObject({ id: open?.id, triedAtMs: atMs });
    expect(keptNow()).toMatchObject([{ id: open?.id, triedAtMs: atMs }]);
    expect((await run('--yes')).exitCode).toBe(ExitCode.OK);
  });

  it('chat: one that was not sent leaves nothing behind; what became of an earlier try stays unknown', async () => {
    const offline: Said = {
      outcome: 'not-sent',
      why: { code: 'offline', message: 'the chat was not connected in time' },
    };
    const { env, run, kept: keptNow } = await openWorker(offline, offline);
    const first = await run();
    expect(first.stderr).toContain('order 88: not sent: the chat was not connected in time: the desk connects again');
    expect(first.exitCode).toBe(ExitCode.NOT_RUNNING);
    expect(keptNow()).toEqual([]);
    keepMessage(env, kept);
    expect((await run('--id', id)).stderr).toContain('order 88: not sent now: the chat was not connected');
    expect(keptNow()).toEqual([kept]);
  });

  it('chat: a worker that dies while it is asked may have sent it, and no other one is asked', async () => {
    let wasAsked = 0;
    const never = async (): Promise<Said> => {
      wasAsked += 1;
      return await delay(60_000, sent, { ref: false });
    };
    const window = { ...closedPeople, kind: 'open' as const, chats: { ...closedPeople.chats, say: never } };
    const env = await openDoors(
      () => window,
      () => window,
    );
    const late = await runInProcess(['order', 'say', '88', text, '--account', 'main', '--timeout', '1s'], env);
    expect(late.exitCode).toBe(ExitCode.TIMEOUT);
    expect(late.stderr).toMatch(/not known whether message .* was sent: worker \d+ did not answer in time; look at/);
    expect(wasAsked).toBe(1);
    expect(keptMessages(env)).toHaveLength(1);
    const alone = await runInProcess(['order', 'say', '88', text, '--account', 'main'], await openDoors());
    expect(alone.exitCode).toBe(ExitCode.NOT_RUNNING);
    expect(alone.stderr).toContain('not sent: no worker of this machine leads the account main');
  });

  it('chat: after an appeal has begun a person is asked, and a script has to mean it', async () => {
    const appeal: Said = { outcome: 'not-sent', why: { code: 'appeal' } };
    const script = await openWorker(appeal);
    const refused = await script.run();
    expect(refused.exitCode).toBe(ExitCode.REFUSED);
    expect(refused.stderr).toContain(
      'an appeal has begun at order 88, and who decides it reads what you write: add --yes',
    );
    expect(script.kept()).toEqual([]);
    const { env, asked } = await openWorker(appeal, sent);
    const sink = { write: () => true };
    const context = { env: { USER: 'ana', ...env }, stdout: sink, stderr: sink, askPerson: async () => 'y' };
    expect(await runCli(['order', 'say', '88', text, '--account', 'main'], context)).toBe(ExitCode.OK);
    expect(asked.map(({ despiteAppeal }) => despiteAppeal)).toEqual([false, true]);
    expect(new Set(asked.map((message) => message.id)).size).toBe(1);
  });

  it.each([
    ['', 'must not be empty'],
    ['x'.repeat(501), 'must be at most 500 letters'],
    ['a\u001b[2J', 'must have no control characters'],
  ])('chat: %j is no message', async (odd, why) => {
    const { exitCode, stderr } = await runInProcess(['order', 'say', '88', odd]);
    expect(exitCode).toBe(ExitCode.CONFIGURATION);
    expect(stderr).toContain(`the text ${why}`);
  });

  it('chat: a picture travels whole, without the name of its file; no other file, and no text beside it', async () => {
    const { env, asked } = await openWorker();
    const folder = await temporaryDirectory();
    const file = join(folder, 'Recibo de Hortensia.JPG');
    const bytes = Buffer.alloc(5_242_880, 7);
    writeFileSync(file, bytes);
    const say = (...args: string[]) => runInProcess(['order', 'say', '88', ...args, '--account', 'main'], env);
    expect((await say('--image', file)).exitCode).toBe(ExitCode.OK);
    expect(asked[0]).toMatchObject({ text: null, picture: { ending: '.jpg' } });
    expect(Buffer.from(asked[0]?.picture?.base64 ?? '', 'base64').equals(bytes)).toBe(true);
    writeFileSync(file, Buffer.alloc(5_242_881));
    for (const [args, why] of [
      [['--image', file], 'is larger than 5242880 bytes'],
      [['--image', join(folder, 'none.png')], 'cannot be read'],
      [['--image', join(folder, 'receipt.pdf')], 'is no jpg, jpeg or png by its name'],
      [['hola', '--image', file], 'are messages of their own'],
      [[], 'the text'],
    ] as const) {
      const { exitCode, stderr } = await say(...args);
      expect([exitCode, stderr]).toEqual([ExitCode.CONFIGURATION, expect.stringContaining(why)]);
    }
    expect(asked).toHaveLength(1);
  });

  it('chat: notes that no one repeats are dropped, and one that cannot be read is none', async () => {
    const env = { PEERDESK_STATE_DIR: await temporaryDirectory() };
    keepMessage(env, kept);
    writeFileSync(join(env.PEERDESK_STATE_DIR, `message-${id.replace('6f', '7f')}.json`), '{');
    const later = { ...kept, id: id.replace('6f', '8f'), triedAtMs: atMs + 8 * 86_400_000 };
    keepMessage(env, later);
    expect(keptMessages(env)).toEqual([later]);
    expect(keptMessages({ PEERDESK_STATE_DIR: '/nonexistent' })).toEqual([]);
  });

  it('chat: every reason is said, with its exit code', () => {
    const missing = { code: 'silent', afterMs: 4_000 } as const;
    const reasons: [NotSent, string, ExitCode][] = [
      [{ code: 'fault', fault: 'empty' }, 'the text must not be empty', ExitCode.CONFIGURATION],
      [{ code: 'not-allowed', message: 'no live writes' }, 'no live writes', ExitCode.REFUSED],
      [{ code: 'refused', message: 'ILLEGAL_PARAM' }, 'ILLEGAL_PARAM', ExitCode.REFUSED],
      [{ code: 'order', missing }, 'the order is not shown: the service did not answer within 4 s', ExitCode.TIMEOUT],
      [{ code: 'appeal' }, 'an appeal has begun', ExitCode.REFUSED],
      [{ code: 'no-socket' }, 'the desk of this account holds no chat', ExitCode.NOT_RUNNING],
      [{ code: 'other-text' }, 'the chat has a message of this id', ExitCode.REFUSED],
    ];
    for (const [why, said, code] of reasons) {
      expect(notSentText(why)).toContain(said);
      expect(notSentCode(why)).toBe(code);
    }
    expect(unknownText({ code: 'unread', missing })).toContain('the chat is not shown: the service did not answer');
    expect(unknownText({ code: 'beyond' })).toContain('it may be among older ones');
  });
});
