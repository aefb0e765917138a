import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { inProject } from '../../src/server/project-root.ts';
import { runInProcess } from '../setup/run-in-process.ts';
import { runPeerdesk, type PeerdeskRun } from '../setup/run-peerdesk.ts';
import { openCallWorld, type CallWorld } from './call-world.ts';

let simulator: CallWorld['simulator'];
let env: CallWorld['env'];
let adNumber: string;

beforeAll(async () => {
  ({ simulator, env, adNumber } = await openCallWorld());
});
afterAll(() => simulator.close());

const call = (args: readonly string[], more: Record<string, string> = {}): Promise<PeerdeskRun> =>
  runInProcess(['call', ...args], { ...env, ...more });
const market = ['fiat=BOB', 'tradeType=BUY', 'page=1', 'rows=3'].flatMap((param) => ['--param', param]);

describe('what is misspelt is not sent', () => {
  it('a parameter: exit code 4 and the name that was meant', async () => {
    const run = await call(['update', '--param', `advNo=${adNumber}`, '--param', 'priec=100']);
    expect(run).toMatchObject({ exitCode: 4, stdout: '' });
    expect(run.stderr).toMatch(
      /^peerdesk: update has no parameter priec; did you mean price\?[^\n]*--allow-unknown[^\n]*\n$/,
    );
  });

  it('--allow-unknown sends it', async () => {
    const run = await call([
      'listWithPagination',
      '--param',
      'page=1',
      '--param',
      'rows=1',
      '--param',
      'x=1',
      '--allow-unknown',
    ]);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.each([
    ['relaseCoin', /no operation relaseCoin; did you mean releaseCoin\? `peerdesk call --list`/],
    ['orders.update', /did you mean update\?/],
    ['ads/getDetailByNum', /did you mean ads\/getDetailByNo\?/],
  ])('the operation %s: exit code 2', async (name, message) => {
    const run = await call([name]);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toMatch(message);
  });

  it.each(['Orders.ReleaseCoin', 'RELEASECOIN', 'ordermatch/releasecoin'])(
    '%s has the case wrong only',
    async (name) => {
      expect((await call([name, '--help'])).stdout).toMatch(/^releaseCoin \(EP-20\)/);
    },
  );

  it('the address of the service: a path would be lost', async () => {
    const run = await call(['time'], { PEERDESK_BASE_URL: `${env['PEERDESK_BASE_URL']}/foo` });
    expect(run).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/PEERDESK_BASE_URL must be an origin/) });
  });

  it('a setting', async () => {
    const run = await call(['time'], { PEERDESK_SETTING_ACOUNT_REQUESTS_PER_SECOND: '1' });
    expect(run).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/did you mean PEERDESK_SETTING_ACCOUNT_/) });
  });

  it('a key that no header can carry', async () => {
    const run = await call(['baseDetail'], { PEERDESK_API_KEY: 'ключ' });
    expect(run).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/^peerdesk: PEERDESK_API_KEY has /) });
  });
});

