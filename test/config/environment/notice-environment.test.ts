import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readNoticeConfig } from '../../../src/config/environment/notice-environment.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const url = 'https://example.com/hook?token=1';
const secret = 'a-secret-of-enough-bytes';

describe('U16: the ways to the merchant come from the configuration alone', () => {
  it('none is set: no one is notified', () => {
    expect(readNoticeConfig({})).toBeNull();
    expect(readNoticeConfig({ PEERDESK_NOTIFY_URL: '', PEERDESK_NOTIFY_COMMAND: '' })).toBeNull();
  });

  it.each([url, 'http://127.0.0.1:9/x', 'http://localhost/x', 'http://[::1]:9/'])('%s is taken', (address) => {
    expect(readNoticeConfig({ PEERDESK_NOTIFY_URL: address })?.url?.href).toBe(address);
  });

  it.each([
    ['http://example.com/hook', 'https, or http to this machine'],
    ['file:///etc/passwd', 'https, or http to this machine'],
    ['no address at all', 'not a URL'],
    ['https://ana:pass@example.com/', 'without user name'],
  ])('%s is refused, without its text', (address, words) => {
    const read = (): unknown => readNoticeConfig({ PEERDESK_NOTIFY_URL: address });
    expect(read).toThrow(words);
    expect(read).not.toThrow(address);
  });

  it('address and secret may stand in files', async () => {
    const folder = await temporaryDirectory();
    await writeFile(join(folder, 'url'), `${url}\n`);
    await writeFile(join(folder, 'secret'), `${secret}\n`);
    const env = {
      PEERDESK_NOTIFY_URL_FILE: join(folder, 'url'),
      PEERDESK_NOTIFY_SECRET_FILE: join(folder, 'secret'),
    };
    expect(readNoticeConfig(env)).toMatchObject({ url: { href: url }, signingKey: Buffer.from(secret) });
  });

  it('a secret is bytes, or Base64 behind whsec_; one that is short or signs nothing is refused', () => {
    const key = Buffer.from('0123456789abcdef01234567');
    const whsec = `whsec_${key.toString('base64')}`;
    const read = (text: string): unknown =>
      readNoticeConfig({ PEERDESK_NOTIFY_URL: url, PEERDESK_NOTIFY_SECRET: text })?.signingKey;
    expect(read(whsec)).toEqual(key);
    expect(() => read('short')).toThrow('at least 16 bytes');
    expect(() => read('whsec_c2hvcnQ=')).toThrow('at least 16 bytes');
    expect(() => readNoticeConfig({ PEERDESK_NOTIFY_SECRET: secret })).toThrow('which is not set');
  });

  it('a command is an absolute path to something executable', async () => {
    const folder = await temporaryDirectory();
    await writeFile(join(folder, 'plain'), '');
    const read = (path: string): unknown => readNoticeConfig({ PEERDESK_NOTIFY_COMMAND: path });
    expect(read(process.execPath)).toMatchObject({ command: process.execPath, url: null });
    expect(() => read('tell-me')).toThrow('absolute path');
    expect(() => read(join(folder, 'plain'))).toThrow('cannot be executed');
    expect(() => read(join(folder, 'absent'))).toThrow('cannot be executed');
  });

  it('a proxy of the usual variables is on the way to the address; one that is no URL is refused, without its text', () => {
    const read = (env: Record<string, string>): string | undefined =>
      readNoticeConfig({ PEERDESK_NOTIFY_URL: url, ...env })?.proxy?.href;
    expect(read({ HTTPS_PROXY: 'http://proxy.example:3128' })).toBe('http://proxy.example:3128/');
    expect(read({ HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: new URL(url).hostname })).toBeUndefined();
    expect(read({})).toBeUndefined();
    expect(read({ HTTPS_PROXY: 'http://proxy.example:3128', PEERDESK_PROXY: 'none' })).toBeUndefined();
    expect(() => read({ all_proxy: 'socks5://me:hidden@proxy.example' })).toThrow(/^all_proxy must be a URL such as/);
    expect(() => read({ all_proxy: 'socks5://me:hidden@proxy.example' })).not.toThrow('hidden');
  });
});
