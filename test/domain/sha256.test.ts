import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/domain/sha256.ts';
import { check } from './seeded.ts';
import { anyText } from '../setup/any-text.ts';

const known = (text: string): string =>
  createHash('sha256').update(Buffer.from(text, 'utf16le').swap16()).digest('hex');

describe('the digest that stands for a long text', () => {
  it('is that of FIPS 180-4, whatever the length', () => {
    for (let length = 0; length < 200; length += 1)
      expect(sha256('語'.repeat(length))).toBe(known('語'.repeat(length)));
  });

  it('is another one for every other text, broken characters included', () => {
    expect(sha256('\ud800')).not.toBe(sha256('\ud801'));
    check(fc.property(anyText({ maxLength: 300 }), (text) => sha256(text) === known(text)));
  });
});
