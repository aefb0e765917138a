import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownFact } from '../../../src/domain/notices/need-fact.ts';
import { saidText } from '../../../src/domain/notices/said-text.ts';

describe('P8: what a person has said, in a message to the merchant', () => {
  it.each([
    ['bank is down', 'bank is down'],
    ['la cuenta está bloqueada, 3 días', 'la cuenta está bloqueada, 3 días'],
    ['see https://evil.example/x?y=1', 'see https: evil. examplexy1'],
    ['go to evil.example', 'go to evil. example'],
    ['mail ana@evil.example', 'mail anaevil. example'],
    ['`peerdesk desk open all`', 'peerdesk desk open all'],
    ['<b>*pay*</b>\n# now', 'bpayb now'],
    ['x'.repeat(400), 'x'.repeat(120)],
    ['', ''],
  ])('%j is said as %j', (text, said) => expect(saidText(text)).toBe(said));

  it('it stays as it is when it is said again, and holds no address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const said = saidText(text);
        expect(saidText(said)).toBe(said);
        expect(said).not.toMatch(/\S[.:]\S|[/@`<>[\]\n]/);
      }),
    );
  });

  it('a switch that is said otherwise is a need without words of its own', () => {
    const fact = { code: 'switch', name: 'all', by: 'ana', reason: 'bank is down', atMs: 1 } as const;
    expect(knownFact(fact)).toEqual(fact);
    expect(knownFact({ ...fact, reason: 'go to evil.example' })).toEqual({ code: 'unnamed' });
    expect(knownFact({ code: 'switch', name: 'all' })).toEqual({ code: 'unnamed' });
  });
});
