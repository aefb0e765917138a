/**
 * Takes a name and gives the words of it that must agree, in one order: upper case, no accents, no dots or apostrophes,
 * hyphens and commas as spaces. Only the accents of Latin, Greek and Cyrillic letters (U+0300 to U+036F) are left out:
 * the marks of Indic, Arabic and other scripts are letters. A masked name ("J***n") gives none: it proves nothing.
 */
export function nameWords(name: string): readonly string[] {
  if (name.includes('*')) return [];
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Cf}.'’`´]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort();
}

/** Takes two names and tells whether they are the same but for case, accents, spaces and the order of the words. */
export function isSamePerson(left: string, right: string): boolean {
  const words = nameWords(left);
  return words.length > 0 && words.join(' ') === nameWords(right).join(' ');
}

/**
 * One form for the name that an operator gives of himself: "Ana", " ana" and "ＡＮＡ" are one person. Accents count, since
 * two people may differ by them. '' for a name of nothing.
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
