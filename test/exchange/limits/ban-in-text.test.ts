import { afterEach, describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../../src/exchange/limits/retry-after.ts';
import { clientFor } from '../fixtures.ts';
import { failure, startRecorder, type Recorder, type Reply } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

const nowMs = 1_768_000_000_000;
const date = new Date(nowMs).toUTCString();
const days3 = 259_200_000;
const banned = (restMs: number): string => `Way too many requests; IP banned until ${nowMs + restMs}.`;

/** Returns how the first call fails and until when the address is banned then. */
async function met(reply: Reply): Promise<{ error: unknown; banUntilMs: number | null; calls: number }> {
  await recorder?.close();
  recorder = await startRecorder(() => ({ ...reply, headers: { date, ...reply.headers } }));
  const client = clientFor(recorder.baseUrl, { clock: { now: () => nowMs } });
  const error: unknown = await client.ads.getDetailByNo('1').catch((failed: unknown) => failed);
  await client.ads.getDetailByNo('1').catch(() => undefined);
  const { banUntilMs } = client.gate.state();
  await client.close();
  return { error, banUntilMs, calls: recorder.calls().length };
}

describe('interface 7.1: the end of a ban is read from the text, too', () => {
  it.each([418, 429, 403, 200, 502])(
    '-1003 with HTTP %i bans the address until the moment of its text',
    async (status) => {
      const { error, banUntilMs, calls } = await met(failure(-1003, banned(days3), status));
      expect(error).toMatchObject({ category: 'IP_BAN', sent: 'yes', retryAfterMs: days3 });
      expect(banUntilMs).toBe(nowMs + days3);
      expect(calls).toBe(1);
    },
  );

  it.each([
    ['the text', '10800', days3, days3],
    ['the header', '259200', 10_800_000, days3],
    ['the least length of a ban', '30', 60_000, 7_200_000],
    ['the bound of thirty days', '30', 1e12, 2_592_000_000],
  ])('the later end holds: %s', async (...row) => {
    const [, header, textMs, expected] = row;
    const { banUntilMs } = await met({ ...failure(-1003, banned(textMs), 418), headers: { 'retry-after': header } });
    expect(banUntilMs).toBe(nowMs + expected);
  });

  it.each([
    ['escapes', `{"code":-1003,"msg":"IP banned\\u0020until\\u0020${nowMs + days3}"}`],
    ['another field', `{"code":-1003,"msg":"IP banned for 30 s","bannedUntil":${nowMs + days3}}`],
    ['a length', '{"code":-1003,"msg":"IP banned for 3 days"}'],
    ['a date', `{"code":-1003,"msg":"IP banned until ${new Date(nowMs + days3).toISOString()}"}`],
  ])('in whatever way it is written: %s', async (_way, body) => {
    expect((await met({ status: 400, body })).banUntilMs).toBe(nowMs + days3);
  });

  it.each([
    ['IP 被封禁至 #', nowMs + days3],
    ['restricted. Next call: #', nowMs + days3],
    ['try again in 72 hours', 0],
    ['inténtelo de nuevo en 72 horas', 0],
  ])('words that no one foresaw stop the account until then: %s', async (text, untilMs) => {
    const { error, calls } = await met(failure(-1003, text.replace('#', `${untilMs}`), 400));
    expect(error).toMatchObject({ category: 'RATE_LIMITED', retryAfterMs: days3 });
    expect(calls).toBe(1);
  });

  it.each([
    'Too many requests; current limit is 1200 requests per 1 MINUTE.',
    'Too many requests of request 9876543210',
    `Too many requests since ${nowMs - 1_000}`,
  ])('numbers that are no end stop it for as long as any limit: %s', async (text) => {
    const { error } = await met(failure(-1003, text, 429));
    expect((error as { retryAfterMs: number }).retryAfterMs).toBeLessThan(5_000);
  });

  it.each(['Thu, 01 Jan 1970 00:00:00 GMT', 'Tue, 01 Jan 2126 00:00:00 GMT', 'no date'])(
    'a clock of the answer that cannot be right is none: %s',
    async (wrong) => {
      const headers = { date: wrong, 'retry-after': new Date(nowMs + 60_000).toUTCString() };
      const { error } = await met({ ...failure(-1003, 'Too many requests', 429), headers });
      expect(error).toMatchObject({ retryAfterMs: 60_000 });
      expect((await met({ ...failure(-1003, banned(days3), 418), headers })).banUntilMs).toBe(nowMs + days3);
    },
  );

  it('a text that is no JSON prolongs a 418 within the bound', async () => {
    const { banUntilMs } = await met({ status: 418, body: `<html>${banned(days3)}</html>` });
    expect(banUntilMs).toBe(nowMs + days3);
  });

  it.each([403, 200, 502])('a page alone with HTTP %i bans nothing', async (status) => {
    const { banUntilMs } = await met({ status, body: `<html>${banned(days3)}</html>` });
    expect(banUntilMs).toBeNull();
  });

  it('a money call behind such an answer stays unknown', async () => {
    recorder = await startRecorder(() => failure(-1003, banned(days3), 200));
    const client = clientFor(recorder.baseUrl);
    const release = client.orders.releaseCoin({ orderNumber: '1' });
    await expect(release).rejects.toMatchObject({
      sent: 'yes',
      advice: expect.stringContaining('may have taken effect'),
    });
    await client.close();
  });

  it('a limit of the account says until when', async () => {
    const { error } = await met({ ...failure(-1003, 'Too many requests', 429), headers: { 'retry-after': '60' } });
    const until = new Date(nowMs + 60_000).toISOString().replace('.000', '');
    expect(error).toMatchObject({
      category: 'RATE_LIMITED',
      retryAfterMs: 60_000,
      message: `Too many requests; nothing is sent for this account until ${until}`,
    });
  });
});

describe('interface 7.1: every form of Retry-After', () => {
  const fromMs = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT');
  it.each([
    ['5, 120', 120_000],
    ['120,5', 120_000],
    ['5, soon', 5_000],
    ['5, Wed, 21 Oct 2026 07:30:00 GMT', 120_000],
    ['Wed, 21 Oct 2026 07:30:00 GMT, 5', 120_000],
    [', ,', null],
    [String(fromMs / 1_000 + 120), 120_000],
    [String(fromMs + 120_000), 120_000],
    [`${(fromMs + 120_000) * 1_000}`, 120_000],
    [String(fromMs / 1_000 - 1), null],
    [String(fromMs - 1), null],
    ['9999999999', 2_592_000_000],
    ['9999999999999', 2_592_000_000],
    ['999999999', 2_592_000_000],
    ['9'.repeat(400), 2_592_000_000],
    ['1'.repeat(60_000), 2_592_000_000],
    ['soon, 5', 5_000],
    ['"120"', 120_000],
    ['120; why=limit', 120_000],
    ['+120', 120_000],
    ['1.2e2', 120_000],
    ['120s', 120_000],
    ['2 minutes', 120_000],
    ['120000ms', 120_000],
    ['2026-10-21T07:30:00Z', 120_000],
    ['2026-10-21 07:30:00', 120_000],
    ['Wed, 21 Oct 2026 09:30:00 +0200', 120_000],
    ['"Wed, 21 Oct 2026 07:30:00 GMT"', 120_000],
    ['-120', null],
    ['2026-02-31T07:30:00Z', null],
    ['2026-10-21T07:27:00Z', null],
    ['١٢٠', null],
  ])('%.40s', (header, expected) => {
    expect(retryAfterMs(header, fromMs)).toBe(expected);
  });
});
