import { afterEach, describe, expect, it } from 'vitest';
import { createGate } from '../../../src/exchange/index.ts';
import { clientFor, sampleData, wireAd } from '../fixtures.ts';
import { failure, startRecorder, success, type Recorder, type Responder } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

async function record(respond: Responder): Promise<Recorder> {
  recorder = await startRecorder(respond);
  return recorder;
}

const ad = success(sampleData['getDetailByNo']);
const thresholds = { breakerFailureThreshold: 3, breakerOpenMs: 45_000 };

describe('interface 7.1: HTTP 418, the ban of an address', () => {
  it('refuses every call of every account behind the gate until its end', async () => {
    const { baseUrl, calls } = await record(() => ({
      ...failure(-1003, 'banned', 418),
      headers: { 'retry-after': '10800' },
    }));
    let nowMs = 1_768_000_000_000;
    const clock = { now: () => nowMs };
    const gate = createGate(thresholds, clock);
    const one = clientFor(baseUrl, { gate, clock });
    const other = clientFor(baseUrl, { gate, clock, credentials: { apiKey: 'other-key', apiSecret: 'other-secret' } });
    await expect(one.ads.getDetailByNo('1')).rejects.toMatchObject({
      category: 'IP_BAN',
      sent: 'yes',
      retryAfterMs: 10_800_000,
    });
    expect(gate.state().banUntilMs).toBe(nowMs + 10_800_000);
    nowMs += 600_000;
    await expect(other.ads.getDetailByNo('1')).rejects.toMatchObject({
      category: 'IP_BAN',
      sent: 'no',
      retryAfterMs: 10_200_000,
    });
    await expect(other.time()).rejects.toMatchObject({ category: 'IP_BAN', sent: 'no' });
    expect(calls()).toHaveLength(1);
    nowMs += 10_200_000;
    await expect(other.ads.getDetailByNo('1')).rejects.toMatchObject({ sent: 'yes' });
    expect(calls()).toHaveLength(2);
    await Promise.all([one.close(), other.close()]);
  });

  it.each(['1', '30', '7199'])(
    'lasts two hours where Retry-After says %s (seconds): a cooldown of hours',
    async (text) => {
      const { baseUrl, calls } = await record(() => ({
        ...failure(-1003, 'banned', 418),
        headers: { 'retry-after': text },
      }));
      let nowMs = 1_768_000_000_000;
      const client = clientFor(baseUrl, { clock: { now: () => nowMs } });
      const told = { category: 'IP_BAN', httpStatus: 418, sent: 'yes', retryAfterMs: 7_200_000 };
      await expect(client.ads.getDetailByNo('1')).rejects.toMatchObject(told);
      nowMs += 7_199_999;
      await expect(client.orders.releaseCoin({ orderNumber: '1' })).rejects.toMatchObject({
        sent: 'no',
        retryAfterMs: 1,
      });
      expect(calls()).toHaveLength(1);
      await client.close();
    },
  );

  it('the least length of a ban is a setting, for those who know their service', async () => {
    const headers = { 'retry-after': '30' };
    const { baseUrl } = await record(() => ({ ...failure(-1003, 'banned', 418), headers }));
    const client = clientFor(baseUrl, { settings: { ipBanMinimumMs: 20_000 } });
    await expect(client.ads.getDetailByNo('1')).rejects.toMatchObject({ category: 'IP_BAN', retryAfterMs: 30_000 });
    await client.close();
  });

  it('a Retry-After with a date is measured by the clock of the answer, not by ours', async () => {
    const headers = { date: 'Wed, 21 Oct 2026 07:28:00 GMT', 'retry-after': 'Wed, 21 Oct 2026 10:28:00 GMT' };
    const { baseUrl } = await record(() => ({ ...failure(-1003, 'banned', 418), headers }));
    const nowMs = Date.parse('Wed, 21 Oct 2026 09:30:00 GMT');
    const client = clientFor(baseUrl, { clock: { now: () => nowMs } });
    await expect(client.ads.getDetailByNo('1')).rejects.toMatchObject({ retryAfterMs: 10_800_000 });
    expect(client.gate.state().banUntilMs).toBe(nowMs + 10_800_000);
    await client.close();
  });

  it('without Retry-After lasts the hours of the settings', async () => {
    const { baseUrl } = await record(() => ({ status: 418, body: '' }));
    const clock = { now: () => 1_768_000_000_000 };
    const client = clientFor(baseUrl, { clock, settings: { ipBanDefaultMs: 9_000_000 } });
    await expect(client.ads.getDetailByNo('1')).rejects.toMatchObject({ category: 'IP_BAN', httpStatus: 418 });
    expect(client.gate.state().banUntilMs).toBe(1_768_009_000_000);
    await client.close();
  });

  it('calls that wait when the ban arrives are not sent any more', async () => {
    const { baseUrl, requests } = await record(() => failure(-1003, 'banned', 418));
    const client = clientFor(baseUrl, { settings: { requestsInFlight: 1 } });
    const calls = Array.from({ length: 20 }, () => client.ads.getDetailByNo('1'));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(requests).toHaveLength(1);
    await client.close();
  });

  it('can be set and lifted from outside', async () => {
    const { baseUrl, requests } = await record(() => ad);
    const client = clientFor(baseUrl);
    client.gate.setBan(Date.now() + 60_000);
    await expect(client.ads.getDetailByNo(wireAd.advNo)).rejects.toMatchObject({ category: 'IP_BAN', sent: 'no' });
    client.gate.clearBan();
    await client.ads.getDetailByNo(wireAd.advNo);
    expect(requests).toHaveLength(1);
    await client.close();
  });
});