describe('what cannot be undone needs --yes', () => {
  it.each([
    ['updateStatus', () => ['--param', `advNos=${adNumber}`, '--param', 'advStatus=4'], /closes ads for good/],
    ['update', () => ['--body', `{"advNo":"${adNumber}","advStatus":4.0}`], /closes ads for good/],
    ['closeBusiness', () => [], /none of your ads can be traded/],
  ])('%s: exit code 6, and nothing is sent', async (name, args, line) => {
    const before = simulator.simulator.ledger();
    const run = await call([name, ...args()]);
    expect(run).toMatchObject({ exitCode: 6, stdout: '' });
    expect(run.stderr).toMatch(line);
    expect(run.stderr).toMatch(/--yes/);
    expect(simulator.simulator.ledger()).toEqual(before);
  });

  it('taking an ad offline does not', async () => {
    const run = await call(['updateStatus', '--param', `advNos=${adNumber}`, '--param', 'advStatus=3']);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('--body takes JSON that stands in no command line', () => {
  const body = '{"page":1,"rows":1}';

  it('from a file', async () => {
    const prepare = (folder: string): void => writeFileSync(join(folder, 'body.json'), body);
    const run = await runPeerdesk(['call', 'listWithPagination', '--body', '@body.json'], env, { prepare });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({ items: [{}] });
  });

  it('from standard input', async () => {
    const { promise, resolve } = Promise.withResolvers<{ error: Error | null; stdout: string }>();
    const args = [inProject('bin', 'peerdesk.mjs'), 'call', 'listWithPagination', '--body', '-'];
    const child = execFile(process.execPath, args, { env }, (error, stdout) => resolve({ error, stdout }));
    child.stdin?.end(body);
    const { error, stdout } = await promise;
    expect(error).toBeNull();
    expect(JSON.parse(stdout)).toMatchObject({ items: [{}] });
  });

  it('from a file that is not there: exit code 4', async () => {
    const run = await call(['listWithPagination', '--body', '@no-such-body.json']);
    expect(run).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/@no-such-body\.json.*ENOENT/) });
  });
});

describe('interface 5: only the credentials that a call sends are asked for', () => {
  it.each([
    ['search', ['--param', 'asset=USDT', ...market], { PEERDESK_API_SECRET: '' }],
    ['searchPublicAds', ['--param', 'asset=USDT', ...market], { PEERDESK_API_SECRET: '' }],
    [
      'getReferencePrice',
      ['--body', '{"fiatCurrency":"BOB","tradeType":"SELL","assets":["USDT"]}'],
      { PEERDESK_API_SECRET: '' },
    ],
    ['time', [], { PEERDESK_API_KEY: '', PEERDESK_API_SECRET: 'secret' }],
  ])('%s %j succeeds with %j', async (name, args, keys) => {
    expect(await call([name, ...args], keys)).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('a signed call asks for the secret, also where only a setting has it signed', async () => {
    const without = { PEERDESK_API_SECRET: '' };
    const missing = { exitCode: 4, stderr: expect.stringMatching(/PEERDESK_API_SECRET is not set/) };
    expect(await call(['baseDetail'], without)).toMatchObject(missing);
    const signed = { ...without, PEERDESK_AUTH_STEPS: 'search=signed' };
    expect(await call(['search', '--param', 'asset=USDT', ...market], signed)).toMatchObject(missing);
  });
});

describe('with --json a failure is one JSON object on stderr', () => {
  it('with all that the error of the service knows', async () => {
    const run = await call(['getDetailByNo', '--param', 'adsNo=999', '--json']);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(JSON.parse(run.stderr)).toMatchObject({
      endpoint: 'getDetailByNo',
      category: 'NOT_FOUND',
      sent: 'yes',
      httpStatus: 404,
      exitCode: 2,
      advice: expect.any(String),
    });
  });

  it.each([
    ['a misspelt option', ['time', '--jsno', '--json']],
    ['a misspelt parameter', ['listWithPagination', '--param', 'pagee=1', '--json']],
  ])('of %s too', async (_, args) => {
    const run = await call(args);
    expect(run).toMatchObject({ exitCode: 4, stdout: '' });
    expect(JSON.parse(run.stderr)).toEqual({ message: expect.stringMatching(/id you mean/), exitCode: 4 });
  });
});

describe('exit code 3: the service cannot be reached securely', () => {
  let plain: Server;
  beforeAll(async () => {
    plain = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
    await once(plain, 'listening');
  });
  afterAll(() => plain.close());

  it('the service speaks no TLS', async () => {
    const { port } = plain.address() as AddressInfo;
    const run = await call(['time'], { PEERDESK_BASE_URL: `https://127.0.0.1:${port}` });
    expect(run).toMatchObject({ exitCode: 3, stdout: '' });
    expect(run.stderr).toMatch(/https service/);
  });
});
