import { keptText, maxNameBytes } from '../kept-text.ts';

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

/**
 * Returns what two references of one payment have in common: their letters and digits, without accents and leading
 * zeros; a bank may write the digits of its script where another writes 0 to 9. Neither the amount nor the time decides,
 * because people type them too: a reference that looks like a used one is refused, and a human looks (money-steps#payments-and-approvals).
 */
export function proofKey(text: string): string {
  const compared = comparedPart(text.normalize('NFKD').replace(otherDigit, latinDigit));
  // Through small letters, because two capitals may have one: ẞ is SS as well.
  const capitals = compared.toLowerCase().toUpperCase();
  const bare = capitals.replace(lookalike, (letter) => latinLetters.get(letter) ?? letter).replace(/^0+(?=.)/u, '');
  return bare === '' ? text : bare;
}

/**
 * Returns the form in which a proof is kept: as it is written where that is short, else what it is compared by,
 * or the digest of that. Two writings of one payment stay one payment.
 */
export function keptProof(text: string): string {
  const key = proofKey(text);
  const kept = keptText(key, maxNameBytes);
  return kept === key && keptText(text, maxNameBytes) === text ? text : kept;
}

/** Reports whether two references name one payment, also where one of them is in the form in which it is kept. */
export function isSameProof(left: string, right: string): boolean {
  return comparedProof(left) === comparedProof(right);
}

/** Returns the one form of all references of a payment: equal where `isSameProof` says so. */
export function comparedProof(text: string): string {
  return proofKey(keptProof(text));
}

/**
 * What stands between letters and digits, or is seen as none: letters that modify others (the katakana ー that is typed for a
 * hyphen, ʼ, the Arabic tatweel), and those without a shape, such as the fillers of Hangul.
 */
const notCompared = /[^\p{L}\p{N}]|\p{Lm}|\p{Default_Ignorable_Code_Point}/gu;

const comparedPart = (text: string): string => text.replace(notCompared, '');

/** Capitals of Cyrillic and Greek, each beside the Latin one that looks the same. */
const latinLetters: ReadonlyMap<string, string> = new Map([
  ...pairsOf('АВСЕНІЈКМОРЅТХУҮԚԜ', 'ABCEHIJKMOPSTXYYQW'),
  ...pairsOf('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
]);
const lookalike = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu;

function pairsOf(letters: string, latin: string): (readonly [string, string])[] {
  return Array.from(letters, (letter, at) => [letter, latin.charAt(at)] as const);
}

/** A digit besides 0 to 9. */
const otherDigit = /[^\P{Nd}0-9]/gu;

/** The ten digits of a script stand side by side, from its zero on. */
function latinDigit(digit: string): string {
  const code = Number(digit.codePointAt(0));
  let zero = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** Reports whether a reference names a payment: some have no letter and no digit. */
export function isReference(text: string): boolean {
  return comparedPart(text.normalize('NFKD')) !== '';
}
