import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fileAccounts } from '../../../src/config/file/file-accounts.ts';
import { readFileEgress } from '../../../src/config/file/file-egress.ts';
import { temporalVariables } from '../../../src/config/file/file-variables.ts';
import { loadPlace } from '../../../src/config/file/load-file.ts';
import { effectiveValues } from '../../../src/config/file/effective-values.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { goodFile } from './file-fixture.ts';

let folder: string;

beforeEach(async () => {
  folder = await temporaryDirectory();
});

function load(text: string) {
  const path = join(folder, 'peerdesk.toml');
  writeFileSync(path, text, { mode: 0o600 });
  return loadPlace({ path, isNamed: true });
}

const keys = { MAIN_KEY: 'the-key', MAIN_SECRET: 'the-secret' };

describe('what a process of the file serves', () => {
  it('has the queues of its egress, its accounts, and their settings', () => {
    const config = readFileEgress(load(goodFile), { env: keys });
    expect(config).toMatchObject({ egress: 'home', group: 'home', processes: 1, ipWeightPerMinute: null });
    expect(config.accounts).toHaveLength(1);
    expect(config.accounts[0]).toMatchObject({
      account: 'main',
      baseUrl: 'https://api.example.com',
      credentials: { apiKey: 'the-key', apiSecret: 'the-secret' },
      allowLive: false,
      overrides: { marketIntervalMs: 4_000 },
      releasePermission: { maxRelease: { BOB: '5000' }, maxReleasePerDay: {} },
    });
    expect(config.settings.marketIntervalMs).toBe(4_000);
  });

  it('its register is a file of the state folder, another one for simulators, or the database that the file names', () => {
    const env = { ...keys, PEERDESK_STATE_DIR: '/state' };
    const of = (text: string) => readFileEgress(load(text), { env }).register;
    const real = { kind: 'sqlite', file: '/state/register.sqlite', isSimulators: false };
    expect([of(goodFile), of(goodFile.replace('"shadow"', '"live"'))]).toEqual([real, real]);
    const simulator = goodFile.replace('https://api.example.com', 'http://127.0.0.1:8400');
    const simulators = { kind: 'sqlite', file: '/state/register-sim.sqlite', isSimulators: true };
    expect([of(simulator), of(simulator.replace('"shadow"', '"live"'))]).toEqual([simulators, simulators]);
    const url = 'postgresql://desk:geheim@db.example.com/peerdesk';
    writeFileSync(join(folder, 'register-url'), `${url}\n`, { mode: 0o600 });
    const named = `[register]\nurl_file = "register-url"\n${goodFile}`;
    expect(of(named)).toEqual({ kind: 'postgres', url, isSimulators: false });
    writeFileSync(join(folder, 'register-url'), 'mysql://desk:geheim@db.example.com/peerdesk');
    expect(() => of(named)).toThrow(/^peerdesk\.toml:2: register\.url_file is no address of a PostgreSQL database/);
    expect(() => of(named)).not.toThrow(/geheim/);
  });

  it('proxy = "none" sends its calls out directly; without it a proxy of the environment is refused', () => {
    const env = { ...keys, HTTPS_PROXY: 'http://proxy.example.net:3128' };
    const direct = goodFile.replace('processes = 1', 'proxy = "none"');
    expect(readFileEgress(load(direct), { env }).accounts[0].baseUrl).toBe('https://api.example.com');
    expect(() => readFileEgress(load(goodFile), { env })).toThrow(/HTTPS_PROXY names a proxy, .*proxy = "none"/);
    const address = goodFile.replace('processes = 1', 'proxy = "http://ana:geheim@proxy.example.net"');
    expect(() => load(address)).toThrow('peerdesk.toml:6: egress.home.proxy is wrong, and must be "none"');
  });

  it('live writes are allowed by mode live alone', () => {
    const { accounts } = readFileEgress(load(goodFile.replace('"shadow"', '"live"')), { env: keys });
    expect(accounts[0].allowLive).toBe(true);
  });

  it('the environment stands over the file, and the account over the whole', () => {
    const text = goodFile.replace(
      '[account.main.release]',
      'settings = { order_rows = 7, order_poll_interval_ms = 900 }\n[account.main.release]',
    );
    const env = { ...keys, PEERDESK_MAX_RELEASE: '9 USD', PEERDESK_SETTING_ORDER_ROWS: '8' };
    const [account] = readFileEgress(load(`${text}order_poll_interval_ms = 600\n`), { env }).accounts;
    expect(account.releasePermission.maxRelease).toEqual({ USD: '9' });
    expect(account.overrides).toEqual({ marketIntervalMs: 4_000, orderRows: 8, orderPollIntervalMs: 900 });
  });

  it('ads#one-ad-after-the-other: an ad is held in shadow where the file or the variable holds it', () => {
    const text = `${goodFile.replace('mode = "shadow"', 'mode = "live"')}\n[ads.777]\nmode = "shadow"\nfloor = "9"\nceiling = "10"\n`;
    const held = (env: Record<string, string>) =>
      readFileEgress(load(text), { env: { ...keys, ...env } }).accounts[0].shadowAds;
    expect(held({})).toEqual(['777']);
    expect(held({ PEERDESK_SHADOW_ADS: '888' })).toEqual(['777', '888']);
    expect(held({ PEERDESK_SHADOW_ADS: '' })).toEqual(['777']);
  });

  it('a setting for which the service would ban the address is refused, for all accounts and for one', () => {
    const words = 'market_interval_ms is 5: must be at least 500 ms: smaller, the service gets so many calls';
    expect(() => load(goodFile.replace('= 4000', '= 5'))).toThrow(`settings.${words}`);
    const own = goodFile.replace(
      '[account.main.release]',
      'settings = { market_interval_ms = 5 }\n[account.main.release]',
    );
    expect(() => load(own)).toThrow(`account.main.settings.${words}`);
  });

  it('the names of the interface count as the environment too', () => {
    const env = { ...keys, ERROR_187XXX_RETRY_SLEEP_SEC: '2' };
    const [account] = readFileEgress(load(`${goodFile}volume_sync_sleep_ms = 200\n`), { env }).accounts;
    expect(account.settings.volumeSyncSleepMs).toBe(2_000);
  });

  it('a secret of the environment, as text or as a file, wins over that of the file', () => {
    mkdirSync(join(folder, 'keys'), { recursive: true });
    for (const name of ['key', 'secret', 'other']) writeFileSync(join(folder, 'keys', name), `${name}-text\n`);
    const text = goodFile
      .replace('api_key_env = "MAIN_KEY"', 'api_key_file = "keys/key"')
      .replace('api_secret_env = "MAIN_SECRET"', 'api_secret_file = "keys/secret"');
    expect(readFileEgress(load(text), { env: {} }).accounts[0].credentials).toEqual({
      apiKey: 'key-text',
      apiSecret: 'secret-text',
    });
    const env = {
      PEERDESK_BASE_URL: 'https://b.example.com',
      PEERDESK_API_KEY_FILE: join(folder, 'keys/other'),
      PEERDESK_API_SECRET: 's',
    };
    expect(readFileEgress(load(text), { env }).accounts[0].credentials).toEqual({
      apiKey: 'other-text',
      apiSecret: 's',
    });
  });

  it('keys of one service never go to another: all of it comes from one place', () => {
    const env = { ...keys, PEERDESK_BASE_URL: 'https://elsewhere.example.com' };
    expect(() => readFileEgress(load(goodFile), { env })).toThrow(
      /PEERDESK_BASE_URL comes from the environment and PEERDESK_API_KEY, PEERDESK_API_SECRET of account main/,
    );
  });

  it('a variable of one account is refused where several are served', () => {
    const text = `${goodFile.replace('account = "main"', 'account = "main"')}\n[account.second]\nservice = "https://api.example.com"\napi_key_env = "MAIN_KEY"\napi_secret_env = "MAIN_SECRET"\n`;
    const loaded = load(text);
    expect(readFileEgress(loaded, { env: keys }).accounts.map(({ account }) => account)).toEqual(['main', 'second']);
    expect(() => readFileEgress(loaded, { env: { ...keys, PEERDESK_MAX_RELEASE: '1 BOB' } })).toThrow(
      /one account's, and this process serves main and second/,
    );
  });

  it('a mistake that only the files show is reported by line and key', () => {
    expect(() => readFileEgress(load(goodFile), { env: { MAIN_KEY: 'k' } })).toThrow(
      /^peerdesk\.toml:\d+: account\.main\.api_secret_env is not set/,
    );
  });

  it('a key that is missing is named as the file writes it, and what the environment sets as a variable', () => {
    const missing = goodFile.replace('api_key_env = "MAIN_KEY"\n', '');
    expect(() => readFileEgress(load(missing), { env: keys })).toThrow(
      /^peerdesk\.toml:8: account\.main\.api_key_env is not set: set it, or account\.main\.api_key_file to a file/,
    );
    expect(() => readFileEgress(load(goodFile), { env: { ...keys, PEERDESK_CHAT_HANDSHAKE: 'frme' } })).toThrow(
      /^PEERDESK_CHAT_HANDSHAKE is frame or address/,
    );
  });

  it('a value in a file is wrong where its own key stands, and under its variable where the environment names the file', () => {
    const short = join(folder, 'short');
    writeFileSync(short, 'abc');
    writeFileSync(join(folder, 'hook'), 'https://hook.example.com');
    const text = `${goodFile}\n[account.main.notify]\nurl_file = "hook"\nsecret_file = "short"\n`;
    const line = text.split('\n').indexOf('secret_file = "short"') + 1;
    expect(() => readFileEgress(load(text), { env: keys })).toThrow(
      `peerdesk.toml:${line}: account.main.notify.secret_file is too short`,
    );
    expect(() => readFileEgress(load(text), { env: { ...keys, PEERDESK_NOTIFY_SECRET_FILE: short } })).toThrow(
      /^PEERDESK_NOTIFY_SECRET is too short/,
    );
  });

  it('ADR 0020: a summary within the quiet hours is refused by both keys, and hours without a way by their own', () => {
    writeFileSync(join(folder, 'hook'), 'https://hook.example.com');
    const hours = 'quiet = "Mon-Sun 22:00-07:00"\nquiet_zone = "UTC"\ndaily = "22:30"\n';
    const text = `${goodFile}\n[account.main.notify]\nurl_file = "hook"\n${hours}`;
    const line = text.split('\n').indexOf('daily = "22:30"') + 1;
    const read = (toml: string) => readFileEgress(load(toml), { env: keys }).accounts[0].notices;
    expect(() => read(text)).toThrow(
      `peerdesk.toml:${line}: account.main.notify.daily is 22:30, within account.main.notify.quiet, Mon-Sun 22:00-07:00`,
    );
    expect(() => read(text.replace('url_file = "hook"\n', ''))).toThrow('account.main.notify.quiet needs a way to you');
    expect(read(text.replace('22:30', '21:30'))?.daily).toEqual({ at: '21:30', timezone: 'UTC' });
  });

  it('several egresses need a name', () => {
    const text = `${goodFile}\n[egress.away]\n[account.second]\negress = "away"\nservice = "https://api.example.com"\n`;
    expect(() => readFileEgress(load(text), { env: keys })).toThrow(/--egress home or --egress away/);
    expect(() => readFileEgress(load(text), { env: keys, egress: 'hom' })).toThrow(
      /no account behind egress hom: give one of home, away/,
    );
    expect(readFileEgress(load(text), { env: keys, egress: 'home' }).accounts[0].account).toBe('main');
  });
});

