/**
 * Takes a name and gives the words of it that must agree, in one order: upper case, no accents, no dots or apostrophes,
 * hyphens and commas as spaces. A masked name ("J***n") gives none: it proves nothing.
 */
export function nameWords(name: string): readonly string[] {
  if (name.includes('*')) return [];
  return name
    .normalize('NFKD')
    .replace(/[\p{M}.'’`´]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort();
}

/** Takes two names and tells whether they are the same but for case, accents, spaces and the order of the words. */
export function isSamePerson(left: string, right: string): boolean {
  const words = nameWords(left);
  return words.length > 0 && words.join(' ') === nameWords(right).join(' ');
}
