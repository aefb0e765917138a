import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { uploadImage } from '../../../src/exchange/index.ts';
import { clientFor } from '../fixtures.ts';
import { startRecorder, success, type Recorder, type Reply } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]);
const image = { name: 'proof.png', bytes: png };

interface UploadCase {
  image?: typeof image;
  put?: Reply;
  hosts?: string[];
  imageUrl?: string;
  timeoutMs?: number;
}

async function upload(uploadUrl: string, options: UploadCase = {}) {
  const service = await startRecorder(({ method }) => {
    if (method === 'PUT') return options.put ?? { status: 200 };
    const url = uploadUrl.replace('{base}', service.baseUrl);
    return success({ uploadUrl: url, imageUrl: options.imageUrl ?? 'https://img.example/1.png' });
  });
  recorder = service;
  const client = clientFor(service.baseUrl);
  try {
    const { timeoutMs, hosts: allowedHosts = ['127.0.0.1'] } = options;
    return await uploadImage(client, options.image ?? image, { allowedHosts, timeoutMs });
  } finally {
    await client.close();
  }
}

describe('interface 4.3 rule 3: image upload', () => {
  it('PUTs the bytes with their type and none of our headers', async () => {
    expect(await upload('{base}/bucket/1.png?X-Signature=abc')).toBe('https://img.example/1.png');
    const put = recorder?.requests.at(-1);
    expect([put?.method, put?.target, put?.headers['content-type']]).toEqual([
      'PUT',
      '/bucket/1.png?X-Signature=abc',
      'image/png',
    ]);
    expect(put?.headers['x-mbx-apikey']).toBeUndefined();
    expect(put?.headers['clienttype']).toBeUndefined();
  });

  it.each([
    ['http://169.254.169.254/latest/meta-data', ['example.org']],
    ['http://files.example.org/1.png', ['example.org']],
    ['https://files.example.com/1.png', ['example.org']],
    ['{base}/1.png', ['example.org']],
  ])('never goes to %s (I39)', async (url, hosts) => {
    await expect(upload(url, { hosts })).rejects.toMatchObject({ name: 'ExchangeError', sent: 'no' });
    expect(recorder?.requests.filter(({ method }) => method === 'PUT')).toHaveLength(0);
  });

  it('does not follow a redirect, and reveals nothing of the address', async () => {
    const put = { status: 307, headers: { location: 'http://127.0.0.1:1/' } };
    const call = upload('{base}/bucket/1.png?X-Signature=abcdef', { put });
    await expect(call).rejects.toMatchObject({
      httpStatus: 307,
      message: 'the image was not accepted',
      code: 'UPLOAD',
    });
    expect(recorder?.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  it.each([
    ['another kind of file', { name: 'proof.gif', bytes: png }],
    ['a name that lies', { name: 'proof.jpg', bytes: png }],
    ['too many bytes', { name: 'proof.png', bytes: Uint8Array.from({ length: 6_000_000 }, (_, at) => png[at] ?? 0) }],
  ])('%s is refused before anything is sent', async (_name, bad) => {
    await expect(upload('{base}/x', { image: bad })).rejects.toMatchObject({ sent: 'no' });
    expect(recorder?.requests).toHaveLength(0);
  });

  /** Bytes that never end. */
  const trickle = (response: ServerResponse, first: string): void => {
    const { socket } = response;
    socket?.write(first);
    const timer = setInterval(() => socket?.write('x'), 10);
    socket?.on('close', () => clearInterval(timer));
  };

  it('has one deadline for all of it: a host that trickles its answer does not hold it', async () => {
    const put = { instead: (response: ServerResponse) => trickle(response, 'HTTP/1.1 200 OK\r\nx: ') };
    const call = upload('{base}/bucket/1.png', { put, timeoutMs: 1_000 });
    await expect(call).rejects.toMatchObject({ name: 'ExchangeError', sent: 'unknown' });
  });

  it('an answer counts as soon as its status has come, whatever becomes of the rest of it', async () => {
    const first = 'HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n';
    const put = { instead: (response: ServerResponse) => trickle(response, first) };
    expect(await upload('{base}/bucket/1.png', { put, timeoutMs: 1_000 })).toBe('https://img.example/1.png');
  });

  it.each([
    ['no address', 'x'],
    ['a script', 'javascript:alert(1)'],
    ['a file', 'file:///etc/passwd'],
    ['plain text on the open network', 'http://img.example/1.png'],
    ['a user name', 'https://bank@img.example/1.png'],
  ])('%s as the address of the image is refused before anything is uploaded', async (_name, imageUrl) => {
    await expect(upload('{base}/bucket/1.png', { imageUrl })).rejects.toMatchObject({ sent: 'no' });
    expect(recorder?.requests.filter(({ method }) => method === 'PUT')).toHaveLength(0);
  });
});