it('names of files start in the folder of the file', () => {
  const { file } = load(
    `[temporal]\ntls_ca_file = "tls/ca.pem"\ntls_key_file = "/etc/k"\n[account.main]\nservice = "https://a.example.com"\n`,
  );
  const variables = temporalVariables(file, { folder: '/home/ana', env: {} });
  expect(variables.map(({ value }) => value)).toEqual(['/home/ana/tls/ca.pem', '/etc/k']);
});

describe('the values that count', () => {
  const origins = (env: Record<string, string>, text = goodFile): Map<string, { value: unknown; origin: string }> =>
    new Map(effectiveValues({ loaded: load(text), env }).map(({ key, ...rest }) => [key, rest]));

  it('are said with where they come from', () => {
    const line = goodFile.split('\n').indexOf('market_interval_ms = 4000') + 1;
    const values = origins({ PEERDESK_SETTING_ORDER_ROWS: '8', PEERDESK_MAX_RELEASE: '7 BOB' });
    expect(values.get('settings.market_interval_ms')).toEqual({ value: 4_000, origin: `peerdesk.toml:${line}` });
    expect(values.get('settings.order_rows')).toEqual({ value: '8', origin: 'PEERDESK_SETTING_ORDER_ROWS' });
    expect(values.get('settings.slow_read_ms')).toEqual({ value: 40_000, origin: 'default' });
    expect(values.get('account.main.release.max')).toEqual({ value: '7 BOB', origin: 'PEERDESK_MAX_RELEASE' });
    expect(values.get('account.main.chat.handshake')).toEqual({ value: 'frame', origin: 'default' });
  });

  it('never hold a secret', () => {
    const env = { PEERDESK_API_KEY: 'k-e-y', PEERDESK_API_SECRET: 's-e-c', PEERDESK_NOTIFY_URL: 'https://t-o-k' };
    const all = JSON.stringify([...origins({ ...keys, ...env })]);
    expect(all).not.toMatch(/k-e-y|s-e-c|t-o-k|the-key|the-secret/);
    expect(origins(env).get('account.main.api_key_env')).toEqual({
      value: '(set, not shown)',
      origin: 'PEERDESK_API_KEY',
    });
  });

  it('of one account of several do not come from its variables', () => {
    const two = `${goodFile}\n[account.second]\nservice = "https://api.example.com"\n`;
    expect(origins({ PEERDESK_MAX_RELEASE: '7 BOB' }, two).get('account.main.release.max')?.value).toBe('5000 BOB');
  });
});

it('an account without an egress is behind the only one', () => {
  const { file } = load('[egress.home]\n[account.main]\nservice = "https://a.example.com"\n');
  expect(fileAccounts(file)[0]?.egress).toBe('home');
});
