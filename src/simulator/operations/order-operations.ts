import { orderPageRequest } from './handlers/order-list.ts';
import { z } from 'zod';
import {
  counterpartyAnswer,
  kycAnswer,
  markPaidAnswer,
  orderDetailAnswer,
  orderHistoryAnswer,
  orderRowAnswer,
  orderSummaryAnswer,
  placedOrderAnswer,
} from './answers/order-answers.ts';
import {
  checkIfCanReleaseCoin,
  observeRelease,
  placeOrder,
  placeOrderRequest,
  releaseCoin,
  releaseRequest,
} from './handlers/money-handlers.ts';
import {
  adOrderNumberRequest,
  cancelOrder,
  cancelRequest,
  checkIfAllowedCancelOrder,
  checkIfCanPlaceOrder,
  getUserOrderDetail,
  getUserOrderSummary,
  listOrders,
  listUserOrderHistory,
  markOrderAsPaid,
  markPaidRequest,
  observePayment,
  orderHistoryRequest,
  orderNumberRequest,
  queryCounterPartyOrderStatistic,
  verifiedAdditionalKyc,
} from './handlers/order-handlers.ts';
import type { SimOperation } from '../world/sim-call.ts';
import { get, post } from './operation-row.ts';

const prefix = '/sapi/v1/c2c/orderMatch';

/** Operations that only read. */
const reads: readonly SimOperation[] = [
  post({
    name: 'checkIfAllowedCancelOrder',
    ep: 'EP-10',
    path: `${prefix}/checkIfAllowedCancelOrder`,
    summary: 'Whether the caller, as the buyer, may cancel now.',
    input: orderNumberRequest,
    answer: z.boolean(),
    handle: checkIfAllowedCancelOrder,
  }),
  post({
    name: 'checkIfCanPlaceOrder',
    ep: 'EP-11',
    path: `${prefix}/checkIfCanPlaceOrder`,
    summary: 'Whether the caller may take an ad; adOrderNo is the number of the ad.',
    input: adOrderNumberRequest,
    answer: z.boolean(),
    handle: checkIfCanPlaceOrder,
  }),
  post({
    name: 'checkIfCanReleaseCoin',
    ep: 'EP-12',
    path: `${prefix}/checkIfCanReleaseCoin`,
    summary: 'Whether the caller, as the seller, may release now.',
    input: releaseRequest,
    answer: z.boolean(),
    handle: checkIfCanReleaseCoin,
  }),
  post({
    name: 'getUserOrderDetail',
    ep: 'EP-13',
    path: `${prefix}/getUserOrderDetail`,
    summary: 'One order in full; adOrderNo is the number of the order.',
    auth: 'adaptive',
    vague: true,
    input: adOrderNumberRequest,
    answer: orderDetailAnswer,
    handle: getUserOrderDetail,
  }),
  get({
    name: 'getUserOrderSummary',
    ep: 'EP-14',
    path: `${prefix}/getUserOrderSummary`,
    summary: 'Counters of the running orders.',
    answer: orderSummaryAnswer,
    handle: getUserOrderSummary,
  }),
  post({
    name: 'listOrders',
    ep: 'EP-15',
    path: `${prefix}/listOrders`,
    summary: 'Orders, newest first, at most 100 a page.',
    input: orderPageRequest,
    answer: orderRowAnswer,
    paged: true,
    handle: listOrders,
  }),
  get({
    name: 'listUserOrderHistory',
    ep: 'EP-16',
    path: `${prefix}/listUserOrderHistory`,
    summary: 'The history: 30 days at most, of the last six months, at most 100 rows a page.',
    auth: 'chain',
    input: orderHistoryRequest,
    answer: orderHistoryAnswer,
    paged: true,
    handle: listUserOrderHistory,
  }),
  post({
    name: 'queryCounterPartyOrderStatistic',
    ep: 'EP-19',
    path: `${prefix}/queryCounterPartyOrderStatistic`,
    summary: 'The trading record of the other party of an order.',
    input: orderNumberRequest,
    answer: counterpartyAnswer,
    handle: queryCounterPartyOrderStatistic,
  }),
];

/** Operations that change an order. */
const writes: readonly SimOperation[] = [
  post({
    name: 'cancelOrder',
    ep: 'EP-9',
    path: `${prefix}/cancelOrder`,
    summary: 'The buyer withdraws.',
    countedBy: 'uid',
    input: cancelRequest,
    money: true,
    handle: cancelOrder,
  }),
  post({
    name: 'markOrderAsPaid',
    ep: 'EP-17',
    path: `${prefix}/markOrderAsPaid`,
    summary: 'The buyer says that it paid.',
    countedBy: 'uid',
    input: markPaidRequest,
    answer: markPaidAnswer,
    money: true,
    handle: markOrderAsPaid,
    observe: observePayment,
  }),
  post({
    name: 'placeOrder',
    ep: 'EP-18',
    path: `${prefix}/placeOrder`,
    summary: 'Takes an ad; totalAmount is fiat with BY_MONEY, asset with BY_AMOUNT.',
    countedBy: 'uid',
    input: placeOrderRequest,
    answer: placedOrderAnswer,
    money: true,
    handle: placeOrder,
  }),
  post({
    name: 'releaseCoin',
    ep: 'EP-20',
    path: `${prefix}/releaseCoin`,
    summary: 'Releases the asset to the buyer, irreversibly.',
    countedBy: 'uid',
    input: releaseRequest,
    money: true,
    handle: releaseCoin,
    observe: observeRelease,
  }),
  post({
    name: 'verifiedAdditionalKyc',
    ep: 'EP-21',
    path: `${prefix}/verifiedAdditionalKyc`,
    summary: 'The seller confirms the identity check of the buyer.',
    countedBy: 'uid',
    input: orderNumberRequest,
    answer: kycAnswer,
    handle: verifiedAdditionalKyc,
  }),
];

/** Interface section 4.1. */
export const orderOperations: readonly SimOperation[] = [...reads, ...writes];
