import { z } from 'zod';
import { defineGroup } from '../operation.ts';
import {
  commissionOverviewRequest,
  commissionOverviewSchema,
  payMethodRequest,
  payMethodSchema,
  takerCommissionRequest,
  takerCommissionSchema,
  tradeMethodSchema,
  userDetailSchema,
} from '../schemas/account-schema.ts';
import { assetDetailSchema, fiatDetailSchema } from '../schemas/ad-schema.ts';

const prefix = '/sapi/v1/c2c';
const nothing = z.object({});

/** The user itself. */
export const userOperations = defineGroup('user', {
  /** POST user/baseDetail: the account's profile; businessStatus 1 open, 2 closed, 3 taking a break. */
  baseDetail: {
    ep: null,
    method: 'POST',
    path: `${prefix}/user/baseDetail`,
    auth: 'hmac',
    parameters: 'none',
    kind: 'read',
    input: nothing,
    data: userDetailSchema,
    envelope: 'single',
  },
});

/** Payment methods, interface section 4.4. */
export const paymentMethodOperations = defineGroup('paymentMethods', {
  /** EP-36: one own payment method by its id (the payId of orders). */
  getPayMethodById: {
    ep: 'EP-36',
    method: 'GET',
    path: `${prefix}/paymentMethod/getPayMethodById`,
    auth: 'hmac',
    parameters: 'query',
    kind: 'read',
    input: payMethodRequest,
    data: payMethodSchema,
    envelope: 'single',
    sole: 'id',
  },
  /** EP-37, preferred form (POST): all own payment methods. Falls back to the GET form where this one is unknown. */
  getPayMethodByUserId: {
    ep: 'EP-37',
    method: 'POST',
    path: `${prefix}/user/getPayMethodByUserId`,
    auth: 'hmac',
    parameters: 'none',
    kind: 'read',
    input: nothing,
    data: z.array(payMethodSchema),
    envelope: 'single',
    fixedBody: '{}',
    alternative: { method: 'GET', path: `${prefix}/paymentMethod/getPayMethodByUserId` },
  },
  /** EP-37, alternative form (GET): all own payment methods. */
  getPayMethodByUserIdViaGet: {
    ep: 'EP-37',
    method: 'GET',
    path: `${prefix}/paymentMethod/getPayMethodByUserId`,
    auth: 'hmac',
    parameters: 'none',
    kind: 'read',
    input: nothing,
    data: z.array(payMethodSchema),
    envelope: 'single',
  },
  /** EP-38: every trade method that the service knows. */
  listAll: {
    ep: 'EP-38',
    method: 'POST',
    path: `${prefix}/paymentMethod/listAll`,
    auth: 'hmac',
    parameters: 'none',
    kind: 'read',
    input: nothing,
    data: tradeMethodSchema,
    envelope: 'page',
  },
});

/** Commission rates, interface section 4.5: shares of 1. */
export const commissionOperations = defineGroup('commission', {
  /** POST commission-rate/overview: list and effective rates of each asset and area. */
  overview: {
    ep: null,
    method: 'POST',
    path: `${prefix}/commission-rate/overview`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'read',
    input: commissionOverviewRequest,
    data: commissionOverviewSchema,
    envelope: 'single',
  },
  /** POST commission-rate/taker: what a taker pays, for each trade method. */
  taker: {
    ep: null,
    method: 'POST',
    path: `${prefix}/commission-rate/taker`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'read',
    input: takerCommissionRequest,
    data: z.array(takerCommissionSchema),
    envelope: 'single',
  },
});

/** Currencies, interface section 4.7. */
export const currencyOperations = defineGroup('currencies', {
  /** POST digitalCurrency/list: the assets of the marketplace. */
  digitalCurrencyList: {
    ep: null,
    method: 'POST',
    path: `${prefix}/digitalCurrency/list`,
    auth: 'hmac',
    parameters: 'none',
    kind: 'read',
    input: nothing,
    data: z.array(assetDetailSchema),
    envelope: 'single',
  },
  /** POST fiatCurrency/list: the fiat currencies of the marketplace, with their scales. */
  fiatCurrencyList: {
    ep: null,
    method: 'POST',
    path: `${prefix}/fiatCurrency/list`,
    auth: 'hmac',
    parameters: 'none',
    kind: 'read',
    input: nothing,
    data: z.array(fiatDetailSchema),
    envelope: 'single',
  },
});
