import { z } from 'zod';
import { defineGroup } from '../operation.ts';
import { merchantAdsRequest, merchantAdsSchema, restSchema } from '../schemas/merchant-schema.ts';
import { flag, nothing } from '../wire-value.ts';

const prefix = '/sapi/v1/c2c/merchant';

/** Common to the six switches of a merchant: no parameters, and repeating one changes nothing. */
const switching = {
  method: 'POST',
  auth: 'hmac',
  parameters: 'none',
  kind: 'idempotent-write',
  input: z.object({}),
  envelope: 'single',
} as const;

/** The merchant's business and presence, wire-facts 10. Business status and online status are two separate layers. */
export const merchantOperations = defineGroup('merchant', {
  closeBusiness: {
    ...switching,
    ep: 'EP-22',
    summary: 'Closes your business: your ads can no longer be traded.',
    path: `${prefix}/closeBusiness`,
    data: flag,
    mustBeTrue: true,
    refusals: [],
    source: 'interface 4.7, 7.3; wire-facts 10, 13',
  },
  endRest: {
    ...switching,
    ep: 'EP-23',
    summary: 'Ends your break before its time.',
    path: `${prefix}/endRest`,
    data: flag,
    mustBeTrue: true,
    refusals: [],
    falseWhen: 'your business is closed, which startBusiness changes',
    source: 'interface 4.7; wire-facts 10, 13',
  },
  /** The path is in the field tables; the interface only calls it adaptive (4.1 rule 4). */
  getAdDetails: {
    ep: 'EP-24',
    summary: "Returns a merchant's public profile and running ads.",
    method: 'GET',
    path: `${prefix}/getAdDetails`,
    auth: 'adaptive',
    parameters: 'query',
    kind: 'read',
    input: merchantAdsRequest,
    data: merchantAdsSchema,
    envelope: 'single',
    refusals: [],
    source: 'interface 4.1 rule 4, 5 rule 5; wire-facts 4, 10',
    examples: [{ merchantNo: 'MERCHANT' }],
  },
  getOffline: {
    ...switching,
    ep: 'EP-25',
    summary: 'Shows you as offline; your business stays as it is.',
    path: `${prefix}/getOffline`,
    data: nothing,
    refusals: [],
    source: 'interface 4.7; wire-facts 10, 13',
  },
  getOnline: {
    ...switching,
    ep: 'EP-26',
    summary: 'Shows you as online; your business stays as it is.',
    path: `${prefix}/getOnline`,
    data: nothing,
    refusals: [],
    source: 'interface 4.7; wire-facts 10, 13',
  },
  startBusiness: {
    ...switching,
    ep: 'EP-27',
    summary: 'Opens your business.',
    path: `${prefix}/startBusiness`,
    data: flag,
    mustBeTrue: true,
    refusals: [],
    source: 'interface 4.7; wire-facts 10, 13',
  },
  startRest: {
    ...switching,
    ep: 'EP-28',
    summary: 'Starts a break and returns its end.',
    path: `${prefix}/startRest`,
    data: restSchema,
    refusals: [],
    source: 'interface 4.7, 7.3; wire-facts 10, 13',
  },
});
