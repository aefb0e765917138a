import { z } from 'zod';
import { defineGroup } from '../operation.ts';
import {
  adPageRequest,
  adSearchRequest,
  postRequest,
  referencePriceRequest,
  updateRequest,
  updateStatusRequest,
} from '../schemas/ad-request.ts';
import { adSchema, referencePriceSchema, searchItemSchema, statusUpdateSchema } from '../schemas/ad-schema.ts';
import { adCategoriesSchema } from '../schemas/account-schema.ts';
import { flag, identifier } from '../wire-value.ts';

const prefix = '/sapi/v1/c2c/ads';
const nothing = z.object({});

/** Ads, interface section 4.2. Every method rejects with an ExchangeError. */
export const adOperations = defineGroup('ads', {
  /** EP-1: the classes of ads that this account may publish. Source: field tables 7.4. */
  getAvailableAdsCategory: {
    ep: 'EP-1',
    method: 'GET',
    path: `${prefix}/getAvailableAdsCategory`,
    auth: 'hmac',
    parameters: 'none',
    kind: 'read',
    input: nothing,
    data: adCategoriesSchema,
    envelope: 'single',
  },
  /** EP-2: one own ad in full. A 404 means that the ad is unknown (interface 7.7). */
  getDetailByNo: {
    ep: 'EP-2',
    method: 'POST',
    path: `${prefix}/getDetailByNo`,
    auth: 'hmac',
    parameters: 'query',
    kind: 'read',
    input: z.object({ adsNo: identifier }),
    data: adSchema,
    envelope: 'single',
    sole: 'adsNo',
    echo: { sent: 'adsNo', answered: 'advNo' },
    adField: 'adsNo',
  },
  /** EP-3: reference quotes, at most 3 assets a call, with the scales of the pair. Sent without credentials. */
  getReferencePrice: {
    ep: 'EP-3',
    method: 'POST',
    path: `${prefix}/getReferencePrice`,
    auth: 'none',
    parameters: 'body',
    kind: 'read',
    input: referencePriceRequest,
    data: z.array(referencePriceSchema),
    envelope: 'single',
  },
  /** EP-4: the account's own ads, a page at a time (`rows` at most 20). */
  listWithPagination: {
    ep: 'EP-4',
    method: 'POST',
    path: `${prefix}/listWithPagination`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'read',
    input: adPageRequest,
    data: adSchema,
    envelope: 'page',
  },
  /** EP-5: publishes an ad and gives its number. Sent once: a second send would publish a second ad. */
  post: {
    ep: 'EP-5',
    method: 'POST',
    path: `${prefix}/post`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'money',
    input: postRequest,
    data: identifier,
    envelope: 'single',
  },
  /** EP-6: the market, best price first; `tradeType` is the searcher's side (BUY lists sellers). Key header only. */
  search: {
    ep: 'EP-6',
    method: 'POST',
    path: `${prefix}/search`,
    auth: 'key',
    parameters: 'body',
    kind: 'read',
    input: adSearchRequest,
    data: searchItemSchema,
    envelope: 'page',
  },
  /** EP-7: changes an ad. For a price send advNo and price alone: more brings 187049 (interface 7.6). */
  update: {
    ep: 'EP-7',
    method: 'POST',
    path: `${prefix}/update`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'idempotent-write',
    input: updateRequest,
    data: flag,
    envelope: 'single',
    adField: 'advNo',
    mustBeTrue: true,
  },
  /** EP-8: puts ads online (1), offline (3) or closes them for good (4). Look at `failList`: it may fail in part. */
  updateStatus: {
    ep: 'EP-8',
    method: 'POST',
    path: `${prefix}/updateStatus`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'idempotent-write',
    input: updateStatusRequest,
    data: statusUpdateSchema,
    envelope: 'single',
    adField: 'advNos',
  },
});
