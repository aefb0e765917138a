import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../../../src/cli/run-cli.ts';
import { readKeyRing } from '../../../src/codec/key-ring.ts';
import { loadPlace } from '../../../src/config/file/load-file.ts';
import { freePort } from '../../../src/server/free-port.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const service = 'https://api.example.com';
const modeOf = (path: string): number => statSync(path).mode & 0o777;

let env: { PEERDESK_STATE_DIR: string };

beforeEach(async () => {
  env = { PEERDESK_STATE_DIR: join(await temporaryDirectory(), 'state') };
});

describe('peerdesk init', () => {
  it('writes a file in mode shadow that is valid, and names the two commands that come next', async () => {
    const dir = join(await temporaryDirectory(), 'desk');
    const { exitCode, stdout } = await runInProcess(
      ['init', '--yes', '--dir', dir, '--service', service, '--max-release', '5000 BOB'],
      env,
    );
    const path = join(dir, 'peerdesk.toml');
    expect([exitCode, modeOf(path), modeOf(dir)]).toEqual([0, 0o600, 0o700]);
    const { file } = loadPlace({ path, isNamed: true });
    expect(file.account?.['main']).toMatchObject({
      mode: 'shadow',
      service,
      release: { policy: 'approve', max: '5000 BOB' },
    });
    expect(stdout).toMatch(/made the register \S+\/state\/register\.sqlite: back it up/);
    expect(stdout).toContain(`write the keys into ${dir}/keys/api-key and ${dir}/keys/api-secret (mode 0600) first`);
    expect(stdout.match(/^ {2}peerdesk .*$/gm)?.map((line) => line.split(' --')[0])).toEqual([
      '  peerdesk start',
      '  peerdesk config apply',
    ]);
    const keys = join(dir, 'keys');
    expect(modeOf(keys)).toBe(0o700);
    for (const name of ['api-key', 'api-secret']) writeFileSync(join(keys, name), 'k', { mode: 0o600 });
    expect(await runInProcess(['config', 'validate', path])).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('asks at most seven questions, keys without echo, and keeps keys in files of their own', async () => {
    const dir = await temporaryDirectory();
    const asked: string[] = [];
    const said: string[] = [];
    const answers = [service, '', '700 USD', 'no', 'no'];
    const exitCode = await runCli(['init', '--dir', dir], {
      env,
      stdout: { write: (text) => said.push(text) },
      stderr: { write: (text) => said.push(text) },
      askPerson: (question) => {
        asked.push(question);
        return Promise.resolve(answers.shift() ?? '');
      },
      askSecret: (question) => {
        asked.push(question);
        return Promise.resolve(`typed-${question.slice(4, 7)}`);
      },
    });
    expect(exitCode).toBe(0);
    expect(asked).toHaveLength(7);
    expect(readFileSync(join(dir, 'keys/api-key'), 'utf8')).toBe('typed-key\n');
    expect([modeOf(join(dir, 'keys/api-key')), modeOf(join(dir, 'keys'))]).toEqual([0o600, 0o700]);
    const text = readFileSync(join(dir, 'peerdesk.toml'), 'utf8');
    expect(text).toContain('max = "700 USD"');
    expect(text + said.join('')).not.toContain('typed-');
  });

  it('asks again for what is missing or wrong, and says what to type, not what to write into a file', async () => {
    const dir = await temporaryDirectory();
    const said: string[] = [];
    const answers = ['', 'ftp://x', service, 'my desk', '', '5000', '5.000 COP', '5000 COP', 'perhaps', 'n'];
    const exitCode = await runCli(['init', '--dir', dir], {
      env,
      stdout: { write: () => undefined },
      stderr: { write: (text) => said.push(text) },
      askPerson: () => Promise.resolve(answers.shift() ?? ''),
      askSecret: () => Promise.resolve(''),
    });
    expect([exitCode, answers]).toEqual([0, []]);
    expect(said.slice(1)).toEqual([
      'that is missing\n',
      'that must be an origin: https, without user name and path\n',
      'that must be letters, digits, dot, dash and underscore, at most 40\n',
      expect.stringMatching(/^that is "5000": must be amounts with their currencies\n$/),
      expect.stringMatching(/^that is "5.000 COP": 5.000 could be 5000 or 5: write one of these\n$/),
      'that must be yes or no\n',
    ]);
  });

  it('replaces nothing that exists, unless one says so', async () => {
    const dir = await temporaryDirectory();
    const path = join(dir, 'peerdesk.toml');
    writeFileSync(path, 'mine', { mode: 0o600 });
    const again = ['init', '--yes', '--dir', dir, '--service', service];
    expect(await runInProcess(again, env)).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('--overwrite'),
    });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(await runInProcess([...again, '--overwrite'], env)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(`${path}.before`, 'utf8')).toBe('mine');
    const third = await runInProcess([...again, '--overwrite'], env);
    expect(readFileSync(`${path}.before`, 'utf8')).toBe('mine');
    expect(existsSync(`${path}.before-2`)).toBe(true);
    expect(third.stdout).toMatch(/the register \S+ is there already, and stays/);
    expect(readFileSync(path, 'utf8')).toContain('[account.main]');
  });

  it('makes the key that seals what Temporal stores where it is asked to, and never another in its place', async () => {
    const dir = await temporaryDirectory();
    const path = join(dir, 'codec-keys');
    const keyed = ['init', '--yes', '--dir', dir, '--service', service, '--codec-key'];
    const made = await runInProcess(keyed, env);
    expect(made.stdout).toContain(`made the key ${path}, which seals what Temporal stores: keep a copy elsewhere`);
    const key = readFileSync(path, 'utf8');
    expect([modeOf(path), readKeyRing(path).ids.length]).toEqual([0o600, 1]);
    expect(made.stdout).not.toContain(key.split(':')[1]?.trim());
    expect(readFileSync(join(dir, 'peerdesk.toml'), 'utf8')).toContain('codec_keys_file = "codec-keys"');
    const again = await runInProcess([...keyed, '--overwrite'], env);
    expect(again.stdout).toContain(`the key in ${path} is there already, and stays`);
    expect(readFileSync(path, 'utf8')).toBe(key);
  });

  it('offers the key to a person, and says how to add ads later where the service does not answer', async () => {
    const dir = await temporaryDirectory();
    const closed = `http://127.0.0.1:${await freePort()}`;
    const { exitCode, said } = await answering(dir, {
      'Address of the service': [closed],
      'API key': ['a-key'],
      'API secret': ['a-secret'],
      'Add the ads': ['yes'],
    });
    expect(exitCode).toBe(0);
    expect(existsSync(join(dir, 'codec-keys'))).toBe(true);
    expect(said).toMatch(/no ads were added \(.+\): later `peerdesk ad import --config \S+ >> /);
    expect(said).not.toContain('a-secret');
    expect(loadPlace({ path: join(dir, 'peerdesk.toml'), isNamed: true }).file.ads).toBeUndefined();
  });

  it('makes no register for a service of this machine, and says where the one of real money could not be made', async () => {
    const dir = await temporaryDirectory();
    const here = await runInProcess(['init', '--yes', '--dir', dir, '--service', 'http://localhost:8080'], env);
    expect(here.stdout).not.toContain('register');
    expect(existsSync(env.PEERDESK_STATE_DIR)).toBe(false);
    writeFileSync(env.PEERDESK_STATE_DIR, 'no folder');
    const real = await runInProcess(['init', '--yes', '--overwrite', '--dir', dir, '--service', service], env);
    expect(real).toMatchObject({ exitCode: 0 });
    expect(real.stdout).toMatch(/no register was made .*: before money moves run `peerdesk register create --config/);
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

  /** Answers each question with the next of its answers, and returns how it ends and what it says. */
  async function answering(dir: string, typed: Readonly<Record<string, readonly string[]>>) {
    const left = new Map(Object.entries(typed).map(([word, answers]) => [word, [...answers]]));
    const said: string[] = [];
    const answer = (question: string): Promise<string> => {
      const word = [...left.keys()].find((one) => question.includes(one)) ?? '';
      // The service of these tests is not there.
      const usual = question.startsWith('Add the ads') ? 'no' : '';
      return Promise.resolve(left.get(word)?.shift() ?? usual);
    };
    const write = (text: string): number => said.push(text);
    const surroundings = { env, stdout: { write }, stderr: { write }, askPerson: answer, askSecret: answer };
    return { exitCode: await runCli(['init', '--dir', dir], surroundings), said: said.join('') };
  }

  it('says at once what is wrong with an answer, and asks for it again', async () => {
    const dir = await temporaryDirectory();
    const { exitCode, said } = await answering(dir, {
      'Address of the service': ['http://api.example.com', service],
      'short name': ['my shop', 'egress', 'shop'],

      'Largest single release': ['5000', '5000 BOB'],
      'API key': ['a key', 'the-key'],
    });
    expect(exitCode).toBe(0);
    expect(said.match(/that (?:must|is|has)[^:\n]*/g)).toEqual(
      [
        'that must be https',
        'that must be letters, digits, dot, dash and underscore, at most 40',
        'that must have another name',
        'that is "5000"',
        'that has a blank or a letter that no key has',
      ].map((words) => expect.stringContaining(words)),
    );
    expect(said).not.toContain('a key:');
    const { file } = loadPlace({ path: join(dir, 'peerdesk.toml'), isNamed: true });
    expect(file.account?.['shop']).toMatchObject({ service, release: { max: '5000 BOB' } });
    expect(readFileSync(join(dir, 'keys/api-key'), 'utf8')).toBe('the-key\n');
  });

  it('ends after three wrong answers to a question, and writes nothing', async () => {
    const dir = await temporaryDirectory();
    const { exitCode, said } = await answering(dir, { 'Address of the service': ['a', 'b', 'c', service] });
    expect([exitCode, said]).toEqual([4, expect.stringContaining('nothing was written')]);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('repeats no secret that stands where a file is named, and says that a file is no folder', async () => {
    const dir = await temporaryDirectory();
    const secret = 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A';
    const named = await runInProcess(['init', '--yes', '--dir', dir, '--service', service, '--api-key-file', secret]);
    expect(named).toMatchObject({ exitCode: 4, stdout: '', stderr: expect.stringContaining('looks like the secret') });
    expect(named.stderr).not.toContain(secret);
    writeFileSync(join(dir, 'a-file'), '');
    const within = await runInProcess(['init', '--yes', '--dir', join(dir, 'a-file'), '--service', service]);
    expect(within).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('is no folder') });
  });

  it('says which answer is missing where no one can be asked', async () => {
    const { exitCode, stderr } = await runInProcess(['init', '--dir', await temporaryDirectory()]);
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('give --service')]);
  });
});
