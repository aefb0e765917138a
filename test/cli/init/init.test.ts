import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../../src/cli/run-cli.ts';
import { loadPlace } from '../../../src/config/file/load-file.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const service = 'https://api.example.com';
const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('peerdesk init', () => {
  it('writes a file in mode shadow that is valid, and names the next three commands', async () => {
    const dir = join(await temporaryDirectory(), 'desk');
    const { exitCode, stdout } = await runInProcess([
      'init',
      '--yes',
      '--dir',
      dir,
      '--service',
      service,
      '--max-release',
      '5000 BOB',
    ]);
    const path = join(dir, 'peerdesk.toml');
    expect([exitCode, modeOf(path), modeOf(dir)]).toEqual([0, 0o600, 0o700]);
    const { file } = loadPlace({ path, isNamed: true });
    expect(file.account?.['main']).toMatchObject({
      mode: 'shadow',
      service,
      release: { policy: 'approve', max: '5000 BOB' },
    });
    expect(stdout).toContain('write the keys into keys/api-key and keys/api-secret');
    expect(stdout.match(/^ {2}peerdesk .*$/gm)?.map((line) => line.split(' --')[0])).toEqual([
      '  peerdesk config validate',
      '  peerdesk worker',
      '  peerdesk config apply',
    ]);
    const keys = join(dir, 'keys');
    mkdirSync(keys);
    for (const name of ['api-key', 'api-secret']) writeFileSync(join(keys, name), 'k', { mode: 0o600 });
    expect(await runInProcess(['config', 'validate', path])).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('asks at most seven questions, keys without echo, and keeps keys in files of their own', async () => {
    const dir = await temporaryDirectory();
    const asked: string[] = [];
    const said: string[] = [];
    const answers = [service, '', '', '700 USD'];
    const exitCode = await runCli(['init', '--dir', dir], {
      env: {},
      stdout: { write: (text) => said.push(text) },
      stderr: { write: (text) => said.push(text) },
      askPerson: (question) => {
        asked.push(question);
        return Promise.resolve(answers.shift() ?? '');
      },
      askSecret: (question) => {
        asked.push(question);
        return Promise.resolve(`typed-${question.slice(0, 7)}`);
      },
    });
    expect(exitCode).toBe(0);
    expect(asked.length).toBeLessThanOrEqual(7);
    expect(readFileSync(join(dir, 'keys/api-key'), 'utf8')).toBe('typed-API key\n');
    expect([modeOf(join(dir, 'keys/api-key')), modeOf(join(dir, 'keys'))]).toEqual([0o600, 0o700]);
    const text = readFileSync(join(dir, 'peerdesk.toml'), 'utf8');
    expect(text).toContain('max = "700 USD"');
    expect(text + said.join('')).not.toContain('typed-');
  });

  it('replaces nothing that exists, unless one says so', async () => {
    const dir = await temporaryDirectory();
    const path = join(dir, 'peerdesk.toml');
    writeFileSync(path, 'mine', { mode: 0o600 });
    const again = ['init', '--yes', '--dir', dir, '--service', service];
    expect(await runInProcess(again)).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('--overwrite') });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(await runInProcess([...again, '--overwrite'])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(path, 'utf8')).toContain('[account.main]');
  });

  it('writes nothing into a folder that others may write, and nothing for a wrong answer', async () => {
    const dir = await temporaryDirectory();
    const wrong = await runInProcess(['init', '--yes', '--dir', dir, '--service', 'http://api.example.com']);
    expect(wrong).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('must be https') });
    chmodSync(dir, 0o777);
    const open = await runInProcess(['init', '--yes', '--dir', dir, '--service', service]);
    expect(open).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('others may write') });
    expect(() => statSync(join(dir, 'peerdesk.toml'))).toThrow('ENOENT');
  });

  it('says which answer is missing where no one can be asked', async () => {
    const { exitCode, stderr } = await runInProcess(['init', '--dir', await temporaryDirectory()]);
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('give --service')]);
  });
});
