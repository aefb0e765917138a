import { z } from 'zod';
import { defineGroup } from '../operation.ts';
import { refusalOfEveryAd } from '../status-refusal.ts';
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

/** Ads, interface 4.2. Every method rejects with an ExchangeError. */
export const adOperations = defineGroup('ads', {
  getAvailableAdsCategory: {
    ep: 'EP-1',
    summary: 'Tells which classes of ads you may publish.',
    method: 'GET',
    path: `${prefix}/getAvailableAdsCategory`,
    auth: 'hmac',
    parameters: 'none',
    kind: 'read',
    input: nothing,
    data: adCategoriesSchema,
    envelope: 'single',
  },
  /** A POST with its parameter in the query: interface 4.2 rule 1. */
  getDetailByNo: {
    ep: 'EP-2',
    summary: 'Gives one of your own ads, with everything that is set on it.',
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
  /** No credentials: interface 5 rule 4. */
  getReferencePrice: {
    ep: 'EP-3',
    summary: 'Gives the reference prices of up to three assets, and the decimals of their markets.',
    method: 'POST',
    path: `${prefix}/getReferencePrice`,
    auth: 'none',
    parameters: 'body',
    kind: 'read',
    input: referencePriceRequest,
    data: z.array(referencePriceSchema),
    envelope: 'single',
  },
  listWithPagination: {
    ep: 'EP-4',
    summary: 'Lists your own ads, a page at a time.',
    method: 'POST',
    path: `${prefix}/listWithPagination`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'read',
    input: adPageRequest,
    data: adSchema,
    envelope: 'page',
  },
  /** No read: sent twice it publishes two ads. */
  post: {
    ep: 'EP-5',
    summary: 'Publishes an ad and returns its number.',
    method: 'POST',
    path: `${prefix}/post`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'money',
    input: postRequest,
    data: identifier,
    envelope: 'single',
  },
  /** The key alone: interface 5 rule 4. */
  search: {
    ep: 'EP-6',
    summary: 'Lists the ads of a market as its takers find them, best price first.',
    method: 'POST',
    path: `${prefix}/search`,
    auth: 'key',
    parameters: 'body',
    kind: 'read',
    input: adSearchRequest,
    data: searchItemSchema,
    envelope: 'page',
  },
  /** The same values again change nothing, so its caller may repeat it. */
  update: {
    ep: 'EP-7',
    summary: 'Changes the price of one of your ads, or anything else of it.',
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
  /** A successful answer may name ads that failed: it is a refusal only when all of them did. */
  updateStatus: {
    ep: 'EP-8',
    summary: 'Puts ads online or offline, or closes them for good.',
    method: 'POST',
    path: `${prefix}/updateStatus`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'idempotent-write',
    input: updateStatusRequest,
    data: statusUpdateSchema,
    envelope: 'single',
    adField: 'advNos',
    refusal: refusalOfEveryAd,
  },
});
