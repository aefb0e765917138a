import {
  getDetailByNo,
  getReferencePrice,
  listWithPagination,
  observeUpdate,
  searchAds,
  updateAd,
  updateStatus,
} from './ad-handlers.ts';
import {
  getRiskWarningTips,
  markOrderMessagesAsRead,
  markUserMessagesAsRead,
  retrieveChatCredential,
  retrieveChatMessages,
} from './chat-handlers.ts';
import type { ChatTickets } from './chat-tickets.ts';
import { checkIfCanReleaseCoin, observeRelease, placeOrder, releaseCoin } from './money-handlers.ts';
import {
  cancelOrder,
  checkIfAllowedCancelOrder,
  checkIfCanPlaceOrder,
  getUserOrderDetail,
  getUserOrderSummary,
  listOrders,
  listUserOrderHistory,
  markOrderAsPaid,
  observePayment,
  queryCounterPartyOrderStatistic,
  verifiedAdditionalKyc,
} from './order-handlers.ts';
import type { SimOperation } from './sim-call.ts';
import { baseDetail, getPayMethodByUserId } from './user-handlers.ts';

const prefix = '/sapi/v1/c2c/';

type Row = Pick<SimOperation, 'handle'> & Partial<SimOperation>;

const post = (name: string, folder: string, row: Row): SimOperation => ({
  name,
  method: 'POST',
  path: `${prefix}${folder}/${name}`,
  auth: 'hmac',
  required: [],
  ...row,
});

const get = (name: string, folder: string, row: Row): SimOperation => post(name, folder, { method: 'GET', ...row });

function adOperations(): SimOperation[] {
  const searchNeeds = ['tradeType', 'fiat', 'asset', 'page', 'rows'];
  return [
    post('getDetailByNo', 'ads', { required: ['adsNo'], queryNames: ['adsNo'], handle: getDetailByNo }),
    post('getReferencePrice', 'ads', {
      auth: 'none',
      required: ['fiatCurrency', 'tradeType'],
      handle: getReferencePrice,
    }),
    post('listWithPagination', 'ads', { required: ['page', 'rows'], handle: listWithPagination }),
    post('search', 'ads', { auth: 'key', required: searchNeeds, handle: searchAds }),
    post('update', 'ads', { required: ['advNo'], handle: updateAd, observe: observeUpdate }),
    post('updateStatus', 'ads', { required: ['advNos', 'advStatus'], handle: updateStatus }),
  ];
}

function orderOperations(): SimOperation[] {
  const folder = 'orderMatch';
  const byNumber = { required: ['orderNumber'] };
  const historyNames = ['tradeType', 'startTimestamp', 'endTimestamp', 'page', 'rows'];
  return [
    post('cancelOrder', folder, {
      required: ['orderNumber', 'orderCancelReasonCode'],
      money: true,
      handle: cancelOrder,
    }),
    post('checkIfAllowedCancelOrder', folder, { ...byNumber, handle: checkIfAllowedCancelOrder }),
    post('checkIfCanPlaceOrder', folder, { required: ['adOrderNo'], handle: checkIfCanPlaceOrder }),
    post('checkIfCanReleaseCoin', folder, { ...byNumber, handle: checkIfCanReleaseCoin }),
    post('getUserOrderDetail', folder, { auth: 'adaptive', required: ['adOrderNo'], handle: getUserOrderDetail }),
    get('getUserOrderSummary', folder, { handle: getUserOrderSummary }),
    post('listOrders', folder, { required: ['page', 'rows'], handle: listOrders }),
    get('listUserOrderHistory', folder, {
      auth: 'chain',
      needsClientType: false,
      queryNames: historyNames,
      handle: listUserOrderHistory,
    }),
    post('markOrderAsPaid', folder, { ...byNumber, money: true, handle: markOrderAsPaid, observe: observePayment }),
    post('placeOrder', folder, { required: ['advOrderNumber', 'totalAmount'], money: true, handle: placeOrder }),
    post('queryCounterPartyOrderStatistic', folder, { ...byNumber, handle: queryCounterPartyOrderStatistic }),
    post('releaseCoin', folder, { ...byNumber, money: true, handle: releaseCoin, observe: observeRelease }),
    post('verifiedAdditionalKyc', folder, { ...byNumber, handle: verifiedAdditionalKyc }),
  ];
}

function chatOperations(tickets: ChatTickets): SimOperation[] {
  const messageNames = ['page', 'rows', 'orderNo', 'id', 'chatMessageType', 'order', 'sort'];
  return [
    get('retrieveChatCredential', 'chat', { queryNames: ['clientType'], handle: retrieveChatCredential(tickets) }),
    get('retrieveChatMessagesWithPagination', 'chat', {
      required: ['page', 'rows'],
      queryNames: messageNames,
      handle: retrieveChatMessages,
    }),
    post('getRiskWarningTips', 'chat', { handle: getRiskWarningTips }),
    post('markOrderMessagesAsRead', 'chat', {
      auth: 'key-web',
      required: ['orderNo'],
      handle: markOrderMessagesAsRead,
    }),
    post('markUserMessagesAsRead', 'chat', { auth: 'key-web', handle: markUserMessagesAsRead }),
  ];
}

/** Every operation that is served, each with its place, its authentication and what it needs. */
export function simOperations(tickets: ChatTickets): SimOperation[] {
  return [
    ...adOperations(),
    ...orderOperations(),
    ...chatOperations(tickets),
    post('baseDetail', 'user', { handle: baseDetail }),
    post('getPayMethodByUserId', 'user', { handle: getPayMethodByUserId }),
    get('getPayMethodByUserId', 'paymentMethod', { handle: getPayMethodByUserId }),
  ];
}
