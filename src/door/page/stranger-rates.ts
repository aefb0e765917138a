/** How often strangers may try to sign in or to enrol: by address, so that one of them keeps out no one else. */
import type { Context } from 'hono';
import { PostRate } from '../post-rate.ts';
import { keepNewest } from './keep-newest.ts';

/** More than people mistype; a word of enrolment has 59 bits and ten minutes. */
const rate = { perSecond: 0.5, atOnce: 30 };
/** No address is longer, in any form. */
const longest = 45;
/** Who has more addresses still guesses no word, and no signature. */
const maxAddresses = 2_000;

export class StrangerRates {
  readonly #byAddress = new Map<string, PostRate>();

  /** Takes one try of an address, and returns whether there was one left. */
  take(address: string, nowMs: number): boolean {
    const known = this.#byAddress.get(address) ?? new PostRate(rate);
    // The last one to come is the newest.
    this.#byAddress.delete(address);
    this.#byAddress.set(address, known);
    keepNewest(this.#byAddress, maxAddresses);
    return known.take(nowMs);
  }
}

/**
 * Returns the address of who asks. What stands in front with TLS adds it as the last one: those before it are what a stranger
 * says of himself. One network of version 6 is one address.
 */
export function addressOf(context: Context): string {
  const said = context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  return (said.includes(':') ? networkOf(said) : said).slice(0, longest);
}

/** Returns the first half of an address of version 6, also of one that leaves zeros out. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = address.split('::', 2);
  const [first, last] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = address.includes('::') ? Math.max(0, 8 - (first?.length ?? 0) - (last?.length ?? 0)) : 0;
  return [...(first ?? []), ...Array<string>(zeros).fill('0'), ...(last ?? [])].slice(0, 4).join(':');
}
