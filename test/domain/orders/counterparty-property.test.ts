import fc from 'fast-check';
import { describe, it, expect } from 'vitest';
import {
  blockEntryOf,
  blockText,
  blockVerdict,
  isSameTyped,
  nicknameKey,
  type BlockEntry,
} from '../../../src/domain/orders/counterparty.ts';
import { check } from '../seeded.ts';

const origin = { by: 'ana', note: null, atMs: 1 };
const anyText = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 12 }));
const latin = fc.string({ unit: fc.constantFrom(...Array.from('abcdefgkmnopqrtuvwxyz')), minLength: 1, maxLength: 12 });
const unseen = fc.constantFrom(
  '\u200b',
  '\u200d',
  '\u00ad',
  '\u2060',
  '\ufeff',
  '\u202e',
  '\ufe0f',
  '\u0000',
  '\u0007',
);
const number = fc
  .string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: 5, maxLength: 12 })
  .map((text) => `s${text}`);

/** The same name as someone would write it who does not want to be recognised. */
const disguised = (name: string) =>
  fc
    .array(fc.record({ wide: fc.boolean(), big: fc.boolean(), unseen: fc.option(unseen) }), {
      minLength: name.length,
      maxLength: name.length,
    })
    .map((masks) =>
      Array.from(name)
        .map((letter, at) => {
          const mask = masks[at] ?? { wide: false, big: false, unseen: null };
          const cased = mask.big ? letter.toUpperCase() : letter;
          const shown = mask.wide ? String.fromCodePoint(Number(cased.codePointAt(0)) + 0xfee0) : cased;
          return `${shown}${mask.unseen ?? ''}`;
        })
        .join(''),
    );

function entryOf(text: string): BlockEntry[] {
  const { target } = blockEntryOf(text);
  return target === null ? [] : [{ ...target, ...origin }];
}

describe('S13: a person who is blocked stays blocked, however the name is written', () => {
  it('a key is its own key: what is kept is compared like what is read', () => {
    check(
      fc.property(anyText, (text) => {
        expect(nicknameKey(nicknameKey(text))).toBe(nicknameKey(text));
      }),
    );
  });

  it('a key has nothing that no one sees, and no blank at its ends', () => {
    check(
      fc.property(anyText, (text) => {
        const key = nicknameKey(text);
        expect(key).toBe(key.trim());
        expect(key).not.toMatch(/[\p{Cf}\p{Cc}]/u);
        expect(key).not.toMatch(/\s\s/u);
      }),
    );
  });

  it('a disguised nickname is blocked as the plain one is', () => {
    const names = latin.chain((name) => fc.tuple(fc.constant(name), disguised(name)));
    check(
      fc.property(names, ([name, mask]) => {
        expect(blockVerdict(entryOf(name), { number: 's00001', nickname: mask })).toMatchObject({ kind: 'blocked' });
        expect(isSameTyped(name, mask)).toBe(true);
      }),
    );
  });

  it('what is shown of an entry blocks the same, typed again', () => {
    check(
      fc.property(fc.oneof(anyText, number, latin), (text) => {
        for (const entry of entryOf(text)) expect(entryOf(blockText(entry))).toEqual([entry]);
      }),
    );
  });

  it('a person who is known and not on the list is clear; one who is not known is not', () => {
    const people = fc.record({ number: fc.option(number), nickname: fc.option(latin) });
    const lists = fc.array(fc.oneof(number, latin), { maxLength: 5 }).map((texts) => texts.flatMap(entryOf));
    check(
      fc.property(fc.tuple(lists, people), ([list, person]) => {
        const isListed = list.some((one) =>
          one.kind === 'number' ? one.number === person.number : one.key === person.nickname,
        );
        const isOpen = list.some(({ kind }) => person[kind] === null);
        const kind = isListed ? 'blocked' : isOpen ? 'unknown' : 'clear';
        expect(blockVerdict(list, person).kind).toBe(kind);
      }),
    );
  });
});
