import { afterEach, describe, expect, it } from 'vitest';
import { downloadImage } from '../../../src/exchange/index.ts';
import { maxImageBytes } from '../../../src/exchange/chat/image-storage.ts';
import { startRecorder, type Recorder, type Reply } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

async function load(address: string, reply: Reply = {}, hosts: readonly string[] = ['127.0.0.1']) {
  const service = await startRecorder(() => reply);
  recorder = service;
  return await downloadImage({ proxyOf: () => null }, address.replace('{base}', service.baseUrl), {
    allowedHosts: hosts,
  });
}

describe('wire-facts 12.6: the picture of a message', () => {
  it.each([
    ['http://169.254.169.254/latest/meta-data', ['example.org']],
    ['https://files.example.com/1.png', ['example.org']],
    ['https://me:secret@example.org/1.png', ['example.org']],
    ['http://example.org/1.png', ['example.org']],
    ['{base}/1.png', ['example.org']],
    ['no address', ['127.0.0.1']],
  ])('never goes to %s (I39)', async (address, hosts) => {
    await expect(load(address, {}, hosts)).rejects.toMatchObject({ name: 'ExchangeError', sent: 'no', code: 'IMAGE' });
    expect(recorder?.requests).toHaveLength(0);
  });

  it('is taken for what its first bytes say, and asked for without our headers', async () => {
    await expect(load('{base}/1.png?X-Signature=abc', { body: 'plain text' })).rejects.toMatchObject({
      message: 'the picture is no jpg, jpeg or png',
    });
    const [asked] = recorder?.requests ?? [];
    expect([asked?.method, asked?.target]).toEqual(['GET', '/1.png?X-Signature=abc']);
    expect(asked?.headers['x-mbx-apikey']).toBeUndefined();
  });

  it('is not taken from a redirect, in another size, or when it is gone, and no message has its address', async () => {
    const away = { status: 302, headers: { location: 'http://127.0.0.1:1/' } };
    const failures = [
      await load('{base}/1.png?X-Signature=abc', away).catch(String),
      await load('{base}/1.png?X-Signature=abc', { body: 'x'.repeat(maxImageBytes + 1) }).catch(String),
      await load('{base}/1.png?X-Signature=abc', { status: 404 }).catch(String),
    ];
    expect(failures).toEqual([
      expect.stringContaining('does not have the picture any more'),
      expect.stringContaining(`larger than ${maxImageBytes} bytes`),
      expect.stringContaining('does not have the picture any more'),
    ]);
    expect(JSON.stringify(failures)).not.toContain('Signature');
  });
});
