import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { createExchangeClient, ExchangeError } from '../../../src/exchange/index.ts';
import { clientFor, credentials } from '../fixtures.ts';
import { startRecorder, type RawRequest, type Recorder, type Reply } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

/** Everything of an error that could reach a log: text, stack, JSON, and what an inspector prints. */
function everythingOf(error: unknown): string {
  const { stack, message } = error as Error;
  return [stack, message, JSON.stringify(error), inspect(error, { depth: 10, showHidden: true })].join('\n');
}

/** A hostile or careless service that sends back what it received. */
const echoes: [string, (request: RawRequest) => Reply][] = [
  [
    'in msg',
    ({ target, headers }) => ({
      status: 400,
      body: JSON.stringify({ code: -1022, msg: `${target} ${inspect(headers)}` }),
    }),
  ],
  ['in plain words', ({ target, headers }) => ({ status: 500, body: `${headers['x-mbx-apikey']} ${target}` })],
  ['in broken JSON', ({ target }) => ({ status: 200, body: `{"code": ${target}` })],
  ['in the code', ({ query }) => ({ status: 400, body: JSON.stringify({ code: query, msg: 'x' }) })],
  [
    'in a code of few letters',
    ({ headers }) => ({ status: 400, body: JSON.stringify({ code: headers['x-mbx-apikey'], msg: 'x' }) }),
  ],
  ['by closing', () => ({ instead: (response) => response.destroy() })],
];

describe('reliability I38 and S4: keys, secrets and signatures never leave in an error', () => {
  it.each(echoes)('%s: the error has no key, no secret and no signature', async (_name, respond) => {
    recorder = await startRecorder(respond);
    const client = clientFor(recorder.baseUrl);
    const error: unknown = await client.ads.getDetailByNo('12345').catch((reason: unknown) => reason);
    await client.close();
    expect(error).toBeInstanceOf(ExchangeError);
    const text = everythingOf(error);
    const signature = /signature=([0-9a-f]{64})/.exec(recorder.requests[0]?.query ?? '')?.[1] ?? 'none';
    for (const secret of [credentials.apiKey, credentials.apiSecret, signature]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/timestamp=\d/);
  });

  it('a secret that begins with the key', async () => {
    const [apiKey, apiSecret] = ['abcdEFGH', 'abcdEFGHsecretpart'];
    recorder = await startRecorder(() => ({ status: 400, body: JSON.stringify({ code: -1, msg: `at ${apiSecret}` }) }));
    const client = clientFor(recorder.baseUrl, { credentials: { apiKey, apiSecret } });
    const error: unknown = await client.ads.getDetailByNo('12345').catch((reason: unknown) => reason);
    expect(everythingOf(error)).not.toContain('secretpart');
    const misplaced: unknown = await client.call(apiSecret).catch((reason: unknown) => reason);
    expect(everythingOf(misplaced)).not.toContain('secretpart');
    await client.close();
  });

  it('a secret that looks different in an address', async () => {
    const apiSecret = 'sé+cr=t/é&'.repeat(3);
    const encoded = encodeURIComponent(apiSecret);
    recorder = await startRecorder(() => ({
      status: 400,
      body: JSON.stringify({ code: -1, msg: `at ?s=${encoded}` }),
    }));
    const client = clientFor(recorder.baseUrl, { credentials: { apiKey: credentials.apiKey, apiSecret } });
    const error: unknown = await client.ads.getDetailByNo('12345').catch((reason: unknown) => reason);
    await client.close();
    expect(everythingOf(error)).toContain('at ?s=***');
    expect(everythingOf(error)).not.toContain(encoded);
  });

  it('a key that a long text is cut within', async () => {
    const apiKey = 'k'.repeat(20) + 'K'.repeat(44);
    recorder = await startRecorder(() => ({ status: 400, body: `Invalid API-key, from this address: ${apiKey}` }));
    const client = clientFor(recorder.baseUrl, { credentials: { apiKey, apiSecret: credentials.apiSecret } });
    const error: unknown = await client.ads.getDetailByNo('12345').catch((reason: unknown) => reason);
    await client.close();
    expect(everythingOf(error)).toContain('Invalid API-key');
    expect(everythingOf(error)).not.toContain('kkkk');
  });

  it('an address without a listener', async () => {
    const client = clientFor('http://127.0.0.1:1');
    const error: unknown = await client.ads.getDetailByNo('12345').catch((reason: unknown) => reason);
    await client.close();
    expect(everythingOf(error)).not.toMatch(/recorder-|signature=|timestamp=/);
  });

  it('the client itself shows none when it is printed', () => {
    const client = clientFor('http://127.0.0.1:1');
    expect(inspect(client, { depth: 10, showHidden: true })).not.toContain(credentials.apiSecret);
  });

  it('control characters of an answer become blanks, marks that turn text go, long texts are cut', async () => {
    const msg = `a\u001b[31mb\u202ec\n${'x'.repeat(2_000)}`;
    recorder = await startRecorder(() => ({ status: 400, body: JSON.stringify({ code: -1, msg }) }));
    const client = clientFor(recorder.baseUrl);
    const error = (await client.ads.getDetailByNo('1').catch((reason: unknown) => reason)) as ExchangeError;
    expect(error.message).toMatch(/^a \[31mbc x{100,}$/);
    expect(error.message.length).toBeLessThanOrEqual(500);
    await client.close();
  });

  it.each([
    ['an address with a user name', 'http://key:secret@127.0.0.1', 'k'],
    ['an address that is none', 'not an address', 'k'],
    ['another protocol', 'ftp://127.0.0.1', 'k'],
    ['a key that a header cannot carry', 'http://127.0.0.1', 'key\r\nx: y'],
    ['an empty key', 'http://127.0.0.1', ''],
  ])('%s is refused when the client is made, without repeating it', (_name, baseUrl, apiKey) => {
    const make = () => createExchangeClient({ baseUrl, credentials: { apiKey, apiSecret: 'very-secret' } });
    expect(make).toThrow(TypeError);
    expect(make).not.toThrow(/secret|x: y/);
  });

  it('an empty secret signs nothing: it is refused when the client is made', () => {
    const make = () =>
      createExchangeClient({ baseUrl: 'http://127.0.0.1', credentials: { apiKey: 'k', apiSecret: '' } });
    expect(make).toThrow(TypeError);
  });
});
