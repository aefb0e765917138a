import { sha256 } from '../sha256.ts';
import type { SignableWord } from './signed-word.ts';

/** Without those that are read as another one: 0 and O, 1, I and L. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const length = 4;
/** Of a hash in hex; as a number still exact. */
const digits = 12;

/**
 * Returns the short code by which a person compares what is shown at two places, as on a phone and in a message. The end, the
 * key and the nonce of a signature are no part of it: who draws them must not be able to choose the code.
 */
export function factsCode({ name, version, facts }: Pick<SignableWord, 'name' | 'version' | 'facts'>): string {
  const number = parseInt(sha256(JSON.stringify([name, version, Object.entries(facts)])).slice(0, digits), 16);
  const places = Array.from({ length }, (_, place) => Math.floor(number / letters.length ** place) % letters.length);
  return places.map((place) => letters.charAt(place)).join('');
}
