import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { asciiCode } from '../../../src/workers/bundle/ascii-code.ts';

const read = (code: string): unknown => vm.runInNewContext(`(${code})`);

describe('ADR 0031: code in ASCII', () => {
  it.each([
    ['a text', '"→ “quoted” é 😀"'],
    ['a text with backslashes', String.raw`"\\→ \n’"`],
    ['a template', '`${1}…😀`'],
    ['a name', "{ Ж: 'ZH', ключ: 1 }"],
    ['a comment', '/* — */ 1'],
  ])('does the same: %s', (_, code) => {
    expect(asciiCode(code)).toMatch(/^[\n -~]*$/);
    expect(JSON.stringify(read(asciiCode(code)))).toBe(JSON.stringify(read(code)));
  });

  it.each(['/^[-‐–—’]$/', '/^[-‐–—’😀]$/u', '/^(?:😀|[‘-”])$/'])('a pattern matches the same: %s', (code) => {
    const [meant, escaped] = [code, asciiCode(code)].map((text) => read(text) as RegExp);
    for (const text of ['-', '—', '‘', '’', '😀', 'u', '2', '\\']) expect(escaped?.test(text)).toBe(meant?.test(text));
  });

  it.each([String.raw`"\→"`, String.raw`"\\\é"`, 'String.raw`→`'])(
    'throws where an escape would be another text: %s',
    (code) => {
      expect(() => asciiCode(code)).toThrow('cannot be escaped');
    },
  );
});
