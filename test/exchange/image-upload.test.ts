import { afterEach, describe, expect, test } from 'vitest';
import { uploadImage } from '../../src/exchange/index.ts';
import { clientFor } from './fixtures.ts';
import { startRecorder, success } from './recorder.ts';
import type { Recorder, Reply } from './recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]);
const image = { name: 'proof.png', bytes: png };

async function upload(uploadUrl: string, options: { image?: typeof image; put?: Reply; hosts?: string[] } = {}) {
  const service = await startRecorder(({ method }) => {
    if (method === 'PUT') return options.put ?? { status: 200 };
    const url = uploadUrl.replace('{base}', service.baseUrl);
    return success({ uploadUrl: url, imageUrl: 'https://img.example/1.png' });
  });
  recorder = service;
  const client = clientFor(service.baseUrl);
  try {
    return await uploadImage(client, options.image ?? image, { allowedHosts: options.hosts ?? ['127.0.0.1'] });
  } finally {
    await client.close();
  }
}

describe('interface 4.3 rule 3: image upload', () => {
  test('PUTs the bytes with their type and none of our headers', async () => {
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

  test.each([
    ['http://169.254.169.254/latest/meta-data', ['example.org']],
    ['http://files.example.org/1.png', ['example.org']],
    ['https://files.example.com/1.png', ['example.org']],
    ['{base}/1.png', ['example.org']],
  ])('never goes to %s (I39)', async (url, hosts) => {
    await expect(upload(url, { hosts })).rejects.toMatchObject({ name: 'ExchangeError', sent: 'no' });
    expect(recorder?.requests.filter(({ method }) => method === 'PUT')).toHaveLength(0);
  });

  test('does not follow a redirect, and tells nothing of the address', async () => {
    const put = { status: 307, headers: { location: 'http://127.0.0.1:1/' } };
    const call = upload('{base}/bucket/1.png?X-Signature=abcdef', { put });
    await expect(call).rejects.toMatchObject({ httpStatus: 307, message: 'the image was not accepted' });
    expect(recorder?.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  test.each([
    ['another kind of file', { name: 'proof.gif', bytes: png }],
    ['a name that lies', { name: 'proof.jpg', bytes: png }],
    ['too many bytes', { name: 'proof.png', bytes: Uint8Array.from({ length: 6_000_000 }, (_, at) => png[at] ?? 0) }],
  ])('%s is refused before anything is sent', async (_name, bad) => {
    await expect(upload('{base}/x', { image: bad })).rejects.toMatchObject({ sent: 'no' });
    expect(recorder?.requests).toHaveLength(0);
  });
});
