import { z } from 'zod';
import { decimalField, integerField, countField, textField, yesNoField } from '../../http/request-field.ts';
import { withEightDecimals } from '../../world/amounts.ts';
import { decimalParameter, integerParameter, textParameter, type SimCall } from '../../world/sim-call.ts';
import type { AdTerms } from '../../world/simulator-state.ts';

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

/** What else an ad may say of itself. */
export const adTextFields = {
  autoReplyMsg: textField.optional(),
  payTimeLimit: countField.optional(),
  price: decimalField.optional(),
  priceFloatingRatio: decimalField.optional(),
  remarks: textField.optional(),
  saveAsTemplate: yesNoField.optional(),
  takerAdditionalKycRequired: yesNoField.optional(),
  templateName: textField.optional(),
};

/** How a trade is paid: sellers name their own method by `payId`, buyers any method by `identifier`. */
export const tradeMethodField = z.object({
  identifier: textField.optional(),
  payId: integerField.optional(),
  payType: textField.optional(),
});

const decimals: ReadonlySet<string> = new Set([
  'buyerBtcPositionLimit',
  'rateFloatingRatio',
  'userTradeCompleteRateMin',
  'userTradeVolumeMax',
  'userTradeVolumeMin',
]);
const texts: ReadonlySet<string> = new Set(['userTradeVolumeAsset']);

export function termsFrom(call: SimCall): AdTerms {
  const entries = Object.keys(adTermFields).map((name) => [name, readTerm(call, name)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string | number] => entry[1] !== null));
}

function readTerm(call: SimCall, name: string): string | number | null {
  if (decimals.has(name)) return decimalParameter(call, name);
  return texts.has(name) ? textParameter(call, name) : integerParameter(call, name);
}

/** The terms as an ad shows them; four are always present, with the values that mean "off". */
export function termsToWire(terms: AdTerms): AdTerms {
  return {
    ...terms,
    buyerKycLimit: terms['buyerKycLimit'] ?? 0,
    buyerRegDaysLimit: terms['buyerRegDaysLimit'] ?? -1,
    buyerBtcPositionLimit: withEightDecimals(terms['buyerBtcPositionLimit'] ?? '0'),
    rateFloatingRatio: withEightDecimals(terms['rateFloatingRatio'] ?? '0'),
  };
}
