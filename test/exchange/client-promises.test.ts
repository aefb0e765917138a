import { afterEach, describe, expect, it } from 'vitest';
import { createExchangeClient, openChatSocket } from '../../src/exchange/index.ts';
import { clientFor } from './fixtures.ts';
import { page, startRecorder, success, type Recorder } from './recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

const credentials = { apiKey: 'k', apiSecret: 's' };

describe('what a client refuses when it is made', () => {
  it.each(['https://relay.example.com/path', 'https://example.com/?a=1', 'https://example.com/#a'])(
    '%s: a path would be dropped in silence',
    (baseUrl) => {
      expect(() => createExchangeClient({ baseUrl, credentials })).toThrow(TypeError);
    },
  );

  it('plain http to another machine, unless it is wanted', async () => {
    const baseUrl = 'http://simulator.example:8400';
    expect(() => createExchangeClient({ baseUrl, credentials })).toThrow(/must be https/);
    await createExchangeClient({ baseUrl, credentials, allowPlainHttp: true }).close();
    const publicBaseUrl = 'http://c2c.example';
    expect(() => createExchangeClient({ baseUrl: 'https://example.com', publicBaseUrl, credentials })).toThrow(
      TypeError,
    );
  });

  it('headers of the public search that cannot travel, or are its own', async () => {
    for (const publicHeaders of [{ 'user agent': 'x' }, { 'user-agent': 'a\nb' }, { clientType: 'app' }]) {
      expect(() => clientFor('http://127.0.0.1:1', { publicHeaders })).toThrow(TypeError);
    }
    recorder = await startRecorder(() => page([]));
    const client = clientFor(recorder.baseUrl, {
      publicHeaders: { 'user-agent': 'desk/1', origin: 'https://p2p.example' },
    });
    await client.public.searchPublicAds({ asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 20 });
    await client.ads.listWithPagination({ page: 1, rows: 20 });
    const sent = recorder.requests.map(({ headers }) => [headers['user-agent'], headers['clienttype']]);
    expect(sent).toEqual([
      ['desk/1', 'web'],
      [undefined, 'web'],
    ]);
    await client.close();
  });

  it('settings out of their range, by name', () => {
    const make = () => clientFor('http://127.0.0.1:1', { settings: { recvWindowMs: 60_001 } });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(/^setting recvWindowMs: /);
  });

  it('settings that are none of its own, such as a desk’s', () => {
    const settings = { marketIntervalMs: 5_000 };
    const make = () => clientFor('http://127.0.0.1:1', { settings: { ...settings } as object });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(/marketIntervalMs/);
  });
});

describe('what a call refuses before it is sent', () => {
  it('an id that came as a number too long for one: it would name another order', async () => {
    recorder = await startRecorder(() => success(null));
    const client = clientFor(recorder.baseUrl);
    // Only a parser that rounds writes such a number.
    const orderNumber = JSON.parse('20001179525838700018') as number;
    for (const wrong of [orderNumber, 1.5, Number.NaN]) {
      const call = client.call('releaseCoin', { body: { orderNumber: wrong } });
      await expect(call).rejects.toMatchObject({ code: '-1102', sent: 'no' });
    }
    await client.call('releaseCoin', { body: { orderNumber: 42 } });
    expect(recorder.requests.map(({ body }) => body)).toEqual(['{"orderNumber":"42"}']);
    await client.close();
  });

  it.each([{ timestamp: 123 }, { signature: 'x' }, { page: () => 1 }, { orderStatusList: [Symbol('x')] }])(
    'what the client sets itself, and what has no form in JSON: %o',
    async (body) => {
      recorder = await startRecorder(() => success([]));
      const client = clientFor(recorder.baseUrl);
      const call = client.call('listOrders', { body: { page: 1, rows: 20, ...body } });
      await expect(call).rejects.toMatchObject({ code: '-1102', sent: 'no' });
      expect(recorder.requests).toHaveLength(0);
      await client.close();
    },
  );

  it('and nothing else: unknown fields go out as they stand, inside of others too', async () => {
    recorder = await startRecorder(() => success(true));
    const client = clientFor(recorder.baseUrl);
    const tradeMethods = [{ zzz: 1, payId: '9223372036854775807', identifier: 'BANK' }];
    await client.call('update', { body: { zz: { b: [1], a: null }, tradeMethods, advNo: '1' } });
    expect(recorder.requests.map(({ body }) => body)).toEqual([
      JSON.stringify({ zz: { b: [1], a: null }, tradeMethods, advNo: '1' }),
    ]);
    await client.close();
  });

  it('parameters of an operation that has none', async () => {
    recorder = await startRecorder(() => success(true));
    const client = clientFor(recorder.baseUrl);
    const call = client.call('startBusiness', { body: { x: 1 } });
    await expect(call).rejects.toMatchObject({ code: '-1104', sent: 'no' });
    expect(recorder.requests).toHaveLength(0);
    await client.close();
  });
});

describe('the stack of an error', () => {
  it('names the caller of the client, not the inside of the client', async () => {
    recorder = await startRecorder(() => success(null));
    const client = clientFor(recorder.baseUrl);
    const readsItsOrder = async () => await client.orders.getUserOrderDetail('1');
    const error = await readsItsOrder().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    const { stack = '' } = error as Error;
    expect(stack).toMatch(/^ExchangeError: /);
    expect(stack).toContain('readsItsOrder');
    expect(stack).not.toContain('sender.ts');
    await client.close();
  });
});

describe('closing a client', () => {
  it('ends its chats, so that the process can end', async () => {
    recorder = await startRecorder(() => ({ status: 500 }));
    const client = clientFor(recorder.baseUrl);
    const chat = openChatSocket(client);
    await client.close();
    await chat.closed;
    expect(chat.state()).toEqual({ kind: 'closed', reason: 'closed by its owner' });
    const late = openChatSocket(client);
    await late.closed;
    for await (const event of late) expect(event).toBeUndefined();
  });
});
