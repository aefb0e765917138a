import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { readAnswer } from '../../../src/exchange/call/answer.ts';
import { ExchangeError, operations, toOrderFacts, type Operation } from '../../../src/exchange/index.ts';
import { createRedact } from '../../../src/exchange/call/redact.ts';
import { clientFor, credentials, sampleData, wireAd, wireOrderDetail } from '../fixtures.ts';
import { failure, page, startRecorder, success, type Recorder, type Reply } from '../recorder.ts';
import { anyText } from '../../setup/any-text.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

async function detailOf(reply: Reply, settings = {}) {
  recorder = await startRecorder(() => reply);
  const client = clientFor(recorder.baseUrl, { settings });
  try {
    return await client.ads.getDetailByNo(wireAd.advNo);
  } finally {
    await client.close();
  }
}

describe('interface 7 and wire-facts 2.2: failures in every shape', () => {
  it.each([
    ['code as number with msg', failure(-1102, 'Mandatory parameter'), '-1102', 'Mandatory parameter'],
    ['code as text with message', { body: '{"code":"83229","message":"closed","success":false}' }, '83229', 'closed'],
    [
      'public shape with HTTP 200',
      { body: '{"code":"000002","message":"illegal parameter","success":false}' },
      '000002',
      'illegal parameter',
    ],
    [
      'not logged in',
      { status: 401, body: '{"code":"100001005","message":"Please log in first."}' },
      '100001005',
      'Please log in first.',
    ],
    [
      'code 429 with HTTP 200',
      { body: '{"code":429,"msg":"too many"}' },
      '429',
      expect.stringMatching(/^too many; nothing is sent for this account until 20\d\d-/),
    ],
    [
      'a code without words',
      { status: 400, body: '{"code":-9999}' },
      '-9999',
      'the service gave the code -9999 without a message',
    ],
  ] as [string, Reply, string, string][])('%s', async (...row) => {
    const [, reply, code, message] = row;
    await expect(detailOf(reply)).rejects.toMatchObject({ code, message, sent: 'yes', endpoint: 'getDetailByNo' });
  });

  it.each([
    ['an empty 200: the path is unknown', { body: '' }, 'does not know POST /sapi/v1/c2c/ads/getDetailByNo'],
    ['an empty 404', { status: 404, body: '' }, 'empty answer'],
    ['a page', { body: '<!doctype html><title>nope</title>' }, 'it is a web page'],
    ['a page with 403', { status: 403, body: '<html>blocked</html>' }, 'it is a web page'],
    ['half an answer', { body: '{"code":"000000","data":{"advNo":"1"' }, 'broken or cut off'],
    ['bytes that are no UTF-8', { body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) }, 'broken or cut off'],
    ['a list', { body: '[]' }, 'no object'],
    ['null', { body: 'null' }, 'no object'],
    ['no code', { body: '{"data":{}}' }, 'lacks code'],
    [
      'a relay page in JSON',
      { status: 404, body: '{"timestamp":1,"status":404,"error":"Not Found","path":"/x"}' },
      'lacks code: Not Found',
    ],
    [
      'success that is none',
      { body: '{"code":"000000","success":false,"message":"no"}' },
      'a success that is none: no',
    ],
    ['success with HTTP 500', { status: 500, body: '{"code":"000000","success":true}' }, 'a success that is none'],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }, 'empty answer'],
    ['no data', success(undefined), 'the answer lacks data'],
    ['data of another shape', success([]), 'the answer lacks data'],
    ['a missing field', success({ ...wireAd, price: undefined }), 'the answer lacks data.price: missing'],
    ['a field of another kind', success({ ...wireAd, price: { a: 1 } }), 'the answer lacks data.price: not a decimal'],
    ['a number that names are made of', success({ ...wireAd, advNo: '../../etc' }), 'data.advNo: not an identifier'],
    ['another ad', success({ ...wireAd, advNo: '999' }), 'about another advNo'],
  ] as [string, Reply, string][])('%s', async (_name, reply, words) => {
    const error = await detailOf(reply).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ExchangeError);
    expect(error).toMatchObject({ sent: 'yes', code: null });
    expect((error as ExchangeError).message).toContain(words);
    expect((error as ExchangeError).message).not.toContain('\n');
  });

  it('an answer that is longer than allowed', async () => {
    const reply = success({ ...wireAd, remarks: 'x'.repeat(20_000) });
    const error = await detailOf(reply, { maxResponseBytes: 10_000 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ sent: 'yes', httpStatus: 200 });
    expect((error as ExchangeError).message).toContain('longer than allowed');
  });

  it('a page without its odd row, whose number and field it names', async () => {
    recorder = await startRecorder(() => page([wireAd, { ...wireAd, price: 'cheap' }]));
    const client = clientFor(recorder.baseUrl);
    expect(await client.ads.listWithPagination({ page: 1, rows: 20 })).toMatchObject({
      items: [{ advNo: wireAd.advNo }],
      odd: [{ index: 1, subject: wireAd.advNo, why: 'price: not a decimal' }],
    });
    await client.close();
  });

  it('EP-7 with data false is no success', async () => {
    recorder = await startRecorder(() => success(false));
    const client = clientFor(recorder.baseUrl);
    await expect(client.ads.update({ advNo: '1', price: '1' })).rejects.toMatchObject({ sent: 'yes', code: null });
    await client.close();
  });

  it('interface 7.7: a 404 on EP-2 has a category of its own', async () => {
    await expect(detailOf({ status: 404, body: '' })).rejects.toMatchObject({ category: 'NOT_FOUND', httpStatus: 404 });
  });

  it('interface 7.2: the inner code of -9000 decides, the message stays readable', async () => {
    const error = await detailOf(failure(-9000, '187049')).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: '-9000', message: '187049', category: 'RETRY_WITH_VOLUME_SYNC' });
  });
});

