import { afterEach, describe, expect, it } from 'vitest';
import type { ExchangeSettings } from '../../../src/exchange/index.ts';
import { clientFor, sampleData, sampleInput, wireAd } from '../fixtures.ts';
import { failure, serverTime, startRecorder, success, type Recorder, type Reply } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

const unknownError = failure(-1000, 'unknown error');
const ad = success(sampleData['getDetailByNo']);
const update = { advNo: wireAd.advNo, price: '11.61' };

/** A service with these replies in turn, and its time on request. */
async function clientOf(replies: readonly Reply[], settings: Partial<ExchangeSettings> = { retrySyncOn1000: true }) {
  let given = 0;
  const service = await startRecorder(({ path }) => {
    if (path === '/api/v3/time') return serverTime(Date.now());
    given += 1;
    return replies[given - 1] ?? success(true);
  });
  recorder = service;
  const client = clientFor(service.baseUrl, { settings });
  return { client, asked: () => service.requests.map(({ path }) => path.split('/').at(-1)) };
}

describe('interface 7.4: SERVICE_RETRY_SYNC_ON_1000', () => {
  it('the time is fetched before a read is tried again', async () => {
    const { client, asked } = await clientOf([unknownError, unknownError, ad]);
    await client.ads.getDetailByNo(wireAd.advNo);
    expect(asked()).toEqual(['getDetailByNo', 'time', 'getDetailByNo', 'time', 'getDetailByNo']);
    await client.close();
  });

  it('a write that ended with -1000: the time is fetched before the next call, and once', async () => {
    const { client, asked } = await clientOf([unknownError, unknownError]);
    await expect(client.ads.update(update)).rejects.toMatchObject({ code: '-1000' });
    await expect(client.ads.update(update)).rejects.toMatchObject({ code: '-1000' });
    await client.ads.update(update);
    await client.ads.update(update);
    expect(asked()).toEqual(['update', 'time', 'update', 'time', 'update', 'update']);
    await client.close();
  });

  it('a read that gave up with -1000: the next call of another kind fetches it too', async () => {
    const { client, asked } = await clientOf([unknownError], { retrySyncOn1000: true, inAttemptBackoffLimitMs: 0 });
    await expect(client.ads.getDetailByNo(wireAd.advNo)).rejects.toMatchObject({ code: '-1000' });
    await client.ads.update(update);
    expect(asked()).toEqual(['getDetailByNo', 'time', 'update']);
    await client.close();
  });

  it('a money step too, for the calls after it: it is itself sent once', async () => {
    const { client, asked } = await clientOf([unknownError]);
    const release = client.call('releaseCoin', { body: sampleInput['releaseCoin'] ?? {} });
    await expect(release).rejects.toMatchObject({ code: '-1000', sent: 'yes' });
    await client.ads.update(update);
    expect(asked()).toEqual(['releaseCoin', 'time', 'update']);
    await client.close();
  });

  it('the calls that start together after one fetch it once (I23)', async () => {
    const { client, asked } = await clientOf([unknownError]);
    await expect(client.ads.update(update)).rejects.toMatchObject({ code: '-1000' });
    await Promise.all(Array.from({ length: 5 }, () => client.ads.update(update)));
    expect(asked().filter((name) => name === 'time')).toHaveLength(1);
    await client.close();
  });

  it.each<[string, Reply]>([
    ['-9000', failure(-9000, 'system error')],
    ['-9000 that wraps -1000', failure(-9000, '-1000')],
    ['HTTP 500 without a code', { status: 500, body: '{}' }],
    ['429 as a code', failure(429, 'slow down')],
    ['a code that no table knows', failure(990_001, 'x')],
  ])('%s asks for no time: -1000 alone does', async (_name, reply) => {
    const { client, asked } = await clientOf([reply, reply, reply, reply, reply]);
    await client.ads.getDetailByNo(wireAd.advNo).catch(() => undefined);
    await client.ads.update(update).catch(() => undefined);
    expect(asked()).not.toContain('time');
    expect(asked().length).toBeGreaterThan(0);
    await client.close();
  });

  it('without the setting -1000 asks for no time', async () => {
    const { client, asked } = await clientOf([unknownError, ad], {});
    await client.ads.getDetailByNo(wireAd.advNo);
    expect(asked()).toEqual(['getDetailByNo', 'getDetailByNo']);
    await client.close();
  });
});
