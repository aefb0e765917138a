import { askAdNo, type SimWorld } from '../simulator/sim-fixture.ts';
import { fields, type RequiredField } from './required-fields.ts';

type Input = Record<string, unknown>;

/** Creates the world in which an operation succeeds, and returns its input. */
export type Scenario = (world: SimWorld) => Promise<Input> | Input;

const nothing: Scenario = () => ({});
const page = { page: 1, rows: 20 };
const search = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', ...page };

/** An order on an ad of the desk, in which the desk sells. */
const soldOrder = (world: SimWorld): string =>
  world.simulator.counterparties.take({ adNumber: world.addAd(), amount: '25', nickname: 'Ana' });

/** The same, after the buyer paid. */
function paidOrder(world: SimWorld): string {
  const orderNumber = soldOrder(world);
  world.simulator.counterparties.pay(orderNumber);
  return orderNumber;
}

/** An order in which the desk buys from a merchant. */
async function boughtOrder(world: SimWorld): Promise<string> {
  const placed = (await world.desk.data('orderMatch/placeOrder', placement)) as {
    orderMatch: { orderNumber: string };
  };
  return placed.orderMatch.orderNumber;
}

const placement = {
  advOrderNumber: askAdNo,
  asset: 'USDT',
  fiatUnit: 'BOB',
  tradeType: 'BUY',
  buyType: 'BY_MONEY',
  totalAmount: '201',
  matchPrice: '10.05',
  origin: 'MAKE_TAKE',
};

/** A new ad that nothing speaks against. */
export const newAd = {
  classify: 'mass',
  tradeType: 'BUY',
  asset: 'USDT',
  fiatUnit: 'BOB',
  priceType: 1,
  price: '9.80',
  initAmount: '500',
  minSingleTransAmount: '100',
  maxSingleTransAmount: '2000',
  buyerKycLimit: 0,
  payTimeLimit: 15,
  tradeMethods: [{ identifier: 'BANK' }],
};

async function ownPayId(world: SimWorld): Promise<number> {
  const [method] = (await world.desk.data('user/getPayMethodByUserId', {})) as { id: number }[];
  return method?.id ?? 0;
}

