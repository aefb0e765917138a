import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runInProcess } from '../setup/run-in-process.ts';
import { runPeerdesk, startPeerdesk } from '../setup/run-peerdesk.ts';

const keys = { PEERDESK_API_KEY: 'key-of-nobody', PEERDESK_API_SECRET: 'secret-of-nobody' };
const success = JSON.stringify({ code: '000000', message: 'success', data: [], total: 0, success: true });

interface SlowService {
  env: Record<string, string>;
  /** Resolves with the path of the first request for anything else. */
  asked: Promise<string>;
  paths: string[];
}

/** A service that returns its time, and answers all else after a while or never. */
async function slowService(answersAfterMs: number | null): Promise<SlowService> {
  const paths: string[] = [];
  const { promise: asked, resolve } = Promise.withResolvers<string>();
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    if (path === '/api/v3/time') return void response.end(JSON.stringify({ serverTime: Date.now() }));
    paths.push(path);
    resolve(path);
    if (answersAfterMs !== null) setTimeout(() => response.end(success), answersAfterMs);
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { env: { ...keys, PEERDESK_BASE_URL: `http://127.0.0.1:${port}` }, asked, paths };
}

const list = ['call', 'listAll'];
// The second is one of the desk, which the client of a single call must not be given.
const quick = { PEERDESK_SETTING_REQUEST_TIMEOUT_MS: '500', PEERDESK_SETTING_MARKET_INTERVAL_MS: '7000' };

describe('--timeout is the time of the whole call and of a request in it', () => {
  it('without it a request has the time of the setting', async () => {
    const { env } = await slowService(null);
    const run = await runInProcess(list, { ...env, ...quick });
    expect(run).toMatchObject({ exitCode: 5, stdout: '' });
    expect(run.stderr).toMatch(/no full answer within 500 ms.*--timeout waits longer/);
  });

  it('with it an answer that takes longer than the setting is waited for', async () => {
    const { env } = await slowService(1_500);
    const run = await runInProcess([...list, '--timeout', '60s'], { ...env, ...quick });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.each(['300ms', '0s'])('--timeout %s ends a call that would have had longer', async (timeout) => {
    const { env } = await slowService(null);
    // The program itself: a request that hangs must not keep it.
    const run = await runPeerdesk([...list, '--timeout', timeout], env);
    expect(run).toMatchObject({ exitCode: 5, stdout: '' });
    expect(run.stderr).toMatch(/^peerdesk: listAll: [^\n]+\n$/);
  });

  it('a time longer than a timer of Node holds does not end at once', async () => {
    const { env } = await slowService(100);
    expect(await runInProcess([...list, '--timeout', '60d'], env)).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('a call that is interrupted ends with exit code 130 and one line', () => {
  const orderNumber = '22345678901234567890';
  const order = ['--param', `orderNumber=${orderNumber}`];
  const placement = ['--param', 'advOrderNumber=1', '--param', 'totalAmount=100'];
  const unknown = 'while it was on its way: its outcome is unknown';

  it.each([
    {
      what: 'a read changes nothing',
      args: ['listOrders', '--body', '{"page":1,"rows":20}'],
      line: /listOrders: interrupted while it was on its way; it changes nothing\.$/,
    },
    {
      what: 'a write may have taken effect',
      args: ['update', '--param', 'advNo=1', '--param', 'price=10'],
      line: /update: interrupted while .*may have taken effect: read the state before you repeat it\.$/,
    },
    {
      what: 'of a money step the order is read first',
      args: ['releaseCoin', ...order, '--yes'],
      line: new RegExp(`releaseCoin: interrupted ${unknown}. Read the order first .*adOrderNo=${orderNumber}`),
    },
    {
      what: 'of a placement the list of orders',
      args: ['placeOrder', ...placement, '--yes'],
      line: new RegExp(`placeOrder: interrupted ${unknown}. Read your orders first.*listOrders`),
    },
  ])('$what', async ({ args, line }) => {
    const { env, asked, paths } = await slowService(null);
    const { child, ended } = await startPeerdesk(['call', ...args], env);
    await asked;
    child.kill('SIGINT');
    const run = await ended;
    expect(run).toMatchObject({ exitCode: 130, stdout: '' });
    expect(run.stderr).toMatch(/^peerdesk: [^\n]+\n$/);
    expect(run.stderr.trimEnd()).toMatch(line);
    expect(paths).toHaveLength(1);
  });

  it('by SIGTERM too', async () => {
    const { env, asked } = await slowService(null);
    const { child, ended } = await startPeerdesk(['call', 'markOrderAsPaid', ...order, '--yes'], env);
    await asked;
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ exitCode: 130, stderr: expect.stringContaining(unknown) as string });
  });
});
