import type { Meanings, MeaningsByOperation } from './meaning-table.ts';

/**
 * Parameters of orders, chat, payment methods and commission. Sources: wire-facts 3, 5, 7 to 10 and the field tables
 * 7.4.
 */
export const otherMeanings: Meanings = {
  page: 'which page, from 1',
  rows: 'rows a page',
  order: 'column to sort by, by its name in the answer',
  sort: 'asc or desc',

  orderNumber: 'number of the order',
  orderNo: 'number of the order',
  advOrderNumber: 'number of the ad that you take (no order exists yet)',
  orderCancelReasonCode:
    "1 changed my mind, 2 seller's terms, 3 seller asks a fee, 4 seller's payment method, 5 other, 6 seller cannot release",
  orderCancelAdditionalInfo: 'reason in your own words, for 5',
  buyType: 'what totalAmount is: BY_MONEY the fiat that is paid, BY_AMOUNT the quantity of the asset',
  totalAmount: 'how much: fiat with BY_MONEY, asset with BY_AMOUNT',
  matchPrice: 'price that you saw, in fiat for one unit; it must be that of the ad',
  origin: 'where the order comes from; live programs send MAKE_TAKE',
  payType: 'payment method by name, such as BANK',
  payId: 'id of a payment method',
  orderStatus: '1 unpaid, 2 paid, 3 releasing, 4 completed, 5 in appeal, 6 cancelled, 7 cancelled by the system',
  orderStatusList: 'several of these; 1, 2, 3 and 5 are the running orders',
  startDate: 'created from this moment on, in ms since the epoch',
  endDate: 'created up to this moment, in ms since the epoch',
  startTimestamp: 'from this moment on, in ms since the epoch; at most 30 days before the end, 6 months before now',
  endTimestamp: 'up to this moment, in ms since the epoch',
  startTime: 'the other name of startTimestamp, as newer pages of the service have it',
  endTime: 'the other name of endTimestamp',

  authType: 'second factor that you use: GOOGLE, SMS, FIDO2 or FUND_PWD',
  code: 'its code: with GOOGLE the same as googleVerifyCode, with FUND_PWD the encrypted password',
  googleVerifyCode: 'code of the authenticator (GOOGLE); each is good once',
  mobileVerifyCode: 'code of the text message (SMS)',
  emailVerifyCode: 'code of the e-mail',
  yubikeyVerifyCode: 'answer of the security key (FIDO2)',
  confirmPaidType: 'normal, or quick: the buyer releases, up to the limit that the order names',

  scene: 'Portal before an order, Chat within one',
  imageName: 'name of the file; it ends in jpg, jpeg or png',
  userId: 'your user id, a number; 0 works too',
  id: 'id of the payment method, the payId of ads and orders',
  chatMessageType:
    'only this type: text, image, auto_reply, system, card, video, recall, translate, mark or error; none means all',
  merchantNo: "the merchant's userNo, as a search shows it",
  area: 'express or p2pZone',
  tradeMethodIdentifier: 'payment methods by identifier, such as BANK',
};

/** The same names with another meaning, or another limit. */
export const otherMeaningsByOperation: MeaningsByOperation = {
  checkIfCanPlaceOrder: { adOrderNo: 'number of the ad that you would take (no order exists yet)' },
  getUserOrderDetail: { adOrderNo: 'number of the order, although the name speaks of ads' },
  listOrders: {
    rows: 'rows a page; 20 is usual, live answers gave up to 100',
    advNo: 'only orders on this ad',
    asset: 'only orders of this asset, such as USDT',
    tradeType: 'only orders of this side, which is yours',
    payType: 'payment method as a number; the sources do not list them',
  },
  listUserOrderHistory: {
    rows: 'rows a page, at most 100, which is also the default',
    page: 'which page, from 1, which is also the default',
    tradeType: 'only orders of this side',
  },
  markOrderAsPaid: { payId: "id of the seller's payment method that you used" },
  placeOrder: {
    tradeType: 'your side as the taker',
    payId: 'id of your own payment method (getPayMethodByUserId); needed when you sell',
  },
  checkIfCanReleaseCoin: { payId: 'id of the payment method that the money came by (selectedPayId of the order)' },
  releaseCoin: { payId: 'id of the payment method that the money came by (selectedPayId of the order)' },
  retrieveChatMessagesWithPagination: {
    rows: 'rows a page, at most 100',
    id: 'only messages with a smaller id, that is older ones',
    sort: 'asc: oldest first',
  },
  taker: {
    tradeType: 'side of the taker, here in lower case: buy or sell',
    classify: 'class of ads: block, mass or profession',
  },
};
