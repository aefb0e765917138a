/** The fields of a call as a user would fill them in. */
export type ExampleFields = Readonly<Record<string, unknown>>;

/**
 * Placeholders for values that only the reader knows. Every call that moves money has one, so that a copied line does
 * nothing.
 */
export const placeholders: readonly string[] = [
  'AD_NUMBER',
  'ORDER_NUMBER',
  'PAY_ID',
  'PRICE',
  'TOTAL',
  'CODE',
  'MERCHANT',
];

const market = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 10 };
const firstPage = { page: 1, rows: 20 };
const order = { orderNumber: 'ORDER_NUMBER' };

const newAd = {
  classify: 'mass',
  tradeType: 'BUY',
  asset: 'USDT',
  fiatUnit: 'BOB',
  priceType: 1,
  price: 'PRICE',
  initAmount: '500',
  minSingleTransAmount: '100',
  maxSingleTransAmount: '2000',
  buyerKycLimit: 0,
  payTimeLimit: 15,
  tradeMethods: [{ identifier: 'BANK' }],
};

const placement = {
  advOrderNumber: 'AD_NUMBER',
  asset: 'USDT',
  fiatUnit: 'BOB',
  tradeType: 'BUY',
  buyType: 'BY_MONEY',
  totalAmount: 'TOTAL',
  matchPrice: 'PRICE',
  origin: 'MAKE_TAKE',
};

/** Calls that work once the placeholders are replaced, by operation; those without parameters have none. */
export const operationExamples: Readonly<Record<string, readonly ExampleFields[]>> = {
  getDetailByNo: [{ adsNo: 'AD_NUMBER' }],
  getReferencePrice: [{ fiatCurrency: 'BOB', tradeType: 'SELL', assets: ['USDT'] }],
  listWithPagination: [firstPage],
  post: [newAd],
  search: [market],
  update: [
    { advNo: 'AD_NUMBER', price: 'PRICE' },
    { advNo: 'AD_NUMBER', tradeMethods: [{ payId: 'PAY_ID' }] },
  ],
  updateStatus: [{ advNos: ['AD_NUMBER'], advStatus: 3 }],

  cancelOrder: [{ ...order, orderCancelReasonCode: 1 }],
  checkIfAllowedCancelOrder: [order],
  checkIfCanPlaceOrder: [{ adOrderNo: 'AD_NUMBER' }],
  checkIfCanReleaseCoin: [order],
  getUserOrderDetail: [{ adOrderNo: 'ORDER_NUMBER' }],
  listOrders: [{ ...firstPage, orderStatusList: [1, 2, 3, 5] }],
  listUserOrderHistory: [{ tradeType: 'SELL', page: 1, rows: 100 }],
  markOrderAsPaid: [order],
  placeOrder: [placement],
  queryCounterPartyOrderStatistic: [order],
  releaseCoin: [{ ...order, authType: 'GOOGLE', googleVerifyCode: 'CODE', code: 'CODE' }],
  verifiedAdditionalKyc: [order],

  getRiskWarningTips: [{ fiat: 'BOB', scene: 'Portal' }],
  getImagePreSignedUrl: [{ imageName: 'receipt.png' }],
  markOrderMessagesAsRead: [{ orderNo: 'ORDER_NUMBER', userId: 0 }],
  retrieveChatMessagesWithPagination: [{ orderNo: 'ORDER_NUMBER', ...firstPage }],

  getAdDetails: [{ merchantNo: 'MERCHANT' }],
  getPayMethodById: [{ id: 'PAY_ID' }],
  overview: [{ fiat: 'BOB' }],
  taker: [{ fiat: 'BOB', asset: 'USDT', area: 'p2pZone', tradeType: 'buy' }],
  searchPublicAds: [market],
};
