import { z } from 'zod';
import { defineGroup } from '../operation.ts';
import {
  cancelOrderRequest,
  listOrdersRequest,
  markPaidRequest,
  orderDetailRequest,
  orderHistoryRequest,
  orderNumberRequest,
  placeCheckRequest,
  placeOrderRequest,
  releaseRequest,
} from '../schemas/order-request.ts';
import {
  additionalKycSchema,
  counterpartySchema,
  markPaidSchema,
  orderDetailSchema,
  orderHistoryRowSchema,
  orderRowSchema,
  orderSummarySchema,
  placedOrderSchema,
} from '../schemas/order-schema.ts';
import { flag, nothing } from '../wire-value.ts';

const prefix = '/sapi/v1/c2c/orderMatch';

/** Orders, interface section 4.1. Every method rejects with an ExchangeError. */
export const orderOperations = defineGroup('orders', {
  /** EP-9: the buyer cancels, before or after marking paid. Sent once. */
  cancelOrder: {
    ep: 'EP-9',
    method: 'POST',
    path: `${prefix}/cancelOrder`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'money',
    input: cancelOrderRequest,
    data: nothing,
    envelope: 'single',
  },
  /** EP-10: whether this order may be cancelled now. */
  checkIfAllowedCancelOrder: {
    ep: 'EP-10',
    method: 'POST',
    path: `${prefix}/checkIfAllowedCancelOrder`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'read',
    input: orderNumberRequest,
    data: flag,
    envelope: 'single',
    sole: 'orderNumber',
  },
  /** EP-11: whether the account may trade against this ad; `adOrderNo` is the number of the ad. */
  checkIfCanPlaceOrder: {
    ep: 'EP-11',
    method: 'POST',
    path: `${prefix}/checkIfCanPlaceOrder`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'read',
    input: placeCheckRequest,
    data: flag,
    envelope: 'single',
    sole: 'adOrderNo',
  },
  /** EP-12: whether the seller may release this order now. */
  checkIfCanReleaseCoin: {
    ep: 'EP-12',
    method: 'POST',
    path: `${prefix}/checkIfCanReleaseCoin`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'read',
    input: releaseRequest,
    data: flag,
    envelope: 'single',
    sole: 'orderNumber',
  },
  /** EP-13: one order in full; `adOrderNo` is the number of the order. Adaptive authentication. */
  getUserOrderDetail: {
    ep: 'EP-13',
    method: 'POST',
    path: `${prefix}/getUserOrderDetail`,
    auth: 'adaptive',
    parameters: 'body',
    kind: 'read',
    input: orderDetailRequest,
    data: orderDetailSchema,
    envelope: 'single',
    sole: 'adOrderNo',
    echo: { sent: 'adOrderNo', answered: 'orderNumber' },
  },
  /** EP-14: how many orders of the account run, are paid, are in appeal. */
  getUserOrderSummary: {
    ep: 'EP-14',
    method: 'GET',
    path: `${prefix}/getUserOrderSummary`,
    auth: 'hmac',
    parameters: 'none',
    kind: 'read',
    input: z.object({}),
    data: orderSummarySchema,
    envelope: 'single',
  },
  /** EP-15: the account's orders, newest first, a page at a time (`rows` at most 20). */
  listOrders: {
    ep: 'EP-15',
    method: 'POST',
    path: `${prefix}/listOrders`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'read',
    input: listOrdersRequest,
    data: orderRowSchema,
    envelope: 'page',
  },
  /** EP-16: the history, up to 100 rows a page; trails the list by some seconds. Three-step authentication. */
  listUserOrderHistory: {
    ep: 'EP-16',
    method: 'GET',
    path: `${prefix}/listUserOrderHistory`,
    auth: 'chain',
    parameters: 'query',
    kind: 'read',
    input: orderHistoryRequest,
    data: orderHistoryRowSchema,
    envelope: 'page',
  },
  /** EP-17: the buyer says that the payment was made. Sent once. */
  markOrderAsPaid: {
    ep: 'EP-17',
    method: 'POST',
    path: `${prefix}/markOrderAsPaid`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'money',
    input: markPaidRequest,
    data: markPaidSchema,
    envelope: 'single',
    echo: { sent: 'orderNumber', answered: 'orderNumber' },
  },
  /** EP-18: takes an ad; totalAmount is fiat with BY_MONEY, asset with BY_AMOUNT. Sent once. */
  placeOrder: {
    ep: 'EP-18',
    method: 'POST',
    path: `${prefix}/placeOrder`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'money',
    input: placeOrderRequest,
    data: placedOrderSchema,
    envelope: 'single',
    echo: { sent: 'advOrderNumber', answered: 'orderMatch.advOrderNumber' },
  },
  /** EP-19: the trading record of the other party of an order: shares of 1, seconds, days. */
  queryCounterPartyOrderStatistic: {
    ep: 'EP-19',
    method: 'POST',
    path: `${prefix}/queryCounterPartyOrderStatistic`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'read',
    input: orderNumberRequest,
    data: counterpartySchema,
    envelope: 'single',
    sole: 'orderNumber',
  },
  /** EP-20: the seller releases the asset. Cannot be undone. Sent once. */
  releaseCoin: {
    ep: 'EP-20',
    method: 'POST',
    path: `${prefix}/releaseCoin`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'money',
    input: releaseRequest,
    data: nothing,
    envelope: 'single',
  },
  /** EP-21: the maker confirms the buyer's extra identity check; repeating it changes nothing. */
  verifiedAdditionalKyc: {
    ep: 'EP-21',
    method: 'POST',
    path: `${prefix}/verifiedAdditionalKyc`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'idempotent-write',
    input: orderNumberRequest,
    data: additionalKycSchema,
    envelope: 'single',
    echo: { sent: 'orderNumber', answered: 'orderNumber' },
    sole: 'orderNumber',
  },
});
