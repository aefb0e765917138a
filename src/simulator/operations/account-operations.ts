import { z } from 'zod';
import {
  commissionOverviewAnswer,
  payMethodAnswer,
  restAnswer,
  spotPriceAnswer,
  takerCommissionAnswer,
  timeAnswer,
  tradeMethodAnswer,
  userAnswer,
} from './answers/account-answers.ts';
import { assetAnswer, fiatAnswer, merchantAdsAnswer } from './answers/ad-answers.ts';
import {
  commissionOverview,
  commissionOverviewRequest,
  listAssets,
  listFiats,
  spotPrice,
  spotPriceRequest,
  takerCommission,
  takerCommissionRequest,
} from './handlers/currency-handlers.ts';
import {
  closeBusiness,
  endRest,
  getAdDetails,
  merchantAdsRequest,
  setPresence,
  startBusiness,
  startRest,
} from './handlers/merchant-handlers.ts';
import {
  getPayMethodById,
  getPayMethodByUserId,
  listTradeMethods,
  payMethodRequest,
} from './handlers/payment-handlers.ts';
import type { SimOperation } from '../world/sim-call.ts';
import { baseDetail } from './handlers/user-handlers.ts';
import { get, post } from './operation-row.ts';

const prefix = '/sapi/v1/c2c';

/** Merchant: a switch changes one thing, and throwing it again changes nothing. */
const merchantOperations: readonly SimOperation[] = [
  post({
    name: 'closeBusiness',
    ep: 'EP-22',
    path: `${prefix}/merchant/closeBusiness`,
    summary: 'Closes the business: its ads are hidden, calls that change them answer 83229.',
    answer: z.boolean(),
    handle: closeBusiness,
  }),
  post({
    name: 'endRest',
    ep: 'EP-23',
    path: `${prefix}/merchant/endRest`,
    summary: 'Ends the break.',
    answer: z.boolean(),
    handle: endRest,
  }),
  get({
    name: 'getAdDetails',
    ep: 'EP-24',
    path: `${prefix}/merchant/getAdDetails`,
    summary: 'A merchant and the ads of it that can be taken now.',
    auth: 'adaptive',
    input: merchantAdsRequest,
    answer: merchantAdsAnswer,
    handle: getAdDetails,
  }),
  post({
    name: 'getOffline',
    ep: 'EP-25',
    path: `${prefix}/merchant/getOffline`,
    summary: 'Shows the merchant as offline.',
    handle: setPresence(false),
  }),
  post({
    name: 'getOnline',
    ep: 'EP-26',
    path: `${prefix}/merchant/getOnline`,
    summary: 'Shows the merchant as online.',
    handle: setPresence(true),
  }),
  post({
    name: 'startBusiness',
    ep: 'EP-27',
    path: `${prefix}/merchant/startBusiness`,
    summary: 'Opens the business.',
    answer: z.boolean(),
    handle: startBusiness,
  }),
  post({
    name: 'startRest',
    ep: 'EP-28',
    path: `${prefix}/merchant/startRest`,
    summary: 'Takes a break: ads are hidden, calls that change them answer 83230.',
    answer: restAnswer,
    handle: startRest,
  }),
];

const paymentOperations: readonly SimOperation[] = [
  get({
    name: 'getPayMethodById',
    ep: 'EP-36',
    path: `${prefix}/paymentMethod/getPayMethodById`,
    summary: 'One own payment method.',
    input: payMethodRequest,
    answer: payMethodAnswer,
    handle: getPayMethodById,
  }),
  post({
    name: 'getPayMethodByUserId',
    ep: 'EP-37',
    path: `${prefix}/user/getPayMethodByUserId`,
    summary: 'All own payment methods, preferred form.',
    answer: z.array(payMethodAnswer),
    handle: getPayMethodByUserId,
  }),
  get({
    name: 'getPayMethodByUserIdViaGet',
    ep: 'EP-37',
    path: `${prefix}/paymentMethod/getPayMethodByUserId`,
    summary: 'All own payment methods, the other form.',
    answer: z.array(payMethodAnswer),
    handle: getPayMethodByUserId,
  }),
  post({
    name: 'listAll',
    ep: 'EP-38',
    path: `${prefix}/paymentMethod/listAll`,
    summary: 'The catalogue of payment methods.',
    answer: tradeMethodAnswer,
    paged: true,
    handle: listTradeMethods,
  }),
];

const listOperations: readonly SimOperation[] = [
  post({
    name: 'overview',
    ep: null,
    path: `${prefix}/commission-rate/overview`,
    summary: 'Commission rates of each asset.',
    input: commissionOverviewRequest,
    answer: commissionOverviewAnswer,
    handle: commissionOverview,
  }),
  post({
    name: 'taker',
    ep: null,
    path: `${prefix}/commission-rate/taker`,
    summary: 'What a taker pays, for each payment method.',
    input: takerCommissionRequest,
    answer: z.array(takerCommissionAnswer),
    handle: takerCommission,
  }),
  post({
    name: 'baseDetail',
    ep: null,
    path: `${prefix}/user/baseDetail`,
    summary: 'Who the account is, and whether its business is open.',
    answer: userAnswer,
    handle: baseDetail,
  }),
  post({
    name: 'digitalCurrencyList',
    ep: null,
    path: `${prefix}/digitalCurrency/list`,
    summary: 'The assets of the marketplace.',
    answer: z.array(assetAnswer),
    handle: listAssets,
  }),
  post({
    name: 'fiatCurrencyList',
    ep: null,
    path: `${prefix}/fiatCurrency/list`,
    summary: 'The fiat currencies of the marketplace.',
    answer: z.array(fiatAnswer),
    handle: listFiats,
  }),
];

/** The service's clock: outside every budget, and the only answer without an envelope. */
export const timeOperation: SimOperation = get({
  name: 'time',
  ep: null,
  path: '/api/v3/time',
  summary: 'The time of the service, in milliseconds since the epoch.',
  auth: 'none',
  envelope: 'bare',
  answer: timeAnswer,
  handle: ({ marketplace }) => ({ data: { serverTime: marketplace.clock.now() } }),
});

/** The last price of a spot market, which has no key and no envelope. */
export const spotPriceOperation: SimOperation = get({
  name: 'spotPrice',
  ep: null,
  path: '/api/v3/ticker/price',
  summary: 'The last price of a pair on the spot market.',
  auth: 'none',
  envelope: 'bare',
  weight: 2,
  input: spotPriceRequest,
  answer: spotPriceAnswer,
  handle: spotPrice,
});

/** Interface sections 4.4, 4.5 and 4.7. */
export const accountOperations: readonly SimOperation[] = [
  ...merchantOperations,
  ...paymentOperations,
  ...listOperations,
];
