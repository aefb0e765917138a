import {
  adDetailRequest,
  adPageRequest,
  getAvailableAdsCategory,
  getDetailByNo,
  getReferencePrice,
  listWithPagination,
  referencePriceRequest,
} from './handlers/ad-handlers.ts';
import { adPostRequest, postAd } from './handlers/ad-post.ts';
import { adStatusRequest, updateStatus } from './handlers/ad-status.ts';
import { adUpdateRequest, observeUpdate, updateAd } from './handlers/ad-update.ts';
import {
  adDetailAnswer,
  categoriesAnswer,
  ownAdAnswer,
  publicRowAnswer,
  referencePriceAnswer,
  searchRowAnswer,
  statusUpdateAnswer,
} from './answers/ad-answers.ts';
import { number20 } from './answers/answer-field.ts';
import { adSearchRequest, publicSearchRequest, searchAds, searchPublicAds } from './handlers/search-handlers.ts';
import type { SimOperation } from '../world/sim-call.ts';
import { get, post } from './operation-row.ts';
import { z } from 'zod';

const prefix = '/sapi/v1/c2c/ads';

/** Interface 4.2, and the public search of interface 4.6. */
export const adOperations: readonly SimOperation[] = [
  get({
    name: 'getAvailableAdsCategory',
    ep: 'EP-1',
    path: `${prefix}/getAvailableAdsCategory`,
    summary: 'The classes of ads that the account may publish.',
    answer: categoriesAnswer,
    handle: getAvailableAdsCategory,
  }),
  post({
    name: 'getDetailByNo',
    ep: 'EP-2',
    path: `${prefix}/getDetailByNo`,
    summary: 'One own ad in full; 404 for any other.',
    missing: 'The account has no such ad.',
    parameters: 'query',
    input: adDetailRequest,
    answer: adDetailAnswer,
    handle: getDetailByNo,
  }),
  post({
    name: 'getReferencePrice',
    ep: 'EP-3',
    path: `${prefix}/getReferencePrice`,
    summary: 'Reference prices of at most three assets, with the decimals of their markets.',
    auth: 'none',
    input: referencePriceRequest,
    answer: z.array(referencePriceAnswer),
    handle: getReferencePrice,
  }),
  post({
    name: 'listWithPagination',
    ep: 'EP-4',
    path: `${prefix}/listWithPagination`,
    summary: 'Own ads, newest first, at most 20 a page; closed ones only when asked for.',
    input: adPageRequest,
    answer: ownAdAnswer,
    paged: true,
    handle: listWithPagination,
  }),
  post({
    name: 'post',
    ep: 'EP-5',
    path: `${prefix}/post`,
    summary: 'Publishes an ad and returns its number.',
    countedBy: 'uid',
    input: adPostRequest,
    answer: number20,
    money: true,
    handle: postAd,
  }),
  post({
    name: 'search',
    ep: 'EP-6',
    path: `${prefix}/search`,
    summary: 'The ads of a market, best price first; tradeType is the side of the searcher.',
    auth: 'key',
    input: adSearchRequest,
    answer: searchRowAnswer,
    paged: true,
    handle: searchAds,
  }),
  post({
    name: 'update',
    ep: 'EP-7',
    path: `${prefix}/update`,
    summary: 'Changes what is present; a price travels alone.',
    countedBy: 'uid',
    input: adUpdateRequest,
    answer: z.boolean(),
    handle: updateAd,
    observe: observeUpdate,
  }),
  post({
    name: 'updateStatus',
    ep: 'EP-8',
    path: `${prefix}/updateStatus`,
    summary: 'Puts ads online (1), offline (3) or closes them for good (4), each for itself.',
    countedBy: 'uid',
    input: adStatusRequest,
    answer: statusUpdateAnswer,
    handle: updateStatus,
  }),
  post({
    name: 'searchPublicAds',
    ep: 'EP-0',
    path: '/bapi/c2c/v2/friendly/c2c/adv/search',
    summary: 'The public search: at most 20 rows, nulls kept.',
    auth: 'none',
    envelope: 'public',
    input: publicSearchRequest,
    answer: publicRowAnswer,
    paged: true,
    handle: searchPublicAds,
  }),
];
