import { z } from 'zod';
import {
  decimalField,
  integerField,
  numberField,
  secondFactorFields,
  sideField,
  textField,
} from '../../http/request-field.ts';
import { requireAmounts } from '../../trade/ad-amounts.ts';
import { floatingPrice, ownAd, priceOf, requireOpenBusiness } from '../../trade/ad-desk.ts';
import { changeStatus, requireKnownStatus, touchAd } from './ad-status.ts';
import { adTermFields, adTextFields, tradeMethodField, termsFrom } from './ad-terms.ts';
import { Amount } from '../../world/amounts.ts';
import type { Marketplace } from '../../world/marketplace.ts';
import { payTimeParameter } from '../../trade/pay-time.ts';
import { judgePriceAttempt, requirePrice, requireRatio, setPrice, setRatio } from '../../trade/price-rule.ts';
import {
  callerOf,
  decimalParameter,
  integerParameter,
  parameter,
  requiredText,
  sideParameter,
  textParameter,
  type SimAnswer,
  type SimCall,
} from '../../world/sim-call.ts';
import {
  illegalParameter,
  missingParameters,
  notEnoughFree,
  quantityTooSmall,
  SimRefusal,
  wrapped,
} from '../../world/sim-refusal.ts';
import type { AdRecord } from '../../world/simulator-state.ts';
import { freeOf } from '../../trade/wallet.ts';
import { wantedMethods } from './wanted-methods.ts';

/** Counts the attempt in the ledger before anything can stop it. */
export function observeUpdate(call: SimCall): void {
  const { marketplace } = call;
  const ad = marketplace.ads.get(requiredText(call, 'advNo'));
  if (ad === undefined || ad.account !== callerOf(call)) return;
  const ratio = decimalParameter(call, 'priceFloatingRatio');
  const floating = ratio === null || !wantsFloating(call, ad) ? null : floatingPrice(marketplace, ad, ratio);
  const price = floating ?? decimalParameter(call, 'price');
  if (price !== null) judgePriceAttempt(marketplace, ad, price);
}

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
  tradeMethods: z.array(tradeMethodField).optional(),
  tradeType: sideField.optional(),
  updateMode: z.enum(['selective', 'full', 'quickedit']).optional(),
});

/**
 * EP-7: changes the fields that are present; in the mode `full` an absent optional field becomes null (wire-facts 3). A
 * price never travels with the remainder (interface 7.6).
 */
export function updateAd(call: SimCall): SimAnswer {
  const { marketplace } = call;
  const account = callerOf(call);
  const ad = ownAd(marketplace, account, requiredText(call, 'advNo'));
  requireOpenBusiness(marketplace, account);
  const price = decimalParameter(call, 'price');
  if (price !== null && parameter(call, 'surplusAmount') !== undefined) throw wrapped('187049');
  if (isRacing(marketplace, ad)) throw wrapped('187049');
  requireSameMarket(call, ad);
  requireKnownPriceType(call);
  const change = plannedChange(call, ad, plannedPrice(call, ad));
  const status = requireKnownStatus(integerParameter(call, 'advStatus') ?? ad.status);
  changePrice(call, ad);
  // Can fail only with 187055, and only if a price was sent, so nothing is half changed.
  if (status !== ad.status) requireStatus(call, ad, status);
  Object.assign(ad, change);
  touchAd(marketplace, ad);
  return { data: true };
}

/** An order that arrives on an ad makes its update fail for a moment (wire-facts 19, hint 10). */
function isRacing({ settings, clock }: Marketplace, ad: AdRecord): boolean {
  return ad.lastOrderAtMs !== null && clock.now() - ad.lastOrderAtMs < settings.updateRaceMs;
}

/** An ad keeps its market and its side for life. */
function requireSameMarket(call: SimCall, ad: AdRecord): void {
  const asset = textParameter(call, 'asset') ?? ad.asset;
  const fiat = textParameter(call, 'fiatUnit') ?? ad.fiat;
  const side = sideParameter(call) ?? ad.side;
  if (asset !== ad.asset || fiat !== ad.fiat || side !== ad.side) throw illegalParameter();
}

function requireKnownPriceType(call: SimCall): void {
  const type = integerParameter(call, 'priceType') ?? 1;
  if (type !== 1 && type !== 2) throw missingParameters(['priceType']);
}

