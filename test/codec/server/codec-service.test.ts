import { request } from 'node:http';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newKeyLine, parseKeyRing } from '../../../src/codec/key-ring.ts';
import { createPayloadCodec } from '../../../src/codec/payload-codec.ts';
import { startCodecService } from '../../../src/codec/server/codec-service.ts';
import { readPayloads, writePayloads } from '../../../src/codec/server/wire-payloads.ts';

const keys = parseKeyRing(newKeyLine(0), 'keys');
const token = 'a-token-of-more-than-twenty-characters';
const ui = 'http://localhost:8233';
const secret = { payerName: 'Rosalind Quillfeather' };
const workflowId = 'order:main:1';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

interface Ask {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A codec server on a free port, and a client that sends any Host and Origin. */
async function serve(now = () => 0) {
  const options = { keys, host: '127.0.0.1', port: 0, token, origins: [ui], names: ['codec.example.net'] };
  const service = await startCodecService({ ...options, namespace: 'default', workflowId: null, now });
  onTestFinished(() => service.close());
  const ask = (path: string, { method = 'POST', headers = {}, body = '' }: Ask = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const all = { host: `localhost:${service.port}`, 'content-type': 'application/json', ...headers };
      const sent = request({ host: '127.0.0.1', port: service.port, path, method, headers: all }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  return { ask, host: `localhost:${service.port}` };
}

const bearer = { authorization: `Bearer ${token}` };
const plain = (value: unknown): Payload => defaultPayloadConverter.toPayload(value);

async function sealed(value: unknown): Promise<Payload[]> {
  const codec = createPayloadCodec({ keys, plain: 'refused', namespace: 'default', unreadable: 'throw' });
  return codec.encode([plain(value)], { type: 'workflow', namespace: 'default', workflowId });
}

const valuesIn = (body: string): unknown[] =>
  (readPayloads(body) ?? []).map((payload): unknown => defaultPayloadConverter.fromPayload(payload));

describe('the codec server', () => {
  it('opens what was sealed, and leaves what was not', async () => {
    const { ask } = await serve();
    const body = writePayloads([...(await sealed(secret)), plain('clear')]);
    const answer = await ask('/decode', { headers: { ...bearer, 'x-namespace': 'default' }, body });
    expect({ status: answer.status, values: valuesIn(answer.body) }).toEqual({
      status: 200,
      values: [secret, 'clear'],
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('says in its place why one does not open, and opens the others', async () => {
    const { ask } = await serve();
    const body = writePayloads(await sealed(secret));
    const { body: text } = await ask('/decode', { headers: { ...bearer, 'x-namespace': 'another' }, body });
    expect(valuesIn(text)).toEqual([{ notOpened: expect.stringMatching(/seal is broken/) }]);
  });

  it('seals for the workflow that the request names, and for none else', async () => {
    const { ask } = await serve();
    const body = writePayloads([plain({ by: 'ana' })]);
    const named = await ask('/encode', { headers: { ...bearer, 'x-peerdesk-workflow': workflowId }, body });
    const codec = createPayloadCodec({ keys, plain: 'refused', namespace: 'default', unreadable: 'throw' });
    const payloads = readPayloads(named.body) ?? [];
    const context = { type: 'workflow', namespace: 'default' } as const;
    const [opened] = await codec.decode(payloads, { ...context, workflowId });
    expect(defaultPayloadConverter.fromPayload(opened ?? {})).toEqual({ by: 'ana' });
    await expect(codec.decode(payloads, { ...context, workflowId: 'order:main:2' })).rejects.toThrow(/seal is broken/);
    const unnamed = await ask('/encode', { headers: bearer, body });
    expect(unnamed).toMatchObject({ status: 400, body: expect.stringMatching(/peerdesk temporal/) });
  });

  it.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer another-token-of-more-than-twenty' }],
    ['the token as a password', { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` }],
    ['a cookie that was never given', { cookie: 'peerdesk_codec=AAAA' }],
  ])('opens nothing for who shows %s', async (_, headers) => {
    const { ask } = await serve();
    const answer = await ask('/decode', { headers, body: writePayloads(await sealed(secret)) });
    expect(answer.status).toBe(401);
    expect(answer.body).not.toContain('Rosalind');
  });

  it('accepts a browser that has signed in, for twelve hours', async () => {
    let nowMs = 0;
    const { ask, host } = await serve(() => nowMs);
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${host}` };
    expect((await ask('/login', { headers: form, body: 'token=wrong' })).headers['set-cookie']).toBeUndefined();
    const entered = await ask('/login', { headers: form, body: `token=${token}` });
    const [cookie = ''] = entered.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict;/);
    expect(cookie).not.toContain(token);
    const headers = { cookie: cookie.split(';')[0] ?? '', origin: ui };
    const body = writePayloads(await sealed(secret));
    const shown = await ask('/decode', { headers, body });
    expect(shown).toMatchObject({
      status: 200,
      headers: { 'access-control-allow-origin': ui, 'access-control-allow-credentials': 'true' },
    });
    nowMs = 12 * 3_600_000;
    expect((await ask('/decode', { headers, body })).status).toBe(401);
  });

  it('answers the preflight of the Web UI, and of no other page', async () => {
    const { ask } = await serve();
    const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-namespace' };
    const own = await ask('/decode', { method: 'OPTIONS', headers: { ...asks, origin: ui } });
    expect(own.headers).toMatchObject({
      'access-control-allow-origin': ui,
      'access-control-allow-headers': expect.stringContaining('x-namespace'),
    });
    for (const origin of ['http://evil.example', 'null', 'http://localhost:9999']) {
      const foreign = await ask('/decode', { method: 'OPTIONS', headers: { ...asks, origin } });
      expect({ status: foreign.status, allowed: foreign.headers['access-control-allow-origin'] }).toEqual({
        status: 403,
        allowed: undefined,
      });
    }
  });

  it.each<[string, number, Ask & { path?: string }]>([
    ['a foreign Host', 421, { headers: { host: 'evil.example' } }],
    ['another page, with the token', 403, { headers: { ...bearer, origin: 'http://evil.example' } }],
    ['a form', 415, { headers: { ...bearer, 'content-type': 'text/plain' } }],
    ['GET', 405, { method: 'GET', headers: bearer }],
    ['another path', 404, { path: '/keys', headers: bearer }],
    ['no JSON', 400, { headers: bearer, body: '{' }],
    ['no base64', 400, { headers: bearer, body: '{"payloads":[{"data":"%"}]}' }],
    ['a body without an end', 413, { headers: bearer, body: ' '.repeat(17 * 1_024 * 1_024) }],
  ])('refuses %s', async (_, status, { path = '/decode', ...asked }) => {
    const { ask } = await serve();
    const answer = await ask(path, asked).catch((error: NodeJS.ErrnoException) => ({ status: error.code }));
    // The connection of a body that is too large may be cut before the answer is read.
    expect([status, ...(status === 413 ? ['EPIPE', 'ECONNRESET'] : [])]).toContain(answer.status);
  });

  it('answers to a host name that its configuration lists', async () => {
    const { ask } = await serve();
    expect((await ask('/decode', { headers: { ...bearer, host: 'codec.example.net' }, body: '{}' })).status).toBe(200);
  });
});
