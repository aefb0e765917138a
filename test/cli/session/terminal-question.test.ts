import { readdirSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../../../src/cli/run-cli.ts';
import { askAtTerminal, askSecretAtTerminal } from '../../../src/cli/session/terminal-question.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

/** A person who types this at the terminal; null: the input ends. */
function typing(text: string | null) {
  const input = new PassThrough();
  const output = new PassThrough();
  if (text === null) input.end();
  else input.write(text);
  const interrupted: string[] = [];
  return { input, output, interrupted, interrupt: (line: string) => interrupted.push(line) };
}

const ends = [
  ['Ctrl-D', '\u0004'],
  ['the end of the input', null],
] as const;

it('a line is the answer, and the empty one is the usual answer', async () => {
  expect(await askAtTerminal('Who? ', typing('me\r'))).toBe('me');
  expect(await askAtTerminal('Who? ', typing('\r'))).toBe('');
  expect(await askSecretAtTerminal('Key: ', typing('abc\r'))).toBe('abc');
});

it.each(ends)('%s at a question is no answer: the command ends like one that Ctrl-C ends', async (_, typed) => {
  const ended = { exitCode: 130, message: 'ended at a question (Ctrl-D): nothing was done' };
  await expect(askAtTerminal('Who? ', typing(typed))).rejects.toMatchObject(ended);
  await expect(askSecretAtTerminal('Key: ', typing(typed))).rejects.toMatchObject(ended);
});

it('Ctrl-C is handed on with a line that says what was done, since the program may end by it at once', async () => {
  const terminal = typing('\u0003');
  const ended = { exitCode: 130, message: 'ended at a question (Ctrl-C): nothing was done' };
  await expect(askAtTerminal('Who? ', terminal)).rejects.toMatchObject(ended);
  expect(terminal.interrupted).toEqual([ended.message]);
});

it.each([0, 1, 2, 3, 4, 5, 6])('init that ends at question %i writes nothing, not even its folder', async (at) => {
  const folder = await temporaryDirectory();
  const answers = ['https://api.example.com', '', '', '', 'a-key', 'a-secret'];
  let asked = 0;
  const said: string[] = [];
  const sink = { write: (text: string) => said.push(text) };
  const answer = (secret: boolean) => (question: string) => {
    const typed = typing(asked === at ? '\u0004' : `${answers[asked] ?? ''}\r`);
    asked += 1;
    return secret ? askSecretAtTerminal(question, typed) : askAtTerminal(question, typed);
  };
  const exitCode = await runCli(['init', '--dir', join(folder, 'desk')], {
    env: {},
    stdout: sink,
    stderr: sink,
    askPerson: answer(false),
    askSecret: answer(true),
  });
  expect([exitCode, said]).toEqual([
    130,
    [
      expect.stringMatching(
        /^a few questions, then .*peerdesk.toml is written, in mode shadow.*Ctrl-C ends it before\n$/,
      ),
      'peerdesk: ended at a question (Ctrl-D): nothing was done\n',
    ],
  ]);
  expect(asked).toBe(at + 1);
  expect(readdirSync(folder)).toEqual([]);
});
