import { createECDH } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isPushSubject, pushPublicKey, readPushWay } from '../../../src/config/environment/push-way.ts';

const key = Buffer.alloc(32, 7).toString('base64url');
const env = {
  PEERDESK_NOTIFY_PUSH_KEY: key,
  PEERDESK_NOTIFY_PUSH_SUBJECT: 'mailto:ana@example.net',
  PEERDESK_STATE_DIR: '/state',
};

describe('phone: the way by web push comes from the configuration alone', () => {
  it('a key, and whom a push service writes to', () => {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(Buffer.alloc(32, 7));
    const publicKey = curve.getPublicKey().toString('base64url');
    const way = { privateKey: key, publicKey, subject: 'mailto:ana@example.net', folder: '/state' };
    expect(readPushWay(env)).toEqual(way);
    expect(readPushWay({})).toBeNull();
  });

  it.each([
    [{ PEERDESK_NOTIFY_PUSH_KEY: '' }, 'PEERDESK_NOTIFY_PUSH_SUBJECT needs PEERDESK_NOTIFY_PUSH_KEY'],
    [{ PEERDESK_NOTIFY_PUSH_KEY: 'A'.repeat(43) }, 'PEERDESK_NOTIFY_PUSH_KEY is no key'],
    [{ PEERDESK_NOTIFY_PUSH_KEY: `${key}\n` }, 'PEERDESK_NOTIFY_PUSH_KEY is no key'],
    [{ PEERDESK_NOTIFY_PUSH_SUBJECT: 'mailto:ana@localhost' }, 'push services refuse another one'],
    [{ PEERDESK_NOTIFY_PUSH_SUBJECT: '' }, 'push services refuse another one'],
  ])('refused at the start: %j', (part, words) => {
    const reading = () => readPushWay({ ...env, ...part });
    expect(reading).toThrow(words);
    expect(reading).not.toThrow(key);
  });

  it.each<[string, boolean]>([
    ['mailto:ana@example.net', true],
    ['https://desk.example.net', true],
    ['https://desk.example.net/about', true],
    ['mailto:ana@localhost', false],
    ['mailto:ana@desk.local', false],
    ['mailto:ana', false],
    ['mailto:', false],
    ['https://localhost:8451', false],
    ['https://127.0.0.1', false],
    ['https://[::1]', false],
    ['http://desk.example.net', false],
    ['ana@example.net', false],
    ['', false],
  ])('subject %s: %s', (text, isOne) => {
    expect(isPushSubject(text)).toBe(isOne);
  });

  it('what is no private key has no public one', () => {
    for (const text of ['', 'x', 'A'.repeat(43), '_'.repeat(43)]) expect(pushPublicKey(text)).toBeNull();
  });
});
