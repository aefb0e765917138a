import { z } from 'zod';
import { defineGroup } from '../operation.ts';
import { merchantAdsRequest, merchantAdsSchema, restSchema } from '../schemas/account-schema.ts';
import { flag, nothing } from '../wire-value.ts';

const prefix = '/sapi/v1/c2c/merchant';

/** What the six switches of a merchant have in common: no parameters, and repeating one changes nothing. */
const switching = {
  method: 'POST',
  auth: 'hmac',
  parameters: 'none',
  kind: 'idempotent-write',
  input: z.object({}),
  envelope: 'single',
} as const;

/** The merchant's business and presence, api-facts 10. Business status and online status are two separate layers. */
export const merchantOperations = defineGroup('merchant', {
  /** EP-22: closes the business: the ads cannot be traded, calls on them answer 83229. */
  closeBusiness: { ...switching, ep: 'EP-22', path: `${prefix}/closeBusiness`, data: flag, mustBeTrue: true },
  /** EP-23: ends the break. */
  endRest: { ...switching, ep: 'EP-23', path: `${prefix}/endRest`, data: flag, mustBeTrue: true },
  /** EP-24: a merchant's profile and running ads; merchantNo is the merchant's userNo. Adaptive authentication. */
  getAdDetails: {
    ep: 'EP-24',
    method: 'GET',
    path: `${prefix}/getAdDetails`,
    auth: 'adaptive',
    parameters: 'query',
    kind: 'read',
    input: merchantAdsRequest,
    data: merchantAdsSchema,
    envelope: 'single',
  },
  /** EP-25: shows the merchant as offline. */
  getOffline: { ...switching, ep: 'EP-25', path: `${prefix}/getOffline`, data: nothing },
  /** EP-26: shows the merchant as online. */
  getOnline: { ...switching, ep: 'EP-26', path: `${prefix}/getOnline`, data: nothing },
  /** EP-27: opens the business. */
  startBusiness: { ...switching, ep: 'EP-27', path: `${prefix}/startBusiness`, data: flag, mustBeTrue: true },
  /** EP-28: takes a break and tells until when (ms); calls on ads answer 83230 meanwhile. */
  startRest: { ...switching, ep: 'EP-28', path: `${prefix}/startRest`, data: restSchema },
});
