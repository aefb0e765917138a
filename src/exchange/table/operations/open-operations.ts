import { z } from 'zod';
import { defineGroup } from '../operation.ts';
import { publicSearchRequest } from '../schemas/ad-request.ts';
import { searchItemSchema } from '../schemas/ad-schema.ts';
import { serverTimeSchema } from '../schemas/account-schema.ts';

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
    host: 'public',
    refusals: ['000002'],
    source: 'interface 4.6, 9 rule 7; wire-facts 2.3, 11',
    examples: [{ asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 10 }],
  },
});

/** Operations outside the groups of the marketplace. */
export const systemOperations = defineGroup('system', {
  /** Required by interface 5 rule 3. */
  time: {
    ep: null,
    summary: "Gives the service's time, in milliseconds since the epoch.",
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
