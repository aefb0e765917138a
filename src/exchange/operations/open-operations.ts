import { z } from 'zod';
import { defineGroup } from '../operation.ts';
import { publicSearchRequest } from '../schemas/ad-request.ts';
import { searchItemSchema } from '../schemas/ad-schema.ts';
import { serverTimeSchema } from '../schemas/account-schema.ts';

/** The public host, interface section 4.6: no key, no guarantee. */
export const publicOperations = defineGroup('public', {
  /** EP-0: the market as the public web page sees it; `rows` at most 20. May stop working at any time. */
  searchPublicAds: {
    ep: 'EP-0',
    method: 'POST',
    path: '/bapi/c2c/v2/friendly/c2c/adv/search',
    auth: 'none',
    parameters: 'body',
    kind: 'read',
    input: publicSearchRequest,
    data: searchItemSchema,
    envelope: 'page',
    host: 'public',
  },
});

/** What belongs to no group of the marketplace. */
export const systemOperations = defineGroup('system', {
  /** The service's clock in ms since the epoch, for interface section 5 rule 3. */
  time: {
    ep: null,
    method: 'GET',
    path: '/api/v3/time',
    auth: 'none',
    parameters: 'none',
    kind: 'read',
    input: z.object({}),
    data: serverTimeSchema,
    envelope: 'bare',
  },
});
