import { z } from 'zod';
import { defineGroup } from '../operation.ts';
import {
  commissionOverviewRequest,
  commissionOverviewSchema,
  takerCommissionRequest,
  takerCommissionSchema,
  tradeMethodSchema,
  userDetailSchema,
} from '../schemas/account-schema.ts';
import { assetDetailSchema, fiatDetailSchema } from '../schemas/ad-schema.ts';
import { payMethodRequest, payMethodSchema } from '../schemas/pay-method-schema.ts';

const prefix = '/sapi/v1/c2c';
const nothing = z.object({});

/** The user itself. */
export const userOperations = defineGroup('user', {
  baseDetail: {
    ep: null,
    summary: 'Returns your profile: identity check, second factors, whether your business is open.',
    method: 'POST',
    path: `${prefix}/user/baseDetail`,
    auth: 'hmac',
    parameters: 'none',
    kind: 'read',
    input: nothing,
    data: userDetailSchema,
    envelope: 'single',
    refusals: [],
    source: 'interface 4.7; wire-facts 3, 10',
  },
});

/** Payment methods, interface section 4.4. */
export const paymentMethodOperations = defineGroup('paymentMethods', {
  getPayMethodById: {
    ep: 'EP-36',
    summary: 'Returns one of your own payment methods.',
    method: 'GET',
    path: `${prefix}/paymentMethod/getPayMethodById`,
    auth: 'hmac',
    parameters: 'query',
    kind: 'read',
    input: payMethodRequest,
    data: payMethodSchema,
    envelope: 'single',
    sole: 'id',
    refusals: [],
    source: 'interface 4.4 rule 2; wire-facts 8, 12.5',
    examples: [{ id: 'PAY_ID' }],
  },
  /** Where the service does not know this form the client calls the alternative: interface 4.4 rule 1. */
  getPayMethodByUserId: {
    ep: 'EP-37',
    summary: 'Lists all your own payment methods.',
    method: 'POST',
    path: `${prefix}/user/getPayMethodByUserId`,
    auth: 'hmac',
    parameters: 'none',
    kind: 'read',
    input: nothing,
    data: payMethodSchema,
    envelope: 'list',
    rowName: 'id',
    fixedBody: '{}',
    alternative: { method: 'GET', path: `${prefix}/paymentMethod/getPayMethodByUserId` },
    refusals: [],
    source: 'interface 4.4 rule 1; wire-facts 8, 12.5',
  },
  getPayMethodByUserIdViaGet: {
    ep: 'EP-37',
    summary: 'Lists all your own payment methods, by the other form of the same endpoint.',
    method: 'GET',
    path: `${prefix}/paymentMethod/getPayMethodByUserId`,
    auth: 'hmac',
    parameters: 'none',
    kind: 'read',
    input: nothing,
    data: payMethodSchema,
    envelope: 'list',
    rowName: 'id',
    refusals: [],
    source: 'interface 4.4 rule 1; wire-facts 8, 12.5',
  },
  listAll: {
    ep: 'EP-38',
    summary: 'Lists the catalogue of payment methods.',
    method: 'POST',
    path: `${prefix}/paymentMethod/listAll`,
    auth: 'hmac',
    parameters: 'none',
    kind: 'read',
    input: nothing,
    data: tradeMethodSchema,
    envelope: 'page',
    rowName: 'identifier',
    refusals: [],
    source: 'interface 4.4 rule 2; wire-facts 8, 12.5',
  },
});

/** Commission rates, interface section 4.5: shares of 1. */
export const commissionOperations = defineGroup('commission', {
  overview: {
    ep: null,
    summary: 'Returns the commission rates of every asset and area.',
    method: 'POST',
    path: `${prefix}/commission-rate/overview`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'read',
    input: commissionOverviewRequest,
    data: commissionOverviewSchema,
    envelope: 'single',
    refusals: [],
    source: 'interface 4.5; wire-facts 9',
    examples: [{ fiat: 'BOB' }],
  },
  taker: {
    ep: null,
    summary: 'Returns what a taker pays in commission, for each payment method.',
    method: 'POST',
    path: `${prefix}/commission-rate/taker`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'read',
    input: takerCommissionRequest,
    data: z.array(takerCommissionSchema),
    envelope: 'single',
    refusals: [],
    source: 'interface 4.5; wire-facts 3, 9',
    examples: [{ fiat: 'BOB', asset: 'USDT', area: 'p2pZone', tradeType: 'buy' }],
  },
});

/** Currencies, interface section 4.7. */
export const currencyOperations = defineGroup('currencies', {
  digitalCurrencyList: {
    ep: null,
    summary: 'Lists the assets of the marketplace.',
    method: 'POST',
    path: `${prefix}/digitalCurrency/list`,
    auth: 'hmac',
    parameters: 'none',
    kind: 'read',
    input: nothing,
    data: z.array(assetDetailSchema),
    envelope: 'single',
    refusals: [],
    source: 'interface 4.7; wire-facts 10',
  },
  fiatCurrencyList: {
    ep: null,
    summary: 'Lists the fiat currencies of the marketplace.',
    method: 'POST',
    path: `${prefix}/fiatCurrency/list`,
    auth: 'hmac',
    parameters: 'none',
    kind: 'read',
    input: nothing,
    data: z.array(fiatDetailSchema),
    envelope: 'single',
    refusals: [],
    source: 'interface 4.7; wire-facts 10',
  },
});
