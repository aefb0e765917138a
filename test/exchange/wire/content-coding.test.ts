import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { clientFor, sampleData, wireOrderRow } from '../fixtures.ts';
import { failure, startRecorder, success, type Recorder, type Reply } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

const detail = { ...(sampleData['getDetailByNo'] as object), advNo: '1' };
const ad = success(detail);
const limit = 20_000;

function packed(reply: Reply, coding: string, pack: (body: Buffer) => Buffer): Reply {
  const body = pack(Buffer.from(reply.body ?? ''));
  return { ...reply, body, headers: { ...reply.headers, 'content-encoding': coding } };
}

/** Reads an ad from a service that answers so; no call is repeated. */
async function read(reply: Reply): Promise<unknown> {
  recorder = await startRecorder(() => reply);
  const settings = { maxResponseBytes: limit, inAttemptBackoffLimitMs: 0 };
  const client = clientFor(recorder.baseUrl, { settings });
  return await client.ads.getDetailByNo('1').finally(() => client.close());
}

const plain = (body: Buffer): Buffer => body;
const twice = (body: Buffer): Buffer => brotliCompressSync(gzipSync(body));
const gzipParts = (body: Buffer): Buffer =>
  Buffer.concat([gzipSync(body.subarray(0, 20)), gzipSync(body.subarray(20))]);

describe('RFC 9110: an answer that was compressed on its way is read', () => {
  it('asks for none', async () => {
    await read(ad);
    expect(recorder?.requests[0]?.headers['accept-encoding']).toBe('identity');
  });

  it.each([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['x-gzip', gzipSync],
    ['gzip', gzipParts],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['gzip, br', twice],
    ['identity', plain],
    ['none', plain],
    ['UTF-8', plain],
    ['binary', plain],
    ['utf-8, gzip', gzipSync],
    ['identity, gzip', gzipSync],
  ] as [string, (body: Buffer) => Buffer][])('%s', async (coding, pack) => {
    await expect(read(packed(ad, coding, pack))).resolves.toMatchObject({ advNo: expect.any(String) });
  });

  it('a refusal keeps its code', async () => {
    const refusal = packed(failure('83998', 'not yours'), 'gzip', gzipSync);
    await expect(read(refusal)).rejects.toMatchObject({ code: '83998', sent: 'yes' });
  });

  it.each(['gzip', 'br'])('an empty answer with %s stays empty', async (coding) => {
    const empty = { status: 502, body: '', headers: { 'content-encoding': coding } };
    await expect(read(empty)).rejects.toMatchObject({ message: 'empty answer', httpStatus: 502 });
  });
});

describe('what cannot be unpacked within the bound of a body is refused', () => {
  const bomb = { body: ' '.repeat(10_000_000) };
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['br, gzip', (body: Buffer): Buffer => gzipSync(brotliCompressSync(body))],
  ] as [string, (body: Buffer) => Buffer][])('a bomb: %s', async (coding, pack) => {
    await expect(read(packed(bomb, coding, pack))).rejects.toMatchObject({
      message: 'the answer is longer than allowed',
      sent: 'yes',
    });
  });

  it.each([
    ['cut off', 'gzip', (body: Buffer): Buffer => gzipSync(body).subarray(0, 40)],
    ['not what it says', 'gzip', plain],
    ['not what it says', 'br', plain],
    ['unknown', 'zstd', plain],
    ['nested', 'gzip, gzip, gzip, gzip', gzipSync],
  ] as [string, string, (body: Buffer) => Buffer][])('%s: %s', async (...row) => {
    const [, coding, pack] = row;
    await expect(read(packed(ad, coding, pack))).rejects.toMatchObject({
      message: expect.stringContaining('compressed'),
      sent: 'yes',
      httpStatus: 200,
    });
  });

  it('a money call stays unknown, and a ban in the head counts', async () => {
    recorder = await startRecorder(() => ({ status: 418, body: 'junk', headers: { 'content-encoding': 'gzip' } }));
    const client = clientFor(recorder.baseUrl);
    await expect(client.orders.releaseCoin({ orderNumber: '1' })).rejects.toMatchObject({
      category: 'IP_BAN',
      sent: 'yes',
    });
    await expect(client.ads.getDetailByNo('1')).rejects.toMatchObject({ category: 'IP_BAN', sent: 'no' });
    await client.close();
  });
});

describe('one byte that is no UTF-8 costs its text alone', () => {
  it.each([0xff, 0xc3, 0x80, 0xe9])('%i in a nickname', async (byte) => {
    const data = { ...detail, nickName: 'Jos# P' };
    const body = Buffer.from(success(data).body ?? '');
    body[body.indexOf('#')] = byte;
    await expect(read({ body })).resolves.toMatchObject({ advNo: '1', nickName: 'Jos\ufffd P' });
  });

  it('in an order number it costs the answer: that is another order', async () => {
    const data = { ...detail, advNo: '1#2' };
    const body = Buffer.from(success(data).body ?? '');
    body[body.indexOf('#')] = 0xff;
    await expect(read({ body })).rejects.toMatchObject({ message: expect.stringContaining('advNo') });
  });

  it('in a bare number of a list it costs the row: the others are read', async () => {
    const rows = [wireOrderRow, { ...wireOrderRow, orderNumber: '7', createTime: 1_790_000_000_000 }, wireOrderRow];
    const body = Buffer.from(JSON.stringify({ code: '000000', success: true, data: rows, total: 3 }));
    body[body.indexOf('1790000000000') + 3] = 0xff;
    recorder = await startRecorder(() => ({ body }));
    const client = clientFor(recorder.baseUrl);
    expect(await client.orders.listOrders({ page: 1, rows: 20 })).toMatchObject({
      items: [{}, {}],
      odd: [{ index: 1, subject: '7', why: 'createTime: not a time' }],
    });
    await client.close();
  });

  it.each(['"success":true', '"code":0'])('nor does it make a success of one: %s', async (flag) => {
    const body = Buffer.from(JSON.stringify({ code: 0, success: true, data: detail }));
    body[body.indexOf(flag) + flag.length - 1] = 0xff;
    await expect(read({ body })).rejects.toMatchObject({ sent: 'yes' });
  });

  it('in the name of a field it costs the answer: the field would be missing', async () => {
    const body = Buffer.from(JSON.stringify({ code: '000000', success: false, data: detail }));
    body[body.indexOf('success')] = 0xff;
    await expect(read({ body })).rejects.toMatchObject({ message: expect.stringContaining('cannot be read') });
  });
});
