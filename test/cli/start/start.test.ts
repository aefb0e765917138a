import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { againAfterMs } from '../../../src/cli/start/desk-child.ts';
import { readStartPlan } from '../../../src/cli/start/start-plan.ts';
import { openStartLog } from '../../../src/cli/start/start-log.ts';
import { goodFile } from '../../config/file/file-fixture.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { runPeerdesk } from '../../setup/run-peerdesk.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const keys = { MAIN_KEY: 'the-key', MAIN_SECRET: 'the-secret' };

async function written(text: string, folder?: string): Promise<string> {
  const path = join(folder ?? (await temporaryDirectory()), 'peerdesk.toml');
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

describe('peerdesk start', () => {
  it('without a configuration file names the command that writes one', async () => {
    const { exitCode, stderr } = await runPeerdesk(['start'], { HOME: await temporaryDirectory() });
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('there is no peerdesk.toml here: `peerdesk init`')]);
  });

  it('refuses a file whose server is on another machine', async () => {
    const path = await written(goodFile.replace('localhost:7233', 'temporal.internal:7233'));
    const { exitCode, stderr } = await runInProcess(['start', '--config', path], keys);
    expect([exitCode, stderr]).toEqual([4, expect.stringMatching(/is on another machine.*start `peerdesk worker`/)]);
  });

  it.each([
    ['no source that posts, no page and no bot', '', false],
    [
      'a bot of an account',
      '\n[account.main.notify]\ntelegram_token_env = "BOT"\ntelegram_people = ["Ana=41"]\n',
      true,
    ],
    [
      'a bot for what is urgent alone',
      '\n[account.main.notify]\ntelegram_token_env = "BOT"\ntelegram_urgent = ["Bo=42"]\n',
      true,
    ],
    ['a page', '\n[door.page]\norigin = "https://desk.example.net"\npeople = { ana = "view" }\n', true],
  ])('runs the door for a file with %s: %s', async (_, more, hasDoor) => {
    const env = { ...keys, HOME: await temporaryDirectory() };
    const sink = { write: () => true };
    const plan = readStartPlan(await written(`${goodFile}${more}`), { env, stdout: sink, stderr: sink });
    expect(plan.hasDoor).toBe(hasDoor);
  });

  it('starts what dies again after a wait that doubles, a minute at most', () => {
    expect([1, 2, 3, 6, 7, 8, 500].map(againAfterMs)).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000, 60_000]);
  });
});

describe('peerdesk start --unit', () => {
  it('prints a unit of systemd for this user and file, with names as systemd takes them', async () => {
    const folder = join(await temporaryDirectory(), 'a desk 100%');
    mkdirSync(folder, { mode: 0o700 });
    const path = await written(goodFile, folder);
    const { exitCode, stdout } = await runInProcess(['start', '--unit', '--config', path], {
      ...keys,
      PEERDESK_STATE_DIR: join(folder, 'state'),
      PEERDESK_TIME_ZONE: 'America/La_Paz',
    });
    expect(exitCode).toBe(0);
    const inUnit = folder.replace('%', '%%');
    expect(stdout).toContain(`peerdesk.mjs start --config "${inUnit}/peerdesk.toml"`);
    expect(stdout).toContain(`Environment="PEERDESK_STATE_DIR=${inUnit}/state"`);
    expect(stdout).toMatch(/^Environment=PEERDESK_TIME_ZONE=America\/La_Paz$/m);
    expect(stdout).toMatch(/^KillMode=mixed$/m);
    expect(stdout).not.toContain('the-key');
    const verify = '/usr/bin/systemd-analyze';
    if (!existsSync(verify)) return;
    const unit = join(folder, 'peerdesk.service');
    writeFileSync(unit, stdout);
    const { status, stderr } = spawnSync(verify, ['verify', unit], { encoding: 'utf8' });
    expect([status, stderr.split('\n').filter((line) => line.includes('peerdesk.service'))]).toEqual([0, []]);
  });

  it('refuses a name that would write lines of its own into the unit', async () => {
    const folder = join(await temporaryDirectory(), 'a\nExecStartPre=x');
    mkdirSync(folder, { mode: 0o700 });
    const { exitCode, stderr } = await runInProcess(
      ['start', '--unit', '--config', await written(goodFile, folder)],
      keys,
    );
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('systemd cannot have this name in a unit')]);
  });
});

describe('its log', () => {
  const lines = (columns: number | undefined): { log: ReturnType<typeof openStartLog>; text: () => string } => {
    let text = '';
    const stream = { write: (part: string) => (text += part), ...(columns === undefined ? {} : { columns }) };
    const log = openStartLog({ env: {}, stdout: stream, stderr: stream }, () => 0);
    return { log, text: () => text };
  };
  const ofWorker = '{"level":"warn","time":"1970-01-01T00:00:01.000Z","egress":"home","msg":"refused","code":7}';

  it.each([
    ['a line of a log', ofWorker, { level: 'warn', process: 'worker', msg: 'refused', code: 7 }],
    ['other words', 'plain words', { level: 'info', process: 'worker', msg: 'plain words' }],
    ['a failure', '{"message":"it fails","exitCode":4}', { level: 'error', process: 'worker', msg: 'it fails' }],
    ['JSON that is cut off', '{"level":"wa', { level: 'info', process: 'worker', msg: '{"level":"wa' }],
  ])('for a program keeps %s as JSON, with its process', (_what, line, entry) => {
    const { log, text } = lines(undefined);
    log.line('worker', line);
    expect(JSON.parse(text())).toMatchObject(entry);
  });

  it('for a person begins each line with its process', () => {
    const { log, text } = lines(100);
    log.line('worker', ofWorker);
    log.say('error', 'worker ended');
    expect(text()).toMatch(
      /^worker {3}1970-01-01T00:00:01Z .*WARN.* refused \(code 7\)\nstart {4}1970.*ERROR.* worker ended\n$/,
    );
  });
});
