import { createHmac, type KeyObject } from 'node:crypto';

/** One query parameter: its name and its value, both not yet encoded. */
export type QueryPair = readonly [name: string, value: string];

const unreserved = /^[\w.~-]*$/;
const leftBareByTheRuntime = /[!'()*]/g;

const hexEscape = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * Percent-encodes one text by RFC 3986 section 2.3: only `A-Z a-z 0-9 - . _ ~` stay bare.
 *
 * A lone surrogate has no UTF-8 form; it becomes U+FFFD, as in any text that is sent.
 */
function percentEncode(text: string): string {
  if (unreserved.test(text)) return text;
  return encodeURIComponent(text.toWellFormed()).replace(leftBareByTheRuntime, hexEscape);
}

/**
 * Writes pairs as a query string: names and values percent-encoded, insertion order kept, nothing sorted.
 *
 * The service signs the encoded text (interface 2), so the result is both signed and sent.
 *
 * @example
 * encodeQuery([['remark', 'two words'], ['page', '1']]); // → 'remark=two%20words&page=1'
 */
export function encodeQuery(pairs: readonly QueryPair[]): string {
  return pairs.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');
}

/**
 * Signs an encoded query string: lowercase hex of HMAC-SHA256 over exactly its bytes (interface 2).
 *
 * `query` is the text as it will be sent, without the leading `?`.
 *
 * @example
 * const query = encodeQuery([['timestamp', String(client.now())]]);
 * const signed = `${query}&signature=${signQuery(query, apiSecret)}`;
 * console.log(signed);
 */
export function signQuery(query: string, secret: string | KeyObject): string {
  return createHmac('sha256', secret).update(query, 'utf8').digest('hex');
}
