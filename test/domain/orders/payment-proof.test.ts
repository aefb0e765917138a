import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isReference,
  isSameProof,
  keptProof,
  normaliseProof,
  proofKey,
} from '../../../src/domain/orders/payment-proof.ts';
import { jsonBytes, keptName, maxNameBytes } from '../../../src/domain/kept-text.ts';
import { check } from '../seeded.ts';

const long = 'x'.repeat(80);

describe('promise 2: a payment in the form in which it is kept', () => {
  it('is as it was written where that is short, and a digest where it is long in every writing', () => {
    expect(keptProof('REF 1')).toBe('REF 1');
    expect(keptProof(`${'- '.repeat(40)}ref 1`)).toBe('REF1');
    expect(keptProof('語'.repeat(14))).toMatch(/^sha256:[0-9a-f]{32}$/);
    expect(keptProof(long)).toBe(keptProof(` ${long.toUpperCase()}-`));
    expect(keptName(keptName(long))).toBe(keptName(long));
  });

  it('design 6: is measured by what JSON makes of it', () => {
    expect(['x', '"', '\u0001', 'ñ', '語', '\ud800', '😀'].map(jsonBytes)).toEqual([1, 2, 6, 2, 3, 6, 4]);
  });

  it('is short, and is the same payment in every writing as before', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'É', '0', '٣', '-', ' ', '한', 'ﬁ', '\ud800'), maxLength: 60 });
    check(
      fc.property(text, (proof) => jsonBytes(keptProof(proof)) <= maxNameBytes && isSameProof(proof, keptProof(proof))),
    );
    check(fc.property(text, text, (left, right) => isSameProof(left, right) === (proofKey(left) === proofKey(right))));
    check(
      fc.property(text, (proof) => {
        const read = normaliseProof(`-a${proof.padEnd(50, '- ')}`);
        return read === null || isSameProof(read, `a${proof}`);
      }),
    );
  });
});

describe('promise 2: what names the same payment', () => {
  it.each(['REF 1', 'ref 1 ', 'ｒｅｆ 1', 'ref\u200b 1', 'ref\t1'])('S8: "%s" is the same proof', (proof) => {
    expect(normaliseProof(proof)).toBe('REF 1');
    expect(isSameProof(' ref  1', proof)).toBe(true);
  });

  it.each(['REF1', 'Ref-1', 'ref_1', 'REF: 1.', '#ref/1', 'réf–1', '00 REF 1', 'REF ١', 'ref १', '٠ref 1'])(
    'promise 2: "%s" is the same payment, whatever stands between its letters and digits',
    (proof) => {
      expect(isSameProof('REF 1', proof)).toBe(true);
      expect(proofKey(proof)).toBe('REF1');
    },
  );

  it.each([
    ['a dash of katakana', 'REF-1', 'REF\u30fc1'],
    ['one of half its width', 'REF-1', 'REF\uff701'],
    ['a tatweel', 'REF 1', 'RE\u0640F 1'],
    ['an apostrophe that is a letter', "O'N 1", 'O\u02bcN 1'],
    ['a filler of Hangul, which no one sees', 'REF 1', 'REF\u3164 1'],
    ['a capital ß', 'straße 1', 'STRA\u1e9eE 1'],
    ['Cyrillic capitals', 'CAT 1', '\u0421\u0410\u0422 1'],
    ['Cyrillic small letters', 'pc 1', '\u0440\u0441 1'],
    ['a Greek capital', 'AB 1', 'A\u0392 1'],
    ['one zero more', '0', '00'],
  ])('S8: %s does not make another payment', (_, left, right) => {
    expect(isSameProof(left, right)).toBe(true);
    expect(proofKey(proofKey(right))).toBe(proofKey(right));
  });

  it.each([
    ['Ж 1', 'X 1'],
    ['Σ 1', 'E 1'],
    ['語 1', '吾 1'],
  ])('S8: "%s" does not look like "%s"', (left, right) => {
    expect(isSameProof(left, right)).toBe(false);
  });

  it.each(['REF 2', 'REF 11', 'REF 01', 'FER 1', 'REF', '1', 'REF ٢', 'REF ०'])(
    'promise 2: "%s" is another one',
    (proof) => {
      expect(isSameProof('REF 1', proof)).toBe(false);
    },
  );

  it('promise 2: a reference without letters and digits is compared as it stands', () => {
    expect(isSameProof('--', '--')).toBe(true);
    expect(isSameProof('00', '00')).toBe(true);
    expect(isSameProof('--', '00')).toBe(false);
    expect(['--', '', 'a-', '\u30fc\u3164'].map(isReference)).toEqual([false, false, true, false]);
  });

  it.each(['', '   ', '\u200b', 'x'.repeat(101), 'x'.repeat(401)])('S8: a proof of no use is refused', (proof) => {
    expect(normaliseProof(proof)).toBeNull();
  });

  it('S8: a proof of 100 characters is read', () => {
    expect(normaliseProof('x'.repeat(100))).toBe('X'.repeat(100));
  });
});
