import { afterEach, describe, expect, it } from 'vitest';
import type { ExchangeClient } from '../../../src/exchange/index.ts';
import { clientFor, sampleData, sampleInput, wireAd } from '../fixtures.ts';
import { failure, page, serverTime, startRecorder, success, type Recorder, type Reply } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

/** Answers with the replies in turn, then repeats the last one; always returns the time. */
async function replying(...replies: readonly Reply[]): Promise<{ client: ExchangeClient; sends: () => number }> {
  let calls = 0;
  const { baseUrl, calls: sent } = (recorder = await startRecorder(({ path }) => {
    if (path === '/api/v3/time') return serverTime(Date.now());
    calls += 1;
    return replies[Math.min(calls, replies.length) - 1] ?? {};
  }));
  return { client: clientFor(baseUrl), sends: () => sent().length };
}

const ad = success(sampleData['getDetailByNo']);
const reset: Reply = { instead: (response) => response.destroy() };
const outOfSync = [-1021, -1022].flatMap((code) => [500, 503, 504].map((status) => [code, status] as const));

describe('reliability 2.1: behind a 5xx a write may have taken effect, whatever code stands in it', () => {
  it.each(outOfSync)('%i with HTTP %i: a release is sent once, and its outcome is not known', async (code, status) => {
    const { client, sends } = await replying(failure(code, 'x', status), success(null));
    await expect(client.orders.releaseCoin({ orderNumber: '1' })).rejects.toMatchObject({
      httpStatus: status,
      sent: 'yes',
    });
    expect(sends()).toBe(1);
    await client.close();
  });

  it.each(['placeOrder', 'markOrderAsPaid', 'update', 'updateStatus'])('%s neither', async (name) => {
    const { client, sends } = await replying(failure(-1021, 'x', 504), ad);
    await expect(client.call(name, { body: sampleInput[name] ?? {} })).rejects.toMatchObject({ httpStatus: 504 });
    expect(sends()).toBe(1);
    await client.close();
  });

  it('a refusal of the gateway is signed again all the same, and so is a read', async () => {
    const refused = await replying(failure(-1021, 'x', 400), success(true));
    await refused.client.ads.update({ advNo: wireAd.advNo, price: '11.61' });
    expect(refused.sends()).toBe(2);
    await refused.client.close();
    await recorder?.close();
    const read = await replying(failure(-1021, 'x', 504), ad);
    await read.client.ads.getDetailByNo(wireAd.advNo);
    expect(read.sends()).toBe(2);
    await read.client.close();
  });
});

describe('interface 7.4, 7.5: a read is repeated while that is short', () => {
  it.each<[string, Reply]>([
    ['the connection was reset', reset],
    ['a web page of a gateway', { status: 502, body: '<html>Bad Gateway</html>' }],
    ['HTTP 503 without a body', { status: 503 }],
    ['HTTP 504 with an empty object', { status: 504, body: '{}' }],
    ['half an answer', { body: '{"code":"000000","data":{' }],
    ['its own "later"', failure(-1000, 'unknown error')],
  ])('after: %s', async (_name, reply) => {
    const { client, sends } = await replying(reply, ad);
    await expect(client.ads.getDetailByNo(wireAd.advNo)).resolves.toMatchObject({ advNo: wireAd.advNo });
    expect(sends()).toBe(2);
    await client.close();
  });

  it('EP-16, which has three ways, as well: no other way was tried', async () => {
    const { client, sends } = await replying(reset, page([]));
    await expect(client.orders.listUserOrderHistory({ tradeType: 'BUY' })).resolves.toMatchObject({ items: [] });
    expect(sends()).toBe(2);
    await client.close();
  });

  it.each<[string, Reply]>([
    ['a web page that says no', { status: 403, body: '<html>Forbidden</html>' }],
    ['a redirect', { status: 302, headers: { location: '/login' } }],
    ['a path that no one knows', { status: 404, body: '<html>Not Found</html>' }],
    ['an empty success', { status: 200 }],
    ['a limit', failure(-1003, 'slow down', 429)],
  ])('never after: %s', async (_name, reply) => {
    const { client, sends } = await replying(reply, ad);
    await expect(client.ads.getDetailByNo(wireAd.advNo)).rejects.toMatchObject({ name: 'ExchangeError' });
    expect(sends()).toBe(1);
    await client.close();
  });

  it.each(['update', 'updateStatus', 'releaseCoin', 'placeOrder', 'markOrderAsPaid'])(
    'and %s never, when the connection breaks',
    async (name) => {
      const { client, sends } = await replying(reset, ad);
      const call = client.call(name, { body: sampleInput[name] ?? {} });
      await expect(call).rejects.toMatchObject({ sent: 'unknown', retryAfterMs: null });
      expect(sends()).toBe(1);
      await client.close();
    },
  );

  it('what took longer than an attempt may wait is not tried again', async () => {
    let steadyMs = 5_000;
    const breakOff: Reply = {
      instead: (response) => {
        steadyMs += 51;
        response.destroy();
      },
    };
    recorder = await startRecorder(() => breakOff);
    const settings = { inAttemptBackoffLimitMs: 50, backoffBaseMs: 0 };
    const client = clientFor(recorder.baseUrl, { monotonic: () => steadyMs, settings });
    await expect(client.ads.getDetailByNo('1')).rejects.toMatchObject({ sent: 'unknown', retryAfterMs: null });
    expect(recorder.requests).toHaveLength(1);
    await client.close();
  });

  it('a repeat that the breaker refuses says what opened it, and how long it stays open', async () => {
    recorder = await startRecorder(() => ({ status: 502, body: 'bad gateway' }));
    const clock = { now: () => 1_768_000_000_000 };
    const client = clientFor(recorder.baseUrl, { clock, settings: { breakerFailureThreshold: 2 } });
    const error: unknown = await client.ads.getDetailByNo('1').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ httpStatus: 502, sent: 'yes', code: null, retryAfterMs: 45_000 });
    expect(recorder.requests).toHaveLength(2);
    await client.close();
  });
});

