/**
 * Returns the words of a name that must agree, sorted: upper case, no accents, no dots or apostrophes, hyphens and
 * commas as spaces. Removes only the accents of Latin, Greek and Cyrillic letters (U+0300 to U+036F): the marks of
 * Indic, Arabic and other scripts are letters. A masked name ("J***n"), and one that lost a byte on its way (U+FFFD), yield
 * no words: they prove nothing.
 */
export function nameWords(name: string): readonly string[] {
  if (/[*\ufffd]/.test(name)) return [];
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Cf}.'’`´]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort();
}

/** Compares two names, ignoring case, accents, spaces and the order of the words. */
export function isSamePerson(left: string, right: string): boolean {
  const words = nameWords(left);
  return words.length > 0 && words.join(' ') === nameWords(right).join(' ');
}

/**
 * Normalises an operator's own name: "Ana", " ana" and "ＡＮＡ" are one person. Accents count, since two people may differ
 * by them. Returns '' for a blank name.
 */
export function personKey(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toUpperCase()
    .toLowerCase();
}
