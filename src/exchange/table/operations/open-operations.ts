import { z } from 'zod';
import { defineGroup } from '../operation.ts';
import { publicSearchRequest } from '../schemas/ad-request.ts';
import { searchItemSchema } from '../schemas/ad-schema.ts';
import { serverTimeSchema, spotPriceSchema } from '../schemas/account-schema.ts';
import { text } from '../wire-value.ts';

/** The public host, interface 4.6: no key, no guarantee. */
export const publicOperations = defineGroup('public', {
  searchPublicAds: {
    ep: 'EP-0',
    summary: 'Lists the ads of a market as the public web page shows them, without a key.',
    method: 'POST',
    path: '/bapi/c2c/v2/friendly/c2c/adv/search',
    auth: 'none',
    parameters: 'body',
    kind: 'read',
    input: publicSearchRequest,
    data: searchItemSchema,
    envelope: 'page',
    rowName: 'adv.advNo',
    host: 'public',
    refusals: ['000002'],
    source: 'interface 4.6, 9 rule 7; wire-facts 2.3, 11',
    examples: [{ asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 10 }],
  },
  /** Outside the interface: asked only for ads whose rules go by it. */
  spotPrice: {
    ep: null,
    summary: 'Returns the last price of a pair on the spot market of the service, without a key.',
    method: 'GET',
    path: '/api/v3/ticker/price',
    auth: 'none',
    parameters: 'query',
    sole: 'symbol',
    kind: 'read',
    input: z.object({ symbol: text }),
    data: spotPriceSchema,
    envelope: 'bare',
    refusals: ['-1121'],
    source: 'wire-facts 11',
    examples: [{ symbol: 'USDTBOB' }],
  },
});

/** Operations outside the groups of the marketplace. */
export const systemOperations = defineGroup('system', {
  /** Required by interface 5 rule 3. */
  time: {
    ep: null,
    summary: "Returns the service's time, in milliseconds since the epoch.",
    method: 'GET',
    path: '/api/v3/time',
    auth: 'none',
    parameters: 'none',
    kind: 'read',
    input: z.object({}),
    data: serverTimeSchema,
    envelope: 'bare',
    refusals: [],
    source: 'interface 5 rule 3',
  },
});
