/** What ends a call with a door once its connection is there: right before its door is asked, and meanwhile. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ExchangeError } from '../../../src/exchange/index.ts';
import { door, heldLookups, settled, slowHost, startMs } from '../door-client.ts';
import { clientFor } from '../fixtures.ts';
import { startRecorder, success, type Recorder } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  vi.restoreAllMocks();
  await recorder?.close();
  recorder = null;
});

const order = { orderNumber: '1' };

describe('reliability 2.3: a call that is over when its connection opens', () => {
  it.each([
    ['the caller gives up', 'ABORTED'],
    ['the client is closed', 'CLOSED'],
  ])('%s: its door is not asked', async (which, code) => {
    recorder = await startRecorder(() => success(null));
    const lookups = heldLookups();
    const stop = new AbortController();
    const end = { isNear: false };
    // The clock is read last before the door, by the fence.
    const now = (): number => {
      if (end.isNear && which === 'the caller gives up') stop.abort();
      else if (end.isNear) void client.close();
      return startMs;
    };
    const client = clientFor(`http://${slowHost}:${recorder.port}`, { allowPlainHttp: true, clock: { now } });
    const last = door();
    const fence = { sendBeforeMs: startMs + 60_000, recvWindowMs: 3_000 };
    const release = client.orders.releaseCoin(order, { door: last, fence, signal: stop.signal });
    const failed = release.then(() => null).catch((error: unknown) => error as ExchangeError);
    while (lookups.held() === 0) await settled();
    end.isNear = true;
    lookups.answer();
    expect(await failed).toMatchObject({ code, sent: 'no' });
    expect([last.asked(), recorder.requests.length]).toEqual([0, 0]);
    await client.close();
  });
});

describe('reliability 2.3: a call that its caller could end, while its door is asked', () => {
  it('ends at once where the client is closed, although its door never answers', async () => {
    recorder = await startRecorder(() => success(null));
    const client = clientFor(recorder.baseUrl);
    const last = door(() => new Promise(() => undefined));
    const { signal } = new AbortController();
    const release = client.orders.releaseCoin(order, { door: last, signal });
    const failed = release.then(() => null).catch((error: unknown) => error as ExchangeError);
    while (last.asked() === 0) await settled();
    await client.close();
    expect(await failed).toMatchObject({ code: 'CLOSED', sent: 'no' });
    expect(recorder.requests).toHaveLength(0);
  });
});
