import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeClient } from '../../../src/exchange/index.ts';
import { clientFor, credentials } from '../fixtures.ts';
import { page, startRecorder, success, type RawRequest, type Recorder } from '../recorder.ts';
import { anyText } from '../../setup/any-text.ts';

let recorder: Recorder;
let client: ExchangeClient;
beforeAll(async () => {
  recorder = await startRecorder(({ path }) => (path.endsWith('History') ? page([]) : success(true)));
  client = clientFor(recorder.baseUrl);
});
afterAll(async () => {
  await client.close();
  await recorder.close();
});

/** RFC 3986 section 2.3 over the bytes of UTF-8, with nothing of the code under test. */
function encodeByHand(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9\-._~]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

const hmac = (text: string): string => createHmac('sha256', credentials.apiSecret).update(text, 'utf8').digest('hex');

/** Splits the raw query string into what was signed and its signature. */
function signedPart({ query }: RawRequest): { payload: string; signature: string } {
  const at = query.lastIndexOf('&signature=');
  return { payload: query.slice(0, at), signature: query.slice(at + '&signature='.length) };
}

const awkward = fc.oneof(
  anyText(),
  fc.constantFrom('', ' ', '+', '&', '=', '%', '*', '%2B', 'a b+c&d=e%f*g', 'ñandú', '１２３', '🪙', "!'()*~"),
);
/** Names of our own: those of the service are tested with the table. */
const fieldName = anyText({ minLength: 1 }).map((name) => `x${name}`);
const fields = fc.array(fc.tuple(fieldName, fc.oneof(awkward, fc.array(awkward, { maxLength: 3 }))), { maxLength: 6 });

describe('interface 5 rules 1 and 2: what is signed is byte for byte what is sent', () => {
  it('in the query string: any Unicode, arrays, empty values, insertion order', async () => {
    const property = fc.asyncProperty(fields, async (entries) => {
      const given = Object.fromEntries(entries);
      await client.call('listUserOrderHistory', { query: given });
      const request = recorder.requests.at(-1) as RawRequest;
      const own = Object.entries(given).flatMap(([name, value]) =>
        [value].flat().map((one) => `${encodeByHand(name)}=${encodeByHand(one)}`),
      );
      const { payload, signature } = signedPart(request);
      const timestamp = /timestamp=(\d{13})$/.exec(payload)?.[1] ?? 'none';
      expect(payload).toBe([...own, 'recvWindow=5000', `timestamp=${timestamp}`].join('&'));
      expect(signature).toBe(hmac(payload));
      expect(request.body).toBe('');
    });
    await fc.assert(property, { seed: 20_261_121, numRuns: 300 });
  });

  it('in the body: it arrives as it was passed and is no part of the signature', async () => {
    const property = fc.asyncProperty(fields, async (entries) => {
      const given = { advNo: '1', ...Object.fromEntries(entries) };
      await client.call('update', { body: given });
      const request = recorder.requests.at(-1) as RawRequest;
      // JSON cannot carry half a character; nothing else may change.
      expect(request.body).toBe(Buffer.from(JSON.stringify(given), 'utf8').toString('utf8'));
      expect(request.headers['content-type']).toBe('application/json');
      const { payload, signature } = signedPart(request);
      expect(payload).toMatch(/^recvWindow=5000&timestamp=\d{13}$/);
      expect(signature).toBe(hmac(payload));
    });
    await fc.assert(property, { seed: 20_261_122, numRuns: 200 });
  });
});
