import { afterEach, describe, expect, it } from 'vitest';
import { createRedact } from '../../../src/exchange/call/redact.ts';
import { clientFor, credentials, sampleInput } from '../fixtures.ts';
import { failure, startRecorder, type RawRequest, type Recorder } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

/** The text of a call's error when the service repeats what it received in this way. */
async function echoOf(echo: (request: RawRequest) => string, name: string, body: Record<string, unknown>) {
  recorder = await startRecorder((request) => failure(-1102, echo(request)));
  const client = clientFor(recorder.baseUrl);
  const error = await client.call(name, { body }).catch((reason: unknown) => reason);
  await client.close();
  return `${(error as Error).message} ${JSON.stringify(error)}`;
}

const release = { ...sampleInput['releaseCoin'], code: '902417', googleVerifyCode: '902417' };

describe('S4: a one-time code that the service repeats is in no error', () => {
  it.each<[string, (request: RawRequest) => string]>([
    ['the body', ({ body }) => `bad request: ${body}`],
    ['the body as text in JSON', ({ body }) => `bad request: ${JSON.stringify(body)}`],
    ['the body in an address', ({ body }) => `?body=${encodeURIComponent(body)}`],
    ['the code alone', () => 'code 902417 was used before'],
    ['the code at the end', () => 'wrong: 902417'],
    ['the code with characters of no width', () => 'wrong: 90\u200b24\u206017'],
  ])('%s', async (_name, echo) => {
    const text = await echoOf(echo, 'releaseCoin', release);
    expect(text).toContain('***');
    expect(text.replaceAll(/[\p{Cf}]/gu, '')).not.toContain('902417');
  });

  const redact = createRedact([]);

  it.each([
    ['"googleVerifyCode":"123456"', '"googleVerifyCode":"***"'],
    ['mobileVerifyCode=123456&x=1', 'mobileVerifyCode=***&x=1'],
    ['emailVerifyCode: 123456', 'emailVerifyCode: ***'],
    [String.raw`{\"code\":\"123456\"}`, String.raw`{\"code\":\"***\"}`],
    ['%22yubikeyVerifyCode%22%3A%22123456%22', '%22yubikeyVerifyCode%22%3A%22***%22'],
    ['code 123456 is wrong', 'code *** is wrong'],
    ['code:\u200b123456', 'code:***'],
  ])('of any call, by its name: %s', (text, masked) => {
    expect(redact(text)).toBe(masked);
  });

  it.each(['code: 187049', 'error code=187022', 'code 1234567', 'code -9000', 'errorCode: 123456'])(
    'the codes of the service itself stay, because rules read them: %s',
    (text) => expect(redact(text)).toBe(text),
  );
});

describe('S4: what was sent and comes back in a message', () => {
  it('free text, wherever it stands and however it is written', async () => {
    const remarks = 'Only "Ana" Condori, account 1001';
    for (const echo of [
      ({ body }: RawRequest) => body,
      () => `remarks must not be ${remarks}!`,
      () => `?remarks=${encodeURIComponent(remarks)}`,
    ]) {
      const text = await echoOf(echo, 'update', { advNo: '12345', remarks });
      expect(text).toContain('***');
      expect(text).not.toMatch(/Condori|1001/);
      await recorder?.close();
    }
  });

  it('other words behind their name', async () => {
    const echo = ({ body }: RawRequest) => `refused ${body}`;
    const text = await echoOf(echo, 'getImagePreSignedUrl', { imageName: 'proof-of-ana.png' });
    expect(text).toContain('imageName');
    expect(text).not.toContain('ana.png');
  });

  it('a number that rules read in a message stays: the range of prices (interface 7.4)', async () => {
    const message = 'price: 11.61 is outside of the limited range 11.62 - 12.80';
    const text = await echoOf(() => message, 'update', { advNo: '11629384756102938475', price: '11.61' });
    expect(text).toContain(message);
  });

  it('a number of an order stays where the service only speaks of it', async () => {
    const orderNumber = '22751234567890123456';
    const text = await echoOf(() => `order ${orderNumber} is not yours`, 'markOrderAsPaid', { orderNumber });
    expect(text).toContain(`order ${orderNumber} is not yours`);
  });
});

describe('I38: other ways of writing a key', () => {
  const { apiKey, apiSecret } = credentials;
  const redact = createRedact([apiKey, apiSecret]);
  const base64 = (text: string): string => Buffer.from(text).toString('base64');

  it.each([
    ['as base64', base64(apiKey)],
    ['as base64 for addresses', Buffer.from(apiSecret).toString('base64url')],
    ['as base64 within a longer text, one byte in', base64(`x${apiKey}yz`)],
    ['as base64 within a longer text, two bytes in', base64(`ab${apiKey}`)],
    ['as base64, both', base64(`${apiKey}:${apiSecret}`)],
    ['as hex', Buffer.from(apiKey).toString('hex')],
  ])('a key %s is masked', (_name, text) => {
    const shown = redact(`got ${text} here`);
    expect(shown).toContain('***');
    expect(shown.length).toBeLessThan(text.length);
  });

  it.each([
    '\u200b',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\ufe0f',
    '\u034f',
    '\u202e',
    '\u0001',
    '\n',
    '\r\n',
    ' ',
  ])('with %j between its characters', (between) => {
    const shown = redact(`got ${Array.from(apiKey).join(between)} here`);
    expect(shown).toBe('got *** here');
  });

  it('in capitals', () => expect(redact(apiKey.toUpperCase())).toBe('***'));

  it('a long hostile message costs little', () => {
    const text = `${apiKey.slice(0, -1)} ${' '.repeat(200_000)}${apiKey.slice(0, 4).repeat(50_000)}code: ${'1'.repeat(200_000)}`;
    expect(redact(text).length).toBeLessThanOrEqual(500);
  });
});
