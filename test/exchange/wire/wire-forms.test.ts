import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { parseWireJson } from '../../../src/exchange/wire/wire-json.ts';
import { clientFor, wireAd, wireOrderDetail } from '../fixtures.ts';
import { page, startRecorder, success, type Recorder, type Reply } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

async function detailOf(reply: Reply) {
  recorder = await startRecorder(() => reply);
  const client = clientFor(recorder.baseUrl);
  try {
    return await client.ads.getDetailByNo(wireAd.advNo);
  } finally {
    await client.close();
  }
}

describe('wire-facts 2.4 and 16 row 19: values in every form', () => {
  it('decimals, ids, times and states keep every digit', async () => {
    const body = `{"code":"000000","success":true,"data":{"advNo":"${wireAd.advNo}","tradeType":1,"asset":"USDT",
      "fiatUnit":"BOB","price":11.620,"initAmount":1e-8,"surplusAmount":320.50000000,"advStatus":"1","priceScale":"3",
      "createTime":"2026-01-09T23:06:40.000Z","advUpdateTime":"2026-01-09 23:06:40","isTradable":1,"remarks":null,
      "tradeMethods":[{"payId":12345678901234567890}],"newField":{"deep":[1.10]}}}`;
    const ad = await detailOf({ body });
    expect(ad).toMatchObject({
      tradeType: 'SELL',
      price: '11.620',
      initAmount: '0.00000001',
      surplusAmount: '320.50000000',
      advStatus: 1,
      priceScale: 3,
      createTime: 1_768_000_000_000,
      advUpdateTime: 1_768_000_000_000,
      isTradable: true,
      remarks: null,
      tradeMethods: [{ payId: '12345678901234567890' }],
      newField: { deep: ['1.10'] },
    });
  });

  it('ids beyond 2^53 that come as numbers stay whole', async () => {
    recorder = await startRecorder(() => ({
      body: '{"code":"000000","success":true,"data":[{"id":1234567890123456789,"orderNo":22751234567890123456}],"total":"1"}',
    }));
    const client = clientFor(recorder.baseUrl);
    const { items, total } = await client.chat.retrieveChatMessagesWithPagination({ page: 1, rows: 1 });
    expect([items[0]?.id, items[0]?.orderNo, total]).toEqual(['1234567890123456789', '22751234567890123456', 1]);
    await client.close();
  });

  it('rows about another order are left out of a chat (wire-facts 7, EP-34)', async () => {
    const rows = [1, 2, null, undefined].map((orderNo, index) => ({ id: index + 1, orderNo }));
    recorder = await startRecorder(() => page(rows));
    const client = clientFor(recorder.baseUrl);
    const one = await client.chat.retrieveChatMessagesWithPagination({ page: 1, rows: 20, orderNo: '1' });
    expect([one.items.map(({ id }) => id), one.total]).toEqual([['1', '3', '4'], 4]);
    const all = await client.chat.retrieveChatMessagesWithPagination({ page: 1, rows: 20 });
    expect(all.items).toHaveLength(4);
    await client.close();
  });

  it('whole numbers and codes in the writing of floats', async () => {
    const body = JSON.stringify({ code: '000000', success: true, data: wireOrderDetail })
      .replace(/"orderStatus":\d+/, '"orderStatus":1e0')
      .replace(/"createTime":\d+/, '"createTime":1.768e12');
    recorder = await startRecorder((_request, index) =>
      index === 0 ? { body } : { status: 400, body: '{"code":83229.0,"msg":"closed"}' },
    );
    const client = clientFor(recorder.baseUrl);
    const { orderNumber } = wireOrderDetail;
    expect(await client.orders.getUserOrderDetail(orderNumber)).toMatchObject({
      orderStatus: 1,
      createTime: 1_768_000_000_000,
    });
    await expect(client.ads.update({ advNo: '1', price: '1' })).rejects.toMatchObject({ category: 'AD_OFFLINE' });
    await client.close();
  });

  it('pages whose rows are inside content are read too', async () => {
    recorder = await startRecorder(() => success({ content: [wireAd] }));
    const client = clientFor(recorder.baseUrl);
    expect(await client.ads.listWithPagination({ page: 1, rows: 20 })).toMatchObject({ total: null, items: [wireAd] });
    await client.close();
  });

  it('the two ways of parsing agree on every JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const walked = JSON.parse(JSON.stringify(value), (key, inner: unknown) => {
          if (key === '__proto__') return undefined;
          const keeps = typeof inner !== 'number' || /^-?\d{1,15}$/.test(JSON.stringify(inner));
          return keeps ? inner : JSON.stringify(inner);
        });
        expect(parseWireJson(JSON.stringify(value))).toEqual(walked);
      }),
      { seed: 20_260_116, numRuns: 500 },
    );
  });

  it('an answer cannot reach the prototype', () => {
    const parsed = parseWireJson('{"a":1,"__proto__":{"polluted":true},"b":[{"__proto__":null}]}');
    expect(JSON.stringify(parsed)).toBe('{"a":1,"b":[{}]}');
  });
});
