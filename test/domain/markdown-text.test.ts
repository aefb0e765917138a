import { describe, expect, it } from 'vitest';
import { markdownText, oneLine, summaryText } from '../../src/domain/markdown-text.ts';

describe('S7, I33: foreign text where Markdown is read', () => {
  it('is one line of visible characters, as long as it may be', () => {
    expect(oneLine(' a\n\u200b b\u202e ', 9)).toBe('a b');
    expect(oneLine('abcd', 3)).toBe('abc…');
  });

  it('has every sign escaped that is more than text', () => {
    expect(markdownText('[x](y)\n# <b> | `', 99)).toBe(String.raw`\[x\]\(y\) \# \<b\> \| ` + '\\`');
  });

  it('a label is shorter than the 400 bytes of Temporal', () => {
    expect(summaryText('BANK [x](y)\nZelle')).toBe(String.raw`BANK \[x\]\(y\) Zelle`);
    for (const sign of ['語', '[', '😀', 'ñ']) {
      expect(Buffer.byteLength(summaryText(sign.repeat(5_000)))).toBeLessThan(310);
    }
  });
});
