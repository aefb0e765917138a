import { afterEach, describe, expect, it } from 'vitest';
import { clientFor, sampleData, sampleInput, wireOrderDetail, wireOrderRow } from '../fixtures.ts';
import { failure, startRecorder, success, type Recorder, type Reply } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

async function callWith(name: string, reply: Reply): Promise<unknown> {
  recorder = await startRecorder(() => reply);
  const client = clientFor(recorder.baseUrl);
  try {
    return await client.call(name, { body: sampleInput[name] ?? {} });
  } finally {
    await client.close();
  }
}

const order = { ...wireOrderDetail, orderStatus: 1 };
const marked = { orderNumber: sampleInput['markOrderAsPaid']?.['orderNumber'] };
const refusal = { success: false, code: '83023', message: 'the status of the order does not allow this' };

describe('wire-facts 2.1: a money step that was not done is never a success', () => {
  it.each([
    ['releaseCoin', 'data: false', false],
    ['releaseCoin', 'a refusal inside data', refusal],
    ['releaseCoin', 'data: 0', 0],
    ['cancelOrder', 'data: false', false],
    ['cancelOrder', 'a refusal inside data', refusal],
    ['markOrderAsPaid', 'another order', { orderNumber: '999', orderStatus: 2 }],
    ['placeOrder', 'result: false', { result: false, orderMatch: order }],
    ['placeOrder', 'an order on another ad', { result: true, orderMatch: { ...order, advOrderNumber: '999' } }],
    ['verifiedAdditionalKyc', 'a check that is not confirmed', { kycVerified: false }],
    ['verifiedAdditionalKyc', 'another order', { kycVerified: true, orderNumber: '999' }],
    ['markOrderAsPaid', 'an order that is open still', { ...marked, orderStatus: 1 }],
    ['markOrderAsPaid', 'an order that was cancelled', { ...marked, orderStatus: '6' }],
    ['markOrderAsPaid', 'an order that the system cancelled', { ...marked, orderStatus: 'CANCELLED_BY_SYSTEM' }],
    ['updateStatus', 'status: false', { status: false }],
    ['updateStatus', 'nothing about any ad', {}],
    ['updateStatus', 'status: false and an empty list', { status: false, failList: [] }],
  ])('%s with %s', async (name, _how, data) => {
    await expect(callWith(name, success(data))).rejects.toMatchObject({
      name: 'ExchangeError',
      sent: 'yes',
      code: null,
    });
  });

  const restricted = 'Service unavailable from a restricted location';
  it.each([
    { code: 0, msg: restricted },
    { code: '0', message: restricted },
    { code: '000000', msg: restricted, data: null },
    { code: '000000', message: restricted, success: null },
  ])('a refusal with the code of success, behind a relay that answers 200: %j', async (body) => {
    for (const name of ['releaseCoin', 'cancelOrder', 'markOrderAsPaid', 'getDetailByNo']) {
      const answered = callWith(name, { body: JSON.stringify(body) });
      const message = expect.stringContaining(restricted) as string;
      await expect(answered).rejects.toMatchObject({ sent: 'yes', code: null, message });
      await recorder?.close();
    }
  });

  it.each([{ message: 'success' }, { message: 'OK' }, { msg: 'Successful.' }, { message: null }, {}])(
    'a success without flag and data says so, or nothing: %j',
    async (text) => {
      const body = JSON.stringify({ code: '000000', ...text });
      await expect(callWith('releaseCoin', { body })).resolves.toBeNull();
    },
  );

  it.each([false, 'false', 0, '0', 'no', {}])('success: %j beside the code of success', async (flag) => {
    const body = JSON.stringify({ code: '000000', success: flag, data: null });
    await expect(callWith('releaseCoin', { body })).rejects.toMatchObject({ sent: 'yes', code: null });
  });

  it.each([
    ['releaseCoin', undefined],
    ['releaseCoin', null],
    ['releaseCoin', true],
    ['releaseCoin', ''],
    ['cancelOrder', {}],
    ['placeOrder', { orderMatch: order }],
    ['verifiedAdditionalKyc', {}],
    ['markOrderAsPaid', sampleData['markOrderAsPaid']],
  ])('%s with data %j went well', async (name, data) => {
    await expect(callWith(name, success(data))).resolves.toBeDefined();
  });
});

describe('reliability 2.1: the advice of a money step that may have taken effect is to look first', () => {
  it.each([
    ['-1000', failure(-1000, 'unknown error')],
    ['-9000', failure(-9000, 'system error')],
    ['a web page', { body: '<html>' }],
    ['half an answer', { instead: (response: { destroy: () => void }) => response.destroy() }],
  ] as [string, Reply][])('%s', async (_name, reply) => {
    const advice = expect.stringMatching(/may have taken effect: read the order/) as string;
    await expect(callWith('releaseCoin', reply)).rejects.toMatchObject({ advice });
  });

  it('a definite refusal, a read, and what never left keep their own', async () => {
    await expect(callWith('releaseCoin', failure(-2015, 'no'))).rejects.toMatchObject({
      advice: expect.stringMatching(/API key/) as string,
    });
    await expect(callWith('listOrders', failure(-9000, 'system error'))).rejects.toMatchObject({
      advice: expect.stringMatching(/Try again/) as string,
    });
    const client = clientFor('http://127.0.0.1:1');
    const release = client.orders.releaseCoin({ orderNumber: wireOrderRow.orderNumber });
    await expect(release).rejects.toMatchObject({
      sent: 'no',
      advice: expect.stringMatching(/Nothing was sent/) as string,
    });
    await client.close();
  });
});

describe('wire-facts 2.2, EP-8: ads that failed stand inside a success', () => {
  const failed = (advNo: string | null) => ({ advNo, errorCode: '187022', errorMsg: 'no such ad' });
  const update = async (data: unknown) => {
    recorder = await startRecorder(() => success(data));
    const client = clientFor(recorder.baseUrl);
    return await client.ads.updateStatus({ advNos: ['1', '2'], advStatus: 3 }).finally(() => client.close());
  };

  it.each([
    ['both failed', { status: false, failList: [failed('1'), failed('2')] }, 'no such ad (the first of 2 ads)'],
    [
      'both failed, and it calls that well',
      { status: true, failList: [failed('2'), failed('1')] },
      'no such ad (the fi',
    ],
    ['it failed and names no ad', { status: false, failList: [failed(null)] }, 'no such ad'],
    ['it failed and names another ad', { failList: [failed('3')] }, 'no such ad'],
    ['it went well, it says, and names no ad', { status: true, failList: [failed(null)] }, 'no such ad'],
    ['it went well, it says, and names another ad', { status: true, failList: [failed('3')] }, 'no such ad'],
  ])('%s: a refusal', async (_how, data, message) => {
    const starting = expect.stringContaining(message) as unknown;
    await expect(update(data)).rejects.toMatchObject({ code: '187022', message: starting, sent: 'yes' });
  });

  it.each([
    ['one of two failed', { status: false, failList: [failed('1')] }],
    ['one of two failed, and it calls that well', { status: true, failList: [failed('1')] }],
    ['none failed', { status: true }],
  ])('%s: an answer', async (_how, data) => {
    await expect(update(data)).resolves.toMatchObject(data);
  });
});
