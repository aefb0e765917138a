const maxProofLength = 100;
/** Longer texts are no bank reference; the bound keeps hostile input cheap. */
const maxTextLength = 400;

/**
 * Returns the one form in which a payment proof is compared: NFKC, no invisible characters, single blanks, upper case.
 * null when nothing is left or more than 100 characters are: such a proof backs no release.
 */
export function normaliseProof(text: string): string | null {
  if (text.length > maxTextLength) return null;
  const proof = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toUpperCase();
  return proof === '' || proof.length > maxProofLength ? null : proof;
}