function wantsFloating(call: SimCall, ad: AdRecord): boolean {
  const wanted = integerParameter(call, 'priceType');
  if (wanted !== null) return wanted === 2;
  return decimalParameter(call, 'price') === null || ad.floatingRatio !== null;
}

/** Returns the ad's new price; refuses one that cannot be set. */
function plannedPrice(call: SimCall, ad: AdRecord): string {
  const price = decimalParameter(call, 'price');
  const ratio = decimalParameter(call, 'priceFloatingRatio');
  if (ratio !== null && wantsFloating(call, ad)) return requireRatio(call.marketplace, ad, ratio);
  if (price === null) requirePricing(call, ad);
  else requireFixed(call, ad, price);
  return price ?? priceOf(call.marketplace, ad);
}

/** A floating price is changed by its ratio, or made a fixed one by saying so. */
function requireFixed(call: SimCall, ad: AdRecord, price: string): void {
  if (ad.floatingRatio !== null && integerParameter(call, 'priceType') !== 1) throw illegalParameter();
  requirePrice(call.marketplace, ad, price);
}

/** Without a price there can be no change from fixed to floating or back. */
function requirePricing(call: SimCall, { floatingRatio }: AdRecord): void {
  const type = integerParameter(call, 'priceType');
  if (type === 2 && floatingRatio === null) throw missingParameters(['priceFloatingRatio']);
  if (type === 1 && floatingRatio !== null) throw missingParameters(['price']);
}

function changePrice(call: SimCall, ad: AdRecord): void {
  const price = decimalParameter(call, 'price');
  const ratio = decimalParameter(call, 'priceFloatingRatio');
  if (ratio !== null && wantsFloating(call, ad)) setRatio(call.marketplace, ad, ratio);
  else if (price !== null) setPrice(call.marketplace, ad, price);
}

/** The defaults of an ad. */
const nothing = { terms: {}, remarks: '', autoReply: null, payTimeLimitMinutes: null, additionalKyc: false };

/** Returns all changes besides the price, checked before anything is changed. */
function plannedChange(call: SimCall, ad: AdRecord, price: string): Partial<AdRecord> {
  const before = textParameter(call, 'updateMode') === 'full' ? nothing : ad;
  const needsKyc = integerParameter(call, 'takerAdditionalKycRequired');
  return {
    ...plannedAmounts(call, ad, price),
    terms: { ...before.terms, ...termsFrom(call) },
    remarks: textParameter(call, 'remarks') ?? before.remarks,
    autoReply: textParameter(call, 'autoReplyMsg') ?? before.autoReply,
    payTimeLimitMinutes: payTimeParameter(call) ?? before.payTimeLimitMinutes,
    additionalKyc: needsKyc === null ? before.additionalKyc : needsKyc === 1,
    paymentMethods: wantedMethods(call, ad.side) ?? ad.paymentMethods,
  };
}

/** Amounts are judged with the price that comes with them. */
function plannedAmounts(call: SimCall, ad: AdRecord, price: string) {
  const initAmount = decimalParameter(call, 'initAmount') ?? ad.initAmount;
  const minFiat = decimalParameter(call, 'minSingleTransAmount') ?? ad.minFiat;
  const maxFiat = decimalParameter(call, 'maxSingleTransAmount') ?? ad.maxFiat;
  const isChanged = initAmount !== ad.initAmount || minFiat !== ad.minFiat || maxFiat !== ad.maxFiat;
  if (isChanged) {
    requireAmounts({ initAmount, minFiat, maxFiat }, { ...ad, price });
  }
  // Editing never changes the sold amount: the remainder moves with the total.
  const left = new Amount(ad.surplusAmount).plus(initAmount).minus(ad.initAmount);
  if (left.lt(0)) throw quantityTooSmall();
  if (left.gt(ad.surplusAmount)) requireFree(call, ad, left);
  return { initAmount, minFiat, maxFiat, surplusAmount: left.toString() };
}

/** A selling ad may not be raised above what the wallet has free. */
function requireFree({ marketplace }: SimCall, { side, account, asset }: AdRecord, left: Amount): void {
  const free = side === 'SELL' ? freeOf(marketplace, account, asset) : null;
  if (free !== null && left.gt(free)) throw notEnoughFree();
}

function requireStatus(call: SimCall, ad: AdRecord, status: number): void {
  const failure = changeStatus(call, ad.advNo, status);
  if (failure !== null) throw new SimRefusal(Number(failure.errorCode), failure.errorMsg);
}
