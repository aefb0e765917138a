import type { Meanings, MeaningsByOperation } from './meaning-table.ts';

const period = '1 the last 30 days, 2 all time';

/** Parameters of ads and of searches for them. Sources: wire-facts 3, 6, 11 and the field tables of release 7.4. */
export const adMeanings: Meanings = {
  adsNo: 'number of one of your own ads',
  advNo: 'number of the ad',
  advNos: 'numbers of the ads, one or several',
  advStatus: '1 online, 3 offline, 4 closed, which cannot be undone',
  asset: 'asset, such as USDT',
  assets: 'assets, such as USDT; at most 3',
  fiat: 'fiat currency, such as BOB',
  fiatCurrency: 'fiat currency, such as BOB',
  fiatUnit: 'fiat currency, such as BOB',
  classify: 'class of the ad: mass (the usual one), profession or block',

  price: 'fiat for one unit of the asset, with no more decimals than the priceScale of the market',
  priceType: '1 fixed: give price; 2 floating: give priceFloatingRatio',
  priceFloatingRatio: 'percent of the market price, such as 99.70',
  rateFloatingRatio: 'ratio of the exchange rate; the sources do not explain it',
  initAmount: 'whole quantity of the ad, in the asset; what is sold already counts',
  minSingleTransAmount: 'least worth of one order, in fiat',
  maxSingleTransAmount: 'greatest worth of one order, in fiat',
  payTimeLimit: 'minutes that the buyer has to pay; 15 by default',
  remarks: 'terms that takers read on the ad; at most 1000 characters',
  autoReplyMsg: 'first chat message of every order; at most 1000 characters',
  onlineNow: 'true (the default): online at once; false: offline',
  onlineDelayTime: 'delay after which the ad goes online; the sources give no unit',
  saveAsTemplate: '1 keep the ad as a template, 0 do not',
  templateName: 'name of the template',
  updateMode: 'selective (the default) or quickedit: only what is sent changes; full: the rest becomes null',

  tradeMethods: 'payment methods of the ad',
  'tradeMethods.identifier': 'the method by name, such as BANK: for ads that buy',
  'tradeMethods.payId': 'the method by id, one of your own (getPayMethodByUserId): for ads that sell',
  'tradeMethods.payType': 'deprecated: use the two others',

  takerAdditionalKycRequired: '1 takers must pass an extra identity check (verifiedAdditionalKyc), 0 they need not',
  buyerKycLimit: '1 only takers whose identity is verified, 0 anyone',
  buyerRegDaysLimit: "least age of the taker's account, in days; -1 is off",
  buyerBtcPositionLimit: 'least holding of the taker, in BTC',
  userTradeCountFilterTime: `period that the counts of orders cover: ${period}`,
  userBuyTradeCountMin: 'least number of orders in which the taker bought',
  userBuyTradeCountMax: 'greatest number of orders in which the taker bought',
  userSellTradeCountMin: 'least number of orders in which the taker sold',
  userSellTradeCountMax: 'greatest number of orders in which the taker sold',
  userAllTradeCountMin: "least number of the taker's orders",
  userAllTradeCountMax: "greatest number of the taker's orders",
  userTradeCompleteRateFilterTime: `period that the completion rate covers: ${period}`,
  userTradeCompleteCountMin: 'least number of orders that the taker completed',
  userTradeCompleteRateMin: "least share of the taker's orders that were completed, from 0 to 1",
  userTradeVolumeFilterTime: `period that the volume covers: ${period}`,
  userTradeType: 'orders that count for the volume: 0 BUY, 1 SELL, 2 all',
  userTradeVolumeMin: "least volume of the taker's orders, in userTradeVolumeAsset",
  userTradeVolumeMax: "greatest volume of the taker's orders, in userTradeVolumeAsset",
  userTradeVolumeAsset: 'asset in which the volume is counted, such as BTC',

  inDeal: '1 only ads that can be traded',
  fromUserRole: 'who asks: USER or ADVERTISER (the default)',
  payTypes: 'payment methods by identifier, such as BANK; none means all',
  countries: 'countries; none means all',
  publisherType: 'user or merchant; none means both',
  transAmount: 'worth of an order, in fiat, that the ad must allow',
  filterType: 'all (the default) or tradable, that is what you can take',
  additionalKycVerifyFilter: '0 all ads, 1 only ads without an extra identity check',
  periods: 'payment windows, in minutes; none means all',
  classifies: 'classes of ads: mass, profession, fiat_trade',
  proMerchantAds: 'ads of pro merchants; the sources say no more',
  shieldMerchantAds: 'ads of shield merchants; the sources say no more',
  tradedWith: 'true only merchants that you traded with; counts for a browser session only',
  followed: 'true only merchants that you follow; counts for a browser session only',
};

const filters = {
  advNo: 'only this ad',
  asset: 'only this asset, such as USDT',
};
const upToTwenty = 'rows a page, at most 20';
const searchSide = 'your side as the searcher: BUY lists those who sell';

/** The same names where they filter, or mean another side. */
export const adMeaningsByOperation: MeaningsByOperation = {
  getReferencePrice: {
    tradeType: 'side that the price is for',
    payType: 'payment method by identifier, such as BANK',
  },
  listWithPagination: {
    ...filters,
    fiatUnit: 'only this fiat; none means all',
    classify: 'only this class: mass, profession or block',
    tradeType: 'only ads of this side, which is yours',
    advStatus: 'only this status: 1 online, 3 offline, 4 closed',
    rows: upToTwenty,
    startDate: 'from this moment on, as date and time',
    endDate: 'up to this moment, as date and time',
  },
  post: { tradeType: 'your side: BUY when you buy the asset, SELL when you sell it' },
  update: {
    tradeType: 'your side, as it is on the ad',
    price: 'fiat for one unit of the asset; send it with advNo alone, else 187049 may follow',
  },
  search: { tradeType: searchSide, rows: upToTwenty },
  searchPublicAds: {
    tradeType: searchSide,
    rows: 'rows a page, 1 to 20; more are refused',
    publisherType: 'merchant; none means both kinds',
    order: 'what to sort by: trade_count, completion_rate or feedback_rating',
  },
  spotPrice: { symbol: 'the pair as the spot market names it, such as USDTBRL' },
};
