import { z } from 'zod';
import { decimal, flag, identifier, int64, integer, inputs, sentDate, side, text, oneOf } from '../wire-value.ts';

/** Loose like the call around it: newer versions of the service may know more. */
const tradeMethodRequest = z.looseObject(inputs({ identifier: text, payId: int64, payType: text }));

const secondFactor = {
  authType: oneOf<'GOOGLE' | 'SMS' | 'FIDO2' | 'FUND_PWD'>(),
  code: text,
  googleVerifyCode: text,
  emailVerifyCode: text,
  mobileVerifyCode: text,
  yubikeyVerifyCode: text,
};

/** Shared by posting and updating: all amounts in the asset, limits in fiat, payTimeLimit in minutes. */
const adSettings = {
  price: decimal,
  priceFloatingRatio: decimal,
  rateFloatingRatio: decimal,
  buyerRegDaysLimit: integer,
  buyerBtcPositionLimit: decimal,
  payTimeLimit: integer,
  remarks: text,
  autoReplyMsg: text,
  takerAdditionalKycRequired: integer,
  saveAsTemplate: integer,
  templateName: text,
  userTradeCountFilterTime: integer,
  userBuyTradeCountMin: integer,
  userBuyTradeCountMax: integer,
  userSellTradeCountMin: integer,
  userSellTradeCountMax: integer,
  userAllTradeCountMin: integer,
  userAllTradeCountMax: integer,
  userTradeCompleteRateFilterTime: integer,
  userTradeCompleteCountMin: integer,
  userTradeCompleteRateMin: decimal,
  userTradeVolumeFilterTime: integer,
  userTradeType: integer,
  userTradeVolumeMin: decimal,
  userTradeVolumeMax: decimal,
  userTradeVolumeAsset: text,
  ...secondFactor,
};

export const postRequest = z.object({
  classify: oneOf<'mass' | 'profession' | 'block'>(),
  tradeType: side,
  asset: text,
  fiatUnit: text,
  priceType: integer,
  initAmount: decimal,
  minSingleTransAmount: decimal,
  maxSingleTransAmount: decimal,
  buyerKycLimit: integer,
  tradeMethods: z.array(tradeMethodRequest),
  ...inputs({ ...adSettings, onlineNow: flag, onlineDelayTime: integer }),
});

/**
 * EP-7. A price update carries only advNo and price: surplusAmount beside them is refused with 187049 (interface 7.6).
 */
export const updateRequest = z.object({
  advNo: identifier,
  tradeMethods: z.array(tradeMethodRequest).nullish(),
  ...inputs({
    ...adSettings,
    advStatus: integer,
    updateMode: oneOf<'selective' | 'full' | 'quickedit'>(),
    tradeType: side,
    asset: text,
    fiatUnit: text,
    priceType: integer,
    initAmount: decimal,
    minSingleTransAmount: decimal,
    maxSingleTransAmount: decimal,
    buyerKycLimit: integer,
  }),
});

/** EP-8: advStatus 1 online, 3 offline, 4 closed for good. */
export const updateStatusRequest = z.object({ advNos: z.array(identifier).min(1), advStatus: integer });

export const referencePriceRequest = z.object({
  fiatCurrency: text,
  tradeType: side,
  assets: z.array(text).nullish(),
  ...inputs({ payType: text, fromUserRole: oneOf<'USER' | 'ADVERTISER'>() }),
});

/** EP-4: `page` counts from 1, `rows` is at most 20. */
export const adPageRequest = z.object({
  page: integer,
  rows: integer,
  ...inputs({
    advNo: identifier,
    asset: text,
    fiatUnit: text,
    classify: oneOf<'mass' | 'profession' | 'block'>(),
    tradeType: side,
    advStatus: integer,
    inDeal: integer,
    startDate: sentDate,
    endDate: sentDate,
    order: text,
    sort: oneOf<'asc' | 'desc'>(),
  }),
});

/** EP-6: `tradeType` is the searcher's side, so BUY lists the ads of sellers; `rows` is at most 20. */
export const adSearchRequest = z.object({
  asset: text,
  fiat: text,
  tradeType: side,
  page: integer,
  rows: integer,
  payTypes: z.array(text).nullish(),
  countries: z.array(text).nullish(),
  ...inputs({
    publisherType: oneOf<'user' | 'merchant'>(),
    transAmount: decimal,
    filterType: oneOf<'all' | 'tradable'>(),
    additionalKycVerifyFilter: integer,
    order: text,
    sort: oneOf<'asc' | 'desc'>(),
  }),
});

/** EP-0: the public search accepts the parameters of EP-6, and filters of the web page (wire-facts 11). */
export const publicSearchRequest = z.object({
  ...adSearchRequest.shape,
  periods: z.array(integer).nullish(),
  classifies: z.array(text).nullish(),
  ...inputs({ proMerchantAds: flag, shieldMerchantAds: flag, tradedWith: flag, followed: flag }),
});
