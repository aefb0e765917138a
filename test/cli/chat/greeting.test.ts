import { expect, it } from 'vitest';
import { keptMessages } from '../../../src/cli/chat/kept-messages.ts';
import { notSentCode, notSentText } from '../../../src/cli/chat/said-text.ts';
import { ExitCode } from '../../../src/cli/kit/exit-code.ts';
import { greetingsText } from '../../../src/config/environment/greetings.ts';
import { greetingId } from '../../../src/domain/greetings/greeting.ts';
import type { OrderMessage, Said } from '../../../src/domain/sheet/chat-message.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { greetings } from '../../workers/window/greeter-fixture.ts';
import { closedPeople, openDoors } from '../window/window-fixture.ts';

async function openWorker(answer: Said) {
  const asked: OrderMessage[] = [];
  const say = async (_order: string, message: OrderMessage): Promise<Said> => {
    asked.push(message);
    return await Promise.resolve(answer);
  };
  const doors = await openDoors(() => ({ ...closedPeople, kind: 'open', chats: { ...closedPeople.chats, say } }));
  const env = { ...doors, PEERDESK_GREETINGS: greetingsText(greetings) };
  const run = (...args: string[]) => runInProcess(['order', 'say', '88', ...args, '--account', 'main'], env);
  return { env, asked, run };
}

it('ADR 0061: a person says a greeting by the id of its order and state, and it is filled in by the worker', async () => {
  const { env, asked, run } = await openWorker({ outcome: 'sent', before: false });
  const id = greetingId({ account: 'main', orderNumber: '88', state: 'paid' });
  expect(await run('--greeting', 'visto')).toMatchObject({
    exitCode: ExitCode.OK,
    stdout: `order 88: message ${id} sent\n`,
  });
  expect(asked).toEqual([{ id, text: null, greeting: 'visto', triedAtMs: 0, despiteAppeal: false }]);
  expect(keptMessages(env)).toMatchObject([{ id, isSent: true }]);
  expect((await run('--greeting', 'visto')).stdout).toContain('was sent before');
  expect(asked).toHaveLength(1);
});

it('ADR 0061: a greeting that the file does not have, or beside another message, is refused before anyone is asked', async () => {
  const { asked, run } = await openWorker({ outcome: 'sent', before: false });
  const id = greetingId({ account: 'main', orderNumber: '88', state: 'paid' });
  for (const [args, why] of [
    [['--greeting', 'vist'], 'has no [greetings.vist] for account main; it has hello, hola, visto, listo, pena'],
    [['hola', '--greeting', 'visto'], 'are messages of their own'],
    [['--greeting', 'visto', '--id', id], 'a greeting has its own id'],
  ] as const) {
    const { exitCode, stderr } = await run(...args);
    expect([exitCode, stderr]).toEqual([ExitCode.CONFIGURATION, expect.stringContaining(why)]);
  }
  expect(asked).toEqual([]);
});

it('ADR 0061: what is not said of an order now is said with its reason', async () => {
  const why = { code: 'greeting', why: 'other-state' } as const;
  const { env, run } = await openWorker({ outcome: 'not-sent', why });
  const { exitCode, stderr } = await run('--greeting', 'visto');
  expect([exitCode, stderr]).toEqual([
    ExitCode.REFUSED,
    expect.stringContaining('is not in the state of this greeting'),
  ]);
  expect(keptMessages(env)).toEqual([]);
  expect([notSentCode(why), notSentText({ ...why, why: 'unknown' })]).toEqual([
    ExitCode.REFUSED,
    'the file of the worker has no greeting of this name',
  ]);
});