/** For every operation by name: a call that succeeds. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  time: nothing,
  spotPrice: () => ({ symbol: 'USDTBOB' }),
  getAvailableAdsCategory: nothing,
  getDetailByNo: (world) => ({ adsNo: world.addAd({ autoReply: 'Hi', remarks: 'No third parties.' }) }),
  getReferencePrice: () => ({ fiatCurrency: 'BOB', tradeType: 'SELL', assets: ['USDT'] }),
  listWithPagination: (world) => {
    world.addAd();
    return page;
  },
  post: () => newAd,
  search: (world) => {
    world.addAd();
    return search;
  },
  searchPublicAds: (world) => {
    world.addAd();
    return search;
  },
  update: (world) => ({ advNo: world.addAd(), price: '10.30' }),
  updateStatus: (world) => ({ advNos: [world.addAd()], advStatus: 3 }),
  cancelOrder: async (world) => ({ orderNumber: await boughtOrder(world), orderCancelReasonCode: 1 }),
  checkIfAllowedCancelOrder: async (world) => ({ orderNumber: await boughtOrder(world) }),
  checkIfCanPlaceOrder: () => ({ adOrderNo: askAdNo }),
  checkIfCanReleaseCoin: (world) => ({ orderNumber: paidOrder(world) }),
  getUserOrderDetail: (world) => ({ adOrderNo: paidOrder(world) }),
  getUserOrderSummary: nothing,
  listOrders: (world) => {
    paidOrder(world);
    return page;
  },
  listUserOrderHistory: (world) => {
    paidOrder(world);
    return { tradeType: 'SELL', page: 1, rows: 50 };
  },
  markOrderAsPaid: async (world) => ({ orderNumber: await boughtOrder(world) }),
  placeOrder: () => placement,
  queryCounterPartyOrderStatistic: (world) => ({ orderNumber: soldOrder(world) }),
  releaseCoin: (world) => ({ orderNumber: paidOrder(world), confirmPaidType: 'normal' }),
  verifiedAdditionalKyc: (world) => ({
    orderNumber: world.simulator.counterparties.take({ adNumber: world.addAd(), additionalKyc: true }),
  }),
  getRiskWarningTips: () => ({ fiat: 'BOB', scene: 'Portal' }),
  getImagePreSignedUrl: () => ({ imageName: 'receipt.png' }),
  markOrderMessagesAsRead: (world) => ({ orderNo: soldOrder(world), userId: 0 }),
  markUserMessagesAsRead: nothing,
  retrieveChatCredential: nothing,
  retrieveChatMessagesWithPagination: (world) => ({ orderNo: paidOrder(world), page: 1, rows: 50 }),
  closeBusiness: nothing,
  endRest: nothing,
  getAdDetails: (world) => {
    world.addAd();
    return {};
  },
  getOffline: nothing,
  getOnline: nothing,
  startBusiness: nothing,
  startRest: nothing,
  getPayMethodById: async (world) => ({ id: await ownPayId(world) }),
  getPayMethodByUserId: nothing,
  getPayMethodByUserIdViaGet: nothing,
  listAll: nothing,
  overview: () => ({ fiat: 'BOB' }),
  taker: () => ({ fiat: 'BOB', asset: 'USDT', area: 'p2pZone', tradeType: 'buy' }),
  baseDetail: nothing,
  digitalCurrencyList: nothing,
  fiatCurrencyList: nothing,
};

const ad = 'advNo:identifier tradeType:side asset:symbol fiatUnit:symbol price:decimal';
/** Of an ad in a search: its market is the one that was asked for. */
const found = 'advNo:identifier price:decimal';
const row =
  'orderNumber:identifier tradeType:side asset:symbol fiat:symbol amount:decimal totalPrice:decimal createTime:moment';
const detail =
  'orderNumber:identifier advOrderNumber:identifier tradeType:side orderStatus:status asset:symbol fiatUnit:symbol ' +
  'amount:decimal totalPrice:decimal createTime:moment';
const inside = (name: string, line: string): string => line.replace(/(?<=^| )/g, `${name}.`);

/** By operation: without these fields an answer cannot be acted on. */
export const requiredFields: Readonly<Record<string, readonly RequiredField[]>> = {
  time: fields('serverTime:time'),
  spotPrice: fields('symbol:text price:decimal'),
  getAvailableAdsCategory: fields('advClassifies:list'),
  getDetailByNo: fields(ad),
  listWithPagination: fields(ad),
  getReferencePrice: fields('0.asset:text 0.referencePrice:decimal'),
  post: fields(':identifier'),
  search: fields(inside('adv', found)),
  searchPublicAds: fields(inside('adv', found)),
  update: fields(':flag'),
  updateStatus: fields('status:flag'),
  checkIfAllowedCancelOrder: fields(':flag'),
  checkIfCanPlaceOrder: fields(':flag'),
  checkIfCanReleaseCoin: fields(':flag'),
  getUserOrderDetail: fields(detail),
  listOrders: fields(`${row} advNo:identifier orderStatus:status`),
  listUserOrderHistory: fields(`${row} orderStatus:status`),
  markOrderAsPaid: fields('orderNumber:identifier'),
  placeOrder: fields(inside('orderMatch', detail)),
  getImagePreSignedUrl: fields('uploadUrl:text imageUrl:text'),
  retrieveChatCredential: fields('listenKey:text'),
  retrieveChatMessagesWithPagination: fields('id:identifier'),
  closeBusiness: fields(':flag'),
  endRest: fields(':flag'),
  startBusiness: fields(':flag'),
  startRest: fields('suspendEndTime:time'),
  getPayMethodById: fields('id:identifier'),
  getPayMethodByUserId: fields('id:identifier'),
  getPayMethodByUserIdViaGet: fields('id:identifier'),
  taker: fields('0.baseCommissionRate:decimal 0.commissionRate:decimal'),
};
