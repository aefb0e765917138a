import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { proveSimulator } from '../../../src/workers/permission/simulator-proof.ts';
import { deskAccount, openWorld, otherAccount } from '../sim-fixture.ts';
import { hmac } from '../wire-caller.ts';

const nonce = '00112233445566778899aabbccddeeff';
const proofOf = (secret: string, text = nonce): string => hmac(`peerdesk-simulator:${text}`, secret);

async function identity(baseUrl: string, query: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${baseUrl}/_sim/identity${query}`, { headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('GET /_sim/identity (design 2)', () => {
  it('proves the secret of the first account, or of the one whose key comes along', async () => {
    const { baseUrl } = await openWorld();
    expect(await identity(baseUrl, `?nonce=${nonce}`)).toEqual({
      status: 200,
      body: { simulator: true, proof: proofOf(deskAccount.apiSecret) },
    });
    const other = await identity(baseUrl, `?nonce=${nonce}`, { 'X-MBX-APIKEY': otherAccount.apiKey });
    expect(other.body['proof']).toBe(proofOf(otherAccount.apiSecret));
    expect((await identity(baseUrl, `?nonce=${nonce}`, { 'X-MBX-APIKEY': 'foreign' })).status).toBe(404);
  });

  it('refuses a nonce that is not 32 hex digits with 400', async () => {
    const { baseUrl } = await openWorld();
    const wrong = ['', '?nonce=', `?nonce=${nonce.slice(1)}`, `?nonce=${nonce}0`, `?nonce=${'g'.repeat(32)}`, '?n=1'];
    for (const query of wrong) expect([query, (await identity(baseUrl, query)).status]).toEqual([query, 400]);
  });

  it('is answered during a ban and under every fault, and counts as no request', async () => {
    const { baseUrl, simulator } = await openWorld({ rateLimit: { requests: 1, windowMs: 60_000 } });
    simulator.setFaults([{ operation: '*', fault: { kind: 'http', status: 502 } }]);
    simulator.ban(60_000);
    for (let round = 0; round < 3; round += 1)
      expect((await identity(baseUrl, `?nonce=${nonce}`)).body['simulator']).toBe(true);
    expect(simulator.ledger()).toMatchObject({ requests: 0, callsDuringBan: 0, callsOverLimit: 0 });
  });
});

/** A server that is no simulator. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('what the worker believes (design 2): only a proof with its own secret over its own nonce', () => {
  const { apiKey, apiSecret } = deskAccount;
  const answering = (status: number, body: string, headers: Record<string, string> = {}): Promise<string> =>
    serve((_message, response) => response.writeHead(status, headers).end(body));
  const proof = proofOf(apiSecret);

  it('the simulator of this account is one; with another secret or a foreign key it is not', async () => {
    const { baseUrl } = await openWorld();
    expect(await proveSimulator({ baseUrl, apiKey, apiSecret })).toBe(true);
    expect(await proveSimulator({ ...otherAccount, baseUrl })).toBe(true);
    expect(await proveSimulator({ baseUrl, apiKey, apiSecret: 'another' })).toBe(false);
    expect(await proveSimulator({ baseUrl, apiKey: 'foreign', apiSecret })).toBe(false);
  });

  it('asks with a fresh nonce each time, and a recorded proof does not serve twice', async () => {
    const asked: string[] = [];
    const baseUrl = await serve((message, response) => {
      asked.push(message.url ?? '');
      response.end(JSON.stringify({ simulator: true, proof }));
    });
    expect(await proveSimulator({ baseUrl, apiKey, apiSecret, nonce })).toBe(true);
    expect(await proveSimulator({ baseUrl, apiKey, apiSecret })).toBe(false);
    expect(await proveSimulator({ baseUrl, apiKey, apiSecret })).toBe(false);
    for (const path of asked) expect(path).toMatch(/^\/_sim\/identity\?nonce=[0-9a-f]{32}$/);
    expect(new Set(asked).size).toBe(3);
  });

  it.each([
    ['another status', 201, JSON.stringify({ simulator: true, proof })],
    ['simulator that is not true', 200, JSON.stringify({ simulator: 'true', proof })],
    ['no proof', 200, '{"simulator":true}'],
    ['an upper-case proof', 200, JSON.stringify({ simulator: true, proof: proof.toUpperCase() })],
    ['a short proof', 200, JSON.stringify({ simulator: true, proof: proof.slice(2) })],
    ['a further field', 200, JSON.stringify({ simulator: true, proof, more: 1 })],
    ['no JSON', 200, 'ok'],
    ['nothing', 200, ''],
    ['a long answer', 200, JSON.stringify({ simulator: true, proof }).padEnd(5_000)],
  ])('%s is a real service', async (_name, status, body) => {
    expect(await proveSimulator({ baseUrl: await answering(status, body), apiKey, apiSecret, nonce })).toBe(false);
  });

  it('follows no redirect, not even to a simulator', async () => {
    const { baseUrl } = await openWorld();
    const elsewhere = await serve((message, response) =>
      response.writeHead(307, { location: `${baseUrl}${message.url}` }).end(),
    );
    expect(await proveSimulator({ baseUrl: elsewhere, apiKey, apiSecret })).toBe(false);
  });

  it('silence, half an answer, a closed port and a wrong address are a real service', async () => {
    const silent = await serve(() => undefined);
    const half = await serve((_message, response) => response.writeHead(200).write('{'));
    const ask = (baseUrl: string): Promise<boolean> => proveSimulator({ baseUrl, apiKey, apiSecret, timeoutMs: 100 });
    for (const baseUrl of [silent, half, 'http://127.0.0.1:1', 'no address'])
      expect([baseUrl, await ask(baseUrl)]).toEqual([baseUrl, false]);
  });
});
