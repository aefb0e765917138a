import { describe, expect, it } from 'vitest';
import { codeText, plainText } from '../../../src/workflows/kit/details-text.ts';
import { amountText } from '../../../src/words/amount-words.ts';

describe('S7, I33: foreign text on a page in Markdown', () => {
  it.each([
    ['a link', '[pay here](https://evil.example)', String.raw`\[pay here\]\(https://evil.example\)`],
    ['a heading and a block of commands', '# What you can do\n```\nrm -rf /\n```', null],
    ['a table and a quotation', '> a | b', String.raw`\> a \| b`],
    ['marks', '**bold** _soft_ ~gone~ ![x](y) {z}', null],
    ['a turned and an invisible character', 'pay\u202Eyap\u200B now', 'pay yap now'],
  ])('%s is plain text', (_what, text, expected) => {
    const plain = plainText(text);
    if (expected !== null) expect(plain).toBe(expected);
    expect(plain).not.toMatch(/[\n\u202E\u200B]|(?<!\\)[`*_#[\]()<>|~!{}]/);
  });

  it('has at most 300 characters', () => {
    expect(plainText('a'.repeat(5_000))).toBe(`${'a'.repeat(300)}…`);
  });
});

describe('S7, I33: foreign text as code', () => {
  it('code ends with its last sign', () => {
    expect(codeText('a`b\n```c')).toBe("`a'b '''c`");
  });
});

describe('design 6: decimals on a page', () => {
  it.each([
    ['1', '1'],
    ['1.5', '1.5'],
    ['1.00', '1.00'],
    ['1.500', '1.50'],
    ['1.2340', '1.234'],
    ['100', '100'],
  ])('%s reads %s', (decimal, text) => {
    expect(amountText(decimal)).toBe(text);
  });

  it('S14: a text of any length costs time in proportion to it', () => {
    const long = `1.${'0'.repeat(1_000_000)}1`;
    expect(amountText(long)).toHaveLength(long.length);
  });
});