describe('what the service adds to its enumerations later', () => {
  it('is kept as it is, beside what is known', async () => {
    const grown = { ...wireAd, tradeType: 'LEND', advStatus: 'PAUSED', priceType: 7 };
    recorder = await startRecorder(() => page([wireAd, grown]));
    const client = clientFor(recorder.baseUrl);
    const { items } = await client.ads.listWithPagination({ page: 1, rows: 20 });
    const states = items.map(({ tradeType, advStatus, priceType }) => ({ tradeType, advStatus, priceType }));
    expect(states).toEqual([
      { tradeType: 'SELL', advStatus: 1, priceType: 1 },
      { tradeType: 'LEND', advStatus: 'PAUSED', priceType: 7 },
    ]);
    await client.close();
  });

  it('an order of an unknown side and status is read, and refused only where it is to be acted on', async () => {
    const grown = { ...wireOrderDetail, tradeType: 'LEND', orderStatus: 'FROZEN', complaintStatus: 'NEW' };
    recorder = await startRecorder(() => success(grown));
    const client = clientFor(recorder.baseUrl);
    const order = await client.orders.getUserOrderDetail(grown.orderNumber);
    expect(order).toMatchObject({ tradeType: 'LEND', orderStatus: 'FROZEN', complaintStatus: 'NEW' });
    expect(() => toOrderFacts(order)).toThrow(/the side LEND, which is not known/);
    expect(() => toOrderFacts({ ...order, tradeType: 'SELL' })).toThrow(/the status FROZEN, which is not known/);
    expect(toOrderFacts({ ...order, tradeType: 'SELL', orderStatus: 2 })).toMatchObject({ complaint: true });
    await client.close();
  });
});

describe('no answer crashes the client or passes for a success that it is not', () => {
  const reading = (operation: Operation) => ({
    operation,
    fields: {},
    redact: createRedact([credentials.apiSecret]),
    retryAfterMs: null,
  });
  const rows = Object.values(operations).filter(({ name, echo }) => name !== 'time' && echo === undefined);

  /** A valid answer of an operation with a few characters changed, dropped or doubled. */
  const mutated = fc
    .tuple(
      fc.constantFrom(...rows),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom('drop', 'double', 'swap'), fc.integer({ min: 32, max: 126 })), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.constantFrom(200, 200, 200, 201, 400, 404, 500),
    )
    .map(([operation, changes, status]) => {
      const data = sampleData[operation.name];
      const valid = JSON.stringify({ code: '000000', message: 'success', data, total: 1, success: true });
      const text = changes.reduce((before, [position, kind, character]) => {
        const at = position % Math.max(1, before.length);
        const middle =
          kind === 'drop'
            ? ''
            : kind === 'double'
              ? before.slice(at, at + 8).repeat(2)
              : String.fromCharCode(character);
        return before.slice(0, at) + middle + before.slice(at + 1);
      }, valid);
      return { operation, status, text };
    });

  it('ten thousand mutated answers: data of a true success, or an ExchangeError', () => {
    fc.assert(
      fc.property(mutated, ({ operation, status, text }) => {
        const answer = { status, headers: {}, body: Buffer.from(text) };
        let read: unknown;
        try {
          read = readAnswer(answer, reading(operation));
        } catch (error) {
          expect(error).toBeInstanceOf(ExchangeError);
          expect((error as ExchangeError).sent).toBe('yes');
          return;
        }
        const body = JSON.parse(text) as { code: unknown; success?: unknown };
        expect(status).toBeLessThan(300);
        expect(['000000', '0', 0]).toContain(body.code);
        expect(body.success).not.toBe(false);
        if (operation.envelope === 'page') expect(Array.isArray((read as { items: unknown }).items)).toBe(true);
      }),
      { seed: 20_260_117, numRuns: 10_000 },
    );
  });

  it('answers that were never ours', () => {
    fc.assert(
      fc.property(fc.constantFrom(...rows), fc.oneof(fc.json(), anyText()), (operation, text) => {
        const answer = { status: 200, headers: {}, body: Buffer.from(text) };
        expect(() => readAnswer(answer, reading(operation))).toThrow(ExchangeError);
      }),
      { seed: 20_260_118, numRuns: 2_000 },
    );
  });

  it('an answer nested a million deep', () => {
    const body = Buffer.from(`{"code":"000000","data":${'['.repeat(1_000_000)}1.5`);
    const operation = rows[0] as Operation;
    expect(() => readAnswer({ status: 200, headers: {}, body }, reading(operation))).toThrow(ExchangeError);
    const closed = Buffer.from(`{"code":"000000","data":${'['.repeat(200_000)}1.5${']'.repeat(200_000)}}`);
    expect(() => readAnswer({ status: 200, headers: {}, body: closed }, reading(operation))).toThrow(ExchangeError);
  });
});
