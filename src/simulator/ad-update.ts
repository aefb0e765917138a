import { requireAmounts } from './ad-amounts.ts';
import { floatingPrice, ownAd, priceOf, requireOpenBusiness } from './ad-desk.ts';
import { changeStatus, requireKnownStatus, touchAd } from './ad-status.ts';
import { termsFrom } from './ad-terms.ts';
import { Amount } from './amounts.ts';
import type { Marketplace } from './marketplace.ts';
import { judgePriceAttempt, setPrice, setRatio } from './price-rule.ts';
import {
  callerOf,
  decimalParameter,
  integerParameter,
  parameter,
  requiredText,
  textParameter,
  type SimAnswer,
  type SimCall,
} from './sim-call.ts';
import { illegalParameter, missingParameters, quantityTooSmall, wrapped } from './sim-refusal.ts';
import type { AdRecord } from './simulator-state.ts';
import { wantedMethods } from './wanted-methods.ts';

/** Counts what the attempt says about the desk, before anything can stop it. */
export function observeUpdate(call: SimCall): void {
  const { marketplace } = call;
  const ad = marketplace.ads.get(requiredText(call, 'advNo'));
  if (ad === undefined || ad.account !== callerOf(call)) return;
  const ratio = decimalParameter(call, 'priceFloatingRatio');
  const floating = ratio === null || !wantsFloating(call, ad) ? null : floatingPrice(marketplace, ad, ratio);
  const price = floating ?? decimalParameter(call, 'price');
  if (price !== null) judgePriceAttempt(marketplace, ad, price);
}

/** EP-7: what is present is changed. A price never travels with the remainder (interface section 7.6). */
export function updateAd(call: SimCall): SimAnswer {
  const { marketplace } = call;
  const account = callerOf(call);
  const ad = ownAd(marketplace, account, requiredText(call, 'advNo'));
  requireOpenBusiness(marketplace, account);
  const price = decimalParameter(call, 'price');
  if (price !== null && parameter(call, 'surplusAmount') !== undefined) throw wrapped('187049');
  if (isRacing(marketplace, ad)) throw wrapped('187049');
  requireSameMarket(call, ad);
  const change = plannedChange(call, ad);
  const status = requireKnownStatus(integerParameter(call, 'advStatus') ?? ad.status);
  changePrice(call, ad);
  // Can fail only where no price was sent, so nothing is changed by halves.
  if (status !== ad.status) requireStatus(call, ad, status);
  Object.assign(ad, change);
  touchAd(marketplace, ad);
  return { data: true };
}

/** An order that arrives on an ad makes its update fail for a moment (api-facts section 19, hint 10). */
function isRacing({ settings, clock }: Marketplace, ad: AdRecord): boolean {
  return ad.lastOrderAtMs !== null && clock.now() - ad.lastOrderAtMs < settings.updateRaceMs;
}

/** An ad keeps its market for life. */
function requireSameMarket(call: SimCall, ad: AdRecord): void {
  const asset = textParameter(call, 'asset') ?? ad.asset;
  const fiat = textParameter(call, 'fiatUnit') ?? ad.fiat;
  if (asset !== ad.asset || fiat !== ad.fiat) throw illegalParameter();
}

function wantsFloating(call: SimCall, ad: AdRecord): boolean {
  const wanted = integerParameter(call, 'priceType');
  if (wanted !== null) return wanted === 2;
  return decimalParameter(call, 'price') === null || ad.floatingRatio !== null;
}

function changePrice(call: SimCall, ad: AdRecord): void {
  const price = decimalParameter(call, 'price');
  const ratio = decimalParameter(call, 'priceFloatingRatio');
  if (ratio !== null && wantsFloating(call, ad)) return setRatio(call.marketplace, ad, ratio);
  if (price !== null) return setPrice(call.marketplace, ad, price);
  const type = integerParameter(call, 'priceType');
  if (type === 2 && ad.floatingRatio === null) throw missingParameters(['priceFloatingRatio']);
  if (type === 1 && ad.floatingRatio !== null) throw missingParameters(['price']);
}

/** All that changes besides the price, checked before anything is changed. */
function plannedChange(call: SimCall, ad: AdRecord): Partial<AdRecord> {
  const mode = textParameter(call, 'updateMode');
  const terms = { ...(mode === 'full' ? {} : ad.terms), ...termsFrom(call) };
  const needsKyc = integerParameter(call, 'takerAdditionalKycRequired');
  return {
    ...plannedAmounts(call, ad),
    terms,
    remarks: textParameter(call, 'remarks') ?? ad.remarks,
    autoReply: textParameter(call, 'autoReplyMsg') ?? ad.autoReply,
    payTimeLimitMinutes: integerParameter(call, 'payTimeLimit') ?? ad.payTimeLimitMinutes,
    additionalKyc: needsKyc === null ? ad.additionalKyc : needsKyc === 1,
    paymentMethods: wantedMethods(call, ad.side) ?? ad.paymentMethods,
  };
}

function plannedAmounts(call: SimCall, ad: AdRecord) {
  const initAmount = decimalParameter(call, 'initAmount') ?? ad.initAmount;
  const minFiat = decimalParameter(call, 'minSingleTransAmount') ?? ad.minFiat;
  const maxFiat = decimalParameter(call, 'maxSingleTransAmount') ?? ad.maxFiat;
  const isChanged = initAmount !== ad.initAmount || minFiat !== ad.minFiat || maxFiat !== ad.maxFiat;
  if (isChanged) {
    requireAmounts({ initAmount, minFiat, maxFiat }, { ...ad, price: priceOf(call.marketplace, ad) });
  }
  // What was sold never changes by editing: the remainder moves with the total.
  const left = new Amount(ad.surplusAmount).plus(initAmount).minus(ad.initAmount);
  if (left.lt(0)) throw quantityTooSmall();
  return { initAmount, minFiat, maxFiat, surplusAmount: left.toString() };
}

function requireStatus(call: SimCall, ad: AdRecord, status: number): void {
  const failure = changeStatus(call, ad.advNo, status);
  if (failure !== null) throw wrapped(failure.errorCode);
}
