import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeQuery, signQuery, type QueryPair } from '../../../src/exchange/index.ts';
import { queryPairs } from '../../../src/exchange/call/wire-request.ts';
import { anyText } from '../../setup/any-text.ts';

const secret = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j';
const vector = (symbol: string): QueryPair[] => [
  ['symbol', symbol],
  ['side', 'BUY'],
  ['type', 'LIMIT'],
  ['timeInForce', 'GTC'],
  ['quantity', '1'],
  ['price', '0.1'],
  ['recvWindow', '5000'],
  ['timestamp', '1499827319559'],
];

/** RFC 3986 section 2.3, written down byte by byte and without any of the code under test. */
function encodeByHand(text: string): string {
  const unreserved = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return unreserved.includes(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

describe('interface 5 rules 1 and 2: percent-encode, then sign what is sent', () => {
  it('the published vector with plain characters', () => {
    const signature = signQuery(encodeQuery(vector('LTCBTC')), secret);
    expect(signature).toBe('c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71');
  });

  it('the published vector with full-width digits', () => {
    const query = encodeQuery(vector('１２３４５６'));
    expect(query).toContain('symbol=%EF%BC%91%EF%BC%92');
    expect(signQuery(query, secret)).toBe('e1353ec6b14d888f1164ae9af8228a3dbd508bc82eb867db8ab6046442f33ef3');
  });

  it('the characters that encodeURIComponent leaves bare are encoded too', () => {
    expect(encodeQuery([["a!'()*", '+ &=%~']])).toBe('a%21%27%28%29%2A=%2B%20%26%3D%25~');
  });

  it('insertion order is kept, an empty value keeps its equals sign', () => {
    expect(
      encodeQuery([
        ['z', ''],
        ['a', '1'],
        ['m', '2'],
      ]),
    ).toBe('z=&a=1&m=2');
  });

  it('any Unicode encodes as the rules of RFC 3986 say, and decodes to itself', () => {
    const pair = fc.tuple(anyText({ minLength: 1 }), anyText());
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 8 }), (pairs) => {
        const query = encodeQuery(pairs);
        const byHand = pairs.map(([name, value]) => `${encodeByHand(name)}=${encodeByHand(value)}`).join('&');
        expect(query).toBe(byHand);
        const signature = createHmac('sha256', secret).update(Buffer.from(byHand, 'utf8')).digest('hex');
        expect(signQuery(query, secret)).toBe(signature);
      }),
      { seed: 20_260_115, numRuns: 500 },
    );
  });

  it('a lone surrogate does not throw', () => {
    expect(encodeQuery([['a', '\ud800']])).toBe('a=%EF%BF%BD');
  });

  it('arrays repeat their name, null and undefined are left out, flags and numbers become text', () => {
    const pairs = queryPairs({ b: ['x', 'y'], a: null, c: undefined, d: true, e: 7, f: '', g: [] });
    expect(encodeQuery(pairs)).toBe('b=x&b=y&d=true&e=7&f=');
  });
});
