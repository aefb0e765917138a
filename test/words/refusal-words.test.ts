import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../src/domain/refusals/refusal.ts';
import { refusalText } from '../../src/words/refusal-words.ts';
import { moreOfRefusals, saidOfRefusals } from './refusal-facts.ts';

const said: readonly (readonly [Refusal, string | null])[] = [...Object.values(saidOfRefusals), ...moreOfRefusals];

describe('U16: what is said of a refusal', () => {
  it.each(said.map(([refusal, text]) => [JSON.stringify(refusal), refusal, text] as const))(
    '%s',
    (_name, refusal, text) => {
      const words = refusalText(refusal);
      if (text !== null) expect(words).toBe(text);
      expect(words).toMatch(/^[a-z\d].{8,}[^.]$/);
      expect(words).not.toMatch(/undefined|null|\[object/);
    },
  );

  it('each code has a sentence of its own', () => {
    expect(Object.entries(saidOfRefusals).every(([code, [refusal]]) => refusal.code === code)).toBe(true);
    expect(new Set(said.map(([refusal]) => refusalText(refusal))).size).toBe(said.length);
  });

  it('a code that this version does not know is said as it is', () => {
    expect(refusalText(JSON.parse('{"code":"of-tomorrow"}'))).toBe('of-tomorrow');
  });
});
