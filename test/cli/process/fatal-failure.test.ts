import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { describe, it } from 'vitest';
import { inProject } from '../../../src/server/project-root.ts';
import type { AtEnd } from '../../setup/temporary-directory.ts';

const moduleOf = (...path: string[]): string => JSON.stringify(pathToFileURL(inProject('src', ...path)).href);

/** A process whose work ends 300 ms after it is asked to, and that fails when its parent says how. */
function startFailing(endLimitMs: number, atEnd: AtEnd) {
  const program = `
    const { listenForFatal } = await import(${moduleOf('cli', 'process', 'fatal-failure.ts')});
    const { secretFilter } = await import(${moduleOf('cli', 'text', 'secret-filter.ts')});
    const { pino } = await import('pino');
    const logger = pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }));
    const redact = secretFilter({ PEERDESK_API_SECRET: 'a-secret-of-main' }, ['a-code']);
    const { signal } = listenForFatal({ logger, redact, endLimitMs: ${endLimitMs} });
    const working = setInterval(() => {}, 1000);
    signal.addEventListener('abort', () => console.log('asked to stop'));
    const ways = {
      throw: () => { throw new TypeError('seen a-secret-of-main', { cause: new Error('after a-secret-of-main') }); },
      reject: () => void Promise.reject(new RangeError('and\\na-code')),
      rejectText: () => void Promise.reject('a text'),
      end: () => clearInterval(working),
    };
    process.on('message', (way) => ways[way]());
    process.channel.unref();
    console.log('ready');`;
  const { child, ...rest } = startProgram(program, atEnd);
  return { ...rest, send: (way: string) => void child.send(way) };
}

function startProgram(program: string, atEnd: AtEnd) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  atEnd(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const said = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]();
  const ended = once(child, 'close');
  return {
    child,
    says: async () => (await said.next()).value as string,
    end: async () => {
      const [exitCode] = await ended;
      return {
        exitCode,
        lines: stderr
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as object),
      };
    },
  };
}

const never = 600_000;

describe.concurrent('design 7: a failure that nothing handles', () => {
  it.for([
    ['throw', { error: 'TypeError: seen ***', cause: 'Error: after ***' }],
    ['reject', { error: 'RangeError: and\n***' }],
    ['rejectText', { error: 'a text' }],
  ] as const)(
    'asks the process to stop, with one line without secrets and exit code 1: %s',
    async ([way, fields], { expect, onTestFinished }) => {
      const { says, send, end } = startFailing(never, onTestFinished);
      expect(await says()).toBe('ready');
      send(way);
      expect(await says()).toBe('asked to stop');
      send('end');
      const { exitCode, lines } = await end();
      expect({ exitCode, lines }).toEqual({
        exitCode: 1,
        lines: [expect.objectContaining({ level: 60, event: 'fatal', ...fields })],
      });
      expect('place' in (lines[0] ?? {})).toBe(way !== 'rejectText');
    },
  );

  it('ends the process at once when it is the second one', async ({ expect, onTestFinished }) => {
    const { says, send, end } = startFailing(never, onTestFinished);
    expect(await says()).toBe('ready');
    send('reject');
    expect(await says()).toBe('asked to stop');
    send('throw');
    const { exitCode, lines } = await end();
    expect({ exitCode, lines: lines.length }).toEqual({ exitCode: 1, lines: 2 });
  });

  it('ends a process that does not stop by itself', async ({ expect, onTestFinished }) => {
    const { says, send, end } = startFailing(1, onTestFinished);
    expect(await says()).toBe('ready');
    send('throw');
    expect(await end()).toMatchObject({ exitCode: 1, lines: [{ level: 60 }] });
  });
});

describe.concurrent('design 7: a process that is asked to stop', () => {
  it('and does not, although nothing failed, ends with a line and exit code 1', async ({ expect, onTestFinished }) => {
    const program = `
      const { listenForEnd } = await import(${moduleOf('cli', 'process', 'process-end.ts')});
      const { pino } = await import('pino');
      const logger = pino(pino.destination({ dest: 2, sync: true }));
      listenForEnd({ logger, env: {}, configs: () => [], stopLimitMs: 1 });
      setInterval(() => {}, 1000);
      console.log('ready');`;
    const { child, says, end } = startProgram(program, onTestFinished);
    expect(await says()).toBe('ready');
    child.kill('SIGTERM');
    expect(await end()).toMatchObject({ exitCode: 1, lines: [{ level: 50, event: 'stop' }] });
  });
});