describe('what is never repeated, although it is called a read', () => {
  it('a check that carries a one-time code: the second try would speak of the code', async () => {
    const { client, sends } = await replying(reset, success(true));
    const call = client.orders.checkIfCanReleaseCoin({
      orderNumber: '1',
      authType: 'GOOGLE',
      googleVerifyCode: '123456',
    });
    await expect(call).rejects.toMatchObject({ sent: 'unknown' });
    expect(sends()).toBe(1);
    await client.close();
  });

  it('what was waiting to be tried again when the client was closed', async () => {
    recorder = await startRecorder(() => ({ status: 502 }));
    const slept = Promise.withResolvers<void>();
    const sleep = (_ms: number, signal?: AbortSignal): Promise<void> =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('woken')), { once: true });
        slept.resolve();
      });
    const client = clientFor(recorder.baseUrl, { sleep });
    const read = client.ads.getDetailByNo('1');
    await slept.promise;
    await Promise.all([client.close(), expect(read).rejects.toMatchObject({ httpStatus: 502 })]);
    expect(recorder.requests).toHaveLength(1);
  });
});

describe('reliability 2.1: steps of authentication that were set', () => {
  it.each([{ hmac: ['signed', 'key'] }, { update: ['signed', 'signed-body'] }] as const)(
    'behind a 5xx a write has no second way: %j',
    async (authSteps) => {
      recorder = await startRecorder(({ path }) =>
        path === '/api/v3/time' ? serverTime(Date.now()) : failure(-1021, 'x', 502),
      );
      const client = clientFor(recorder.baseUrl, { authSteps });
      const call = client.ads.update({ advNo: '1', price: '1' });
      await expect(call).rejects.toMatchObject({ httpStatus: 502, sent: 'yes' });
      expect(recorder.calls()).toHaveLength(1);
      await client.close();
    },
  );
});

describe('reliability I29: what counts for the breaker', () => {
  it.each<[string, Reply]>([
    ['JSON with a code that no table knows', failure(-7777, 'odd', 500)],
    ['no body at all', { status: 503 }],
  ])('HTTP 5xx with %s is a failure', async (_name, reply) => {
    const { client } = await replying(reply);
    await expect(client.ads.update({ advNo: '1', price: '1' })).rejects.toMatchObject({ name: 'ExchangeError' });
    expect(client.gate.state().breaker.failures).toBe(1);
    await client.close();
  });
});

describe('the advice of an error fits what was called', () => {
  it.each<[string, string, Reply, RegExp]>([
    ['a read that broke', 'getDetailByNo', reset, /^Nothing was changed: try again/],
    ['a read behind a firewall', 'getDetailByNo', { status: 403, body: '<html>' }, /permissions of the key/],
    ['a host that moved', 'getDetailByNo', { status: 302 }, /check its address/],
    ['a key that is not accepted', 'baseDetail', { status: 401 }, /Check the API key/],
    ['a price that may have arrived', 'update', reset, /^Read the state/],
    ['a release behind a firewall', 'releaseCoin', { status: 403, body: '<html>' }, /^It may have taken effect/],
    ['a parameter without a name', 'update', failure(-1102, 'illegal parameter'), /all of them where it names none/],
    ['a code outside the tables', 'releaseCoin', failure(83021, 'The order is not paid yet'), /heed its message/],
  ])('%s', async (...row) => {
    const [, operation, reply, advice] = row;
    const { client } = await replying(reply);
    const call = client.call(operation, { body: sampleInput[operation] ?? {} });
    await expect(call).rejects.toMatchObject({ advice: expect.stringMatching(advice) as unknown });
    await client.close();
  });

  it('a release that its caller gave up before it left', async () => {
    const { client } = await replying(success(null));
    const call = client.orders.releaseCoin({ orderNumber: '1' }, { signal: AbortSignal.abort() });
    const advice = 'The caller gave up before anything was sent.';
    await expect(call).rejects.toMatchObject({ code: 'ABORTED', sent: 'no', advice });
    await client.close();
  });

  it('a read that its caller gave up changed nothing', async () => {
    const stop = new AbortController();
    const { client } = await replying({ instead: () => stop.abort() });
    const call = client.ads.getDetailByNo('1', { signal: stop.signal });
    await expect(call).rejects.toMatchObject({ code: 'ABORTED', advice: 'The caller gave up; nothing was changed.' });
    await client.close();
  });
});
