import fc from 'fast-check';

/** Halves of a surrogate pair are no characters. */
const firstSurrogate = 0xd800;
const surrogates = 0x800;
const lastCodePoint = 0x10ffff;

const anyCharacter = fc.nat(lastCodePoint - surrogates).map(
  (place) => String.fromCodePoint(place < firstSurrogate ? place : place + surrogates),
  (text) => {
    const codePoint = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (codePoint === undefined || text !== String.fromCodePoint(codePoint) || !text.isWellFormed())
      throw new Error('no character');
    return codePoint < firstSurrogate ? codePoint : codePoint - surrogates;
  },
);

/**
 * Returns an arbitrary of texts with any characters, and with the texts that break programs. The `binary` unit of
 * fast-check means the same, and takes a second to make: it builds a table of all characters for each of those texts.
 */
export function anyText(constraints: Omit<fc.StringConstraints, 'unit'> = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: anyCharacter });
}
