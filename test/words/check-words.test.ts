import { describe, expect, it } from 'vitest';
import { checkNames } from '../../src/domain/orders/release-check.ts';
import { checkText, checkWords } from '../../src/words/check-words.ts';
import { saidOfChecks as said } from './check-facts.ts';

describe('U16: what is said of a check', () => {
  it.each(said.map(([check, text]) => [JSON.stringify(check), check, text] as const))('%s', (_name, check, text) => {
    const words = checkText(check);
    if (text !== null) expect(words).toEqual(text);
    expect(words).toMatch(/^[a-z\d].{10,}[^.]$/);
    expect(words).not.toMatch(/undefined|null/);
  });

  it('every check has its words, and a sentence belongs to one of them', () => {
    expect(new Set(said.map(([{ name }]) => name))).toEqual(new Set(checkNames));
    expect(Object.keys(checkWords)).toEqual([...checkNames]);
    const texts = said.map(([check]) => checkText(check));
    expect(new Set(texts).size).toBe(texts.length);
  });
});
