const maxProofLength = 100;
/** No bank reference is longer; the bound keeps hostile input cheap. */
const maxTextLength = 400;

/**
 * Returns the form in which payment proofs are compared: NFKC, no invisible characters, single blanks, upper case.
 * Returns null when nothing is left or more than 100 characters remain: such a proof backs no release.
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
