import { z } from 'zod';
import {
  countField,
  decimalField,
  flagField,
  integerField,
  numberField,
  secondFactorFields,
  sideField,
  sortFields,
  textField,
  textListField,
  yesNoField,
} from '../../http/request-field.ts';

/** How a trade is paid: sellers name their own method by `payId`, buyers any method by `identifier`. */
const tradeMethod = z.object({
  identifier: textField.optional(),
  payId: integerField.optional(),
  payType: textField.optional(),
});

/** Conditions of an ad for its takers, and its smaller settings: stored as sent. */
export const adTermFields = {
  buyerBtcPositionLimit: decimalField.optional(),
  buyerKycLimit: yesNoField.optional(),
  buyerRegDaysLimit: integerField.optional(),
  rateFloatingRatio: decimalField.optional(),
  userAllTradeCountMax: integerField.optional(),
  userAllTradeCountMin: integerField.optional(),
  userBuyTradeCountMax: integerField.optional(),
  userBuyTradeCountMin: integerField.optional(),
  userSellTradeCountMax: integerField.optional(),
  userSellTradeCountMin: integerField.optional(),
  userTradeCompleteCountMin: integerField.optional(),
  userTradeCompleteRateFilterTime: integerField.optional(),
  userTradeCompleteRateMin: decimalField.optional(),
  userTradeCountFilterTime: integerField.optional(),
  userTradeType: integerField.optional(),
  userTradeVolumeAsset: textField.optional(),
  userTradeVolumeFilterTime: integerField.optional(),
  userTradeVolumeMax: decimalField.optional(),
  userTradeVolumeMin: decimalField.optional(),
};

const adTextFields = {
  autoReplyMsg: textField.optional(),
  payTimeLimit: countField.optional(),
  price: decimalField.optional(),
  priceFloatingRatio: decimalField.optional(),
  remarks: textField.optional(),
  saveAsTemplate: yesNoField.optional(),
  takerAdditionalKycRequired: yesNoField.optional(),
  templateName: textField.optional(),
};

/** EP-2. */
export const adDetailRequest = z.looseObject({ adsNo: numberField });

/** EP-3. */
export const referencePriceRequest = z.looseObject({
  assets: textListField.max(3).optional(),
  fiatCurrency: textField,
  fromUserRole: z.enum(['USER', 'ADVERTISER']).optional(),
  payType: textField.optional(),
  tradeType: sideField,
});

/** EP-4. */
export const adPageRequest = z.looseObject({
  advNo: numberField.optional(),
  advStatus: integerField.optional(),
  asset: textField.optional(),
  classify: textField.optional(),
  endDate: z.union([integerField, textField]).optional(),
  fiatUnit: textField.optional(),
  inDeal: integerField.optional(),
  page: countField,
  rows: countField,
  startDate: z.union([integerField, textField]).optional(),
  tradeType: sideField.optional(),
  ...sortFields,
});

/** EP-5. */
export const adPostRequest = z.looseObject({
  ...adTermFields,
  ...adTextFields,
  ...secondFactorFields,
  asset: textField,
  buyerKycLimit: yesNoField,
  classify: textField,
  fiatUnit: textField,
  initAmount: decimalField,
  maxSingleTransAmount: decimalField,
  minSingleTransAmount: decimalField,
  onlineDelayTime: integerField.optional(),
  onlineNow: flagField.optional(),
  priceType: integerField,
  tradeMethods: z.array(tradeMethod),
  tradeType: sideField,
});

/** EP-6. The names are in the order in which the live service complains about them. */
export const adSearchRequest = z.looseObject({
  tradeType: sideField,
  fiat: textField,
  asset: textField,
  page: countField,
  rows: countField,
  additionalKycVerifyFilter: yesNoField.optional(),
  countries: textListField.optional(),
  filterType: z.enum(['all', 'tradable']).optional(),
  payTypes: textListField.optional(),
  publisherType: z.enum(['user', 'merchant']).optional(),
  transAmount: decimalField.optional(),
  ...sortFields,
});

/** EP-0: the parameters of EP-6, and those of the web page. */
export const publicSearchRequest = adSearchRequest.extend({
  classifies: textListField.optional(),
  followed: flagField.optional(),
  periods: z.array(integerField).optional(),
  proMerchantAds: flagField.optional(),
  shieldMerchantAds: flagField.optional(),
  tradedWith: flagField.optional(),
});

/** EP-7. */
export const adUpdateRequest = z.looseObject({
  ...adTermFields,
  ...adTextFields,
  ...secondFactorFields,
  advNo: numberField,
  advStatus: integerField.optional(),
  asset: textField.optional(),
  fiatUnit: textField.optional(),
  initAmount: decimalField.optional(),
  maxSingleTransAmount: decimalField.optional(),
  minSingleTransAmount: decimalField.optional(),
  priceType: integerField.optional(),
  tradeMethods: z.array(tradeMethod).optional(),
  tradeType: sideField.optional(),
  updateMode: z.enum(['selective', 'full', 'quickedit']).optional(),
});

/** EP-8. */
export const adStatusRequest = z.looseObject({ advNos: z.array(numberField).min(1), advStatus: integerField });
