import type { Context } from 'hono';

/** No address is longer, in any form. */
const longest = 45;

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
