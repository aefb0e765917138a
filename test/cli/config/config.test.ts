import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileJsonSchema } from '../../../src/config/file/file-schema.ts';
import { goodFile } from '../../config/file/file-fixture.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const keys = { MAIN_KEY: 'the-key', MAIN_SECRET: 'the-secret' };

async function written(text: string): Promise<string> {
  const path = join(await temporaryDirectory(), 'peerdesk.toml');
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

describe('config validate', () => {
  it('counts what a valid file has', async () => {
    const { exitCode, stdout } = await runInProcess(['config', 'validate', await written(goodFile)], keys);
    expect([exitCode, stdout]).toEqual([0, 'peerdesk.toml is valid: 1 account, 1 egress, 1 ad\n']);
  });

  it('lists every mistake with its line, and ends with 4', async () => {
    const path = await written(goodFile.replace('"shadow"', '"x"').replace('"undercut"', '"y"'));
    const { exitCode, stdout } = await runInProcess(['config', 'validate', '--config', path], keys);
    expect(exitCode).toBe(4);
    expect(stdout).toMatch(
      /^peerdesk\.toml:11: account\.main\.mode is "x".*\npeerdesk\.toml:\d+: rules\.tight\.strategy\.kind is "y".*\n$/,
    );
    const { stdout: json } = await runInProcess(['config', 'validate', path, '--json'], keys);
    expect(JSON.parse(json)).toMatchObject({ valid: false, mistakes: [{ line: 11, key: 'account.main.mode' }, {}] });
  });

  it('reads the files and variables that the file names', async () => {
    const path = await written(goodFile);
    const { exitCode, stdout } = await runInProcess(['config', 'validate', path], { MAIN_KEY: 'k' });
    expect([exitCode, stdout]).toEqual([
      4,
      expect.stringMatching(/^peerdesk\.toml:13: account\.main\.api_secret_env is not set/),
    ]);
  });

  it.each([
    ['codec_keys_file = "nowhere"', /^peerdesk\.toml:\d+: temporal\.codec_keys_file cannot be used: .*nowhere/],
    ['codec = "migrate"', /^peerdesk\.toml:\d+: temporal\.codec_keys_file cannot be used: .*set both or none/],
    ['tls_ca_file = "nowhere"', /^peerdesk\.toml:\d+: temporal\.tls_ca_file names a file that cannot be read/],
    [
      'tls_cert_file = "peerdesk.toml"',
      /^peerdesk\.toml:\d+: temporal\.tls_cert_file counts only with tls_key_file: write both or none/,
    ],
    [
      'tls_key_file = "peerdesk.toml"',
      /^peerdesk\.toml:\d+: temporal\.tls_key_file counts only with tls_cert_file: write both or none/,
    ],
  ])('reads the files of the server, too: %s', async (line, mistake) => {
    const path = await written(goodFile.replace('[temporal]', `[temporal]\n${line}`));
    expect(await runInProcess(['config', 'validate', path], keys)).toMatchObject({
      exitCode: 4,
      stdout: expect.stringMatching(mistake),
    });
  });

  it('says how to get a file where there is none', async () => {
    const { exitCode, stderr } = await runInProcess(['config', 'validate'], {
      XDG_CONFIG_HOME: await temporaryDirectory(),
    });
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('`peerdesk init` writes one')]);
  });
});

describe('config show', () => {
  it('shows the values that are set, and with --origin all of them', async () => {
    const env = { ...keys, PEERDESK_CONFIG: await written(goodFile), PEERDESK_SETTING_ORDER_ROWS: '7' };
    const plain = await runInProcess(['config', 'show'], env);
    expect(plain.stdout).toContain('account.main.release.max = "5000 BOB"\n');
    expect(plain.stdout).not.toContain('slow_read_ms');
    const { stdout } = await runInProcess(['config', 'show', '--origin'], env);
    expect(stdout).toMatch(/^settings\.order_rows +"7" +PEERDESK_SETTING_ORDER_ROWS$/m);
    expect(stdout).toMatch(/^settings\.slow_read_ms +40000 +default$/m);
    expect(stdout + plain.stdout).not.toMatch(/the-key|the-secret/);
  });

  it('shows what the variables say where there is no file', async () => {
    const { stdout } = await runInProcess(['config', 'show', '--origin'], {
      PEERDESK_BASE_URL: 'https://a.example.com',
    });
    expect(stdout).toMatch(/^account\.main\.service +"https:\/\/a\.example\.com" +PEERDESK_BASE_URL$/m);
  });
});

it('config schema prints the JSON Schema of the file', async () => {
  const { stdout } = await runInProcess(['config', 'schema']);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(fileJsonSchema())));
});

describe('a command takes server and account from the file', () => {
  const closed = goodFile.replace('localhost:7233', '127.0.0.1:1');

  it('the server', async () => {
    const { exitCode, stderr } = await runInProcess(['desk', 'show', '--config', await written(closed)], keys);
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('no Temporal server answers at 127.0.0.1:1')]);
  });

  it('and the environment stands over it', async () => {
    const env = { ...keys, TEMPORAL_ADDRESS: '127.0.0.1:2' };
    const { stderr } = await runInProcess(['desk', 'show', '--config', await written(closed)], env);
    expect(stderr).toContain('127.0.0.1:2');
  });

  it('asks which account, where the file has several', async () => {
    const path = await written(`${closed}\n[account.second]\nservice = "https://api.example.com"\n`);
    const { exitCode, stderr } = await runInProcess(['desk', 'show', '--config', path], keys);
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('give --account main or --account second')]);
    expect((await runInProcess(['desk', 'show', '--config', path, '--account', 'main'], keys)).exitCode).toBe(3);
  });

  it('never of a file that was only found, where the environment names a service: another would choose the server', async () => {
    const path = await written(closed);
    const home = await temporaryDirectory();
    mkdirSync(join(home, 'peerdesk'));
    copyFileSync(path, join(home, 'peerdesk', 'peerdesk.toml'));
    const env = { XDG_CONFIG_HOME: home, PEERDESK_BASE_URL: 'https://a.example.com', TEMPORAL_ADDRESS: '127.0.0.1:3' };
    const { stderr } = await runInProcess(['desk', 'show'], env);
    expect(stderr).toContain('is not used, because the environment names a service itself');
    expect(stderr).toContain('no Temporal server answers at 127.0.0.1:3');
  });

  it('is refused when it is broken', async () => {
    const path = await written(closed.replace('"shadow"', '"x"').replace('"undercut"', '"y"'));
    const { exitCode, stderr } = await runInProcess(['ad', 'list', '--config', path], keys);
    expect([exitCode, stderr]).toEqual([
      4,
      expect.stringMatching(
        /peerdesk\.toml:11: account\.main\.mode.*\(and 1 more: `peerdesk config validate` lists them\)/,
      ),
    ]);
  });
});
