import { isSamePerson } from '../orders/names/person-name.ts';

/**
 * What the names of a payment's payer are beside the expected one: `differ` when its sightings name two people, `masked`
 * when a name hides letters, `part` when one may be the other with words or letters left out.
 */
export type PayerLikeness = 'equal' | 'unexpected' | 'unnamed' | 'differ' | 'masked' | 'part' | 'other';

/** Compares the payers with the expected one, by the rule of the release gate; only `equal` proves anything. */
export function payerLikeness(payers: readonly string[], expected: string | null): PayerLikeness {
  if (expected === null) return 'unexpected';
  if (payers.length === 0) return 'unnamed';
  const same = payers.filter((payer) => isSamePerson(payer, expected));
  if (same.length === payers.length) return 'equal';
  if (same.length > 0) return 'differ';
  // A name that proves nothing is not even its own.
  if ([expected, ...payers].some((name) => !isSamePerson(name, name))) return 'masked';
  return payers.some((payer) => isPart(payer, expected) || isPart(expected, payer)) ? 'part' : 'other';
}

/** Whether each word of a name begins a word of its own in the other one: "A. Perez" and "Ana Maria Perez". */
function isPart(part: string, whole: string): boolean {
  const left = wordsOf(whole);
  return wordsOf(part).every((word) => {
    const at = left.findIndex((other) => isSamePerson(other.slice(0, word.length), word));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFC')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '');
