import { describe, expect, it } from 'vitest';
import { leadWords } from '../../../src/client/lead-keys.ts';
import { keyFingerprint } from '../../../src/exchange/key-fingerprint.ts';
import { othersWith } from '../../../src/workers/lead/shared-key.ts';

describe('U30: two aliases on one key', () => {
  const own = { account: 'main', key: 'aa' };

  it.each([
    ['no one else', [own], []],
    ['another key', [own, { account: 'other', key: 'bb' }], []],
    [
      'the same key, once each',
      [{ account: 'z', key: 'aa' }, own, { account: 'b', key: 'aa' }, { account: 'z', key: 'aa' }],
      ['b', 'z'],
    ],
  ])('%s', (_, called, others) => {
    expect(othersWith(own, called)).toEqual(others);
  });

  it('a fingerprint is the same for the same key at the same service, and reveals no part of it', () => {
    const key = 'abcdef0123456789abcdef0123456789';
    const print = keyFingerprint('https://api.example.com', key);
    expect(print).toMatch(/^[0-9a-f]{16}$/);
    expect(keyFingerprint('https://api.example.com:443/', key)).toBe(print);
    expect(keyFingerprint('https://api.example.net', key)).not.toBe(print);
    expect(keyFingerprint('https://api.example.com', `${key}0`)).not.toBe(print);
    expect(key).not.toContain(print);
  });

  it('the words of a lead begin with the process, which its successor reads', () => {
    expect(leadWords('12@host', [own]).split(' ')).toEqual(['12@host', 'main=aa']);
  });
});
