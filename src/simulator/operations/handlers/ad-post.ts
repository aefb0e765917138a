import { z } from 'zod';
import {
  decimalField,
  flagField,
  integerField,
  secondFactorFields,
  sideField,
  textField,
  yesNoField,
} from '../../http/request-field.ts';
import { requireAmounts } from '../../trade/ad-amounts.ts';
import { addAd, requireOpenBusiness, type PricedAd } from '../../trade/ad-desk.ts';
import { adTermFields, adTextFields, tradeMethodField, termsFrom } from './ad-terms.ts';
import { enter } from '../../world/ledger.ts';
import { pairKey, type MarketPair } from '../../world/market-feed.ts';
import { payTimeParameter } from '../../trade/pay-time.ts';
import { requirePrice, requireRatio } from '../../trade/price-rule.ts';
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
import { illegalParameter, missingParameters, wrapped } from '../../world/sim-refusal.ts';
import { SimAdStatus } from '../../world/simulator-state.ts';
import { wantedMethods } from './wanted-methods.ts';

/** What every simulated account may publish (EP-1). */
export const adClasses: readonly string[] = ['mass', 'profession', 'block'];

const minuteMs = 60_000;

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
  tradeMethods: z.array(tradeMethodField),
  tradeType: sideField,
});

/** EP-5: publishes an ad, if updates could bring it to the same state, and returns its number. */
export function postAd(call: SimCall): SimAnswer {
  const { marketplace } = call;
  const account = callerOf(call);
  requireOpenBusiness(marketplace, account);
  const pair = marketOf(call);
  const classify = requiredText(call, 'classify');
  if (!adClasses.includes(classify)) throw illegalParameter();
  const pricing = pricingOf(call, { ...pair, advNo: '', account });
  const amounts = {
    initAmount: decimalParameter(call, 'initAmount') ?? '',
    minFiat: decimalParameter(call, 'minSingleTransAmount') ?? '',
    maxFiat: decimalParameter(call, 'maxSingleTransAmount') ?? '',
  };
  requireAmounts(amounts, { ...pair, price: pricing.price });
  const side = sideParameter(call) ?? 'SELL';
  const paymentMethods = wantedMethods(call, side);
  if (paymentMethods === null) throw missingParameters(['tradeMethods']);
  const ad = addAd(marketplace, {
    ...pricing,
    ...amounts,
    ...showingOf(call),
    ...wordsOf(call),
    account,
    side,
    asset: pair.asset,
    fiat: pair.fiat,
    classify,
    paymentMethods,
    terms: termsFrom(call),
    additionalKyc: integerParameter(call, 'takerAdditionalKycRequired') === 1,
  });
  enter(marketplace.ledger, { atMs: ad.createdAtMs, kind: 'ad-post', account, adNumber: ad.advNo, price: ad.price });
  return { data: ad.advNo };
}

function marketOf(call: SimCall): MarketPair {
  const wanted = pairKey({ asset: requiredText(call, 'asset'), fiat: requiredText(call, 'fiatUnit') });
  const pair = call.marketplace.feed.pairs.find((candidate) => pairKey(candidate) === wanted);
  if (pair === undefined) throw wrapped('FIAT_ASSET_ILLEGAL');
  return pair;
}

/** priceType 1 needs a price, 2 a percentage of the reference. */
function pricingOf(call: SimCall, ad: PricedAd): { price: string; floatingRatio: string | null } {
  const price = decimalParameter(call, 'price');
  const ratio = decimalParameter(call, 'priceFloatingRatio');
  const type = integerParameter(call, 'priceType');
  if (type === 1) {
    if (price === null) throw missingParameters(['price']);
    requirePrice(call.marketplace, ad, price);
    return { price, floatingRatio: null };
  }
  if (type !== 2) throw illegalParameter();
  if (ratio === null) throw missingParameters(['priceFloatingRatio']);
  return { price: requireRatio(call.marketplace, ad, ratio), floatingRatio: ratio };
}

/** Online at once by default; `onlineDelayTime` is read as minutes, a unit that no public source states. */
function showingOf(call: SimCall): { status: SimAdStatus; onlineAtMs: number | null } {
  const delayMinutes = integerParameter(call, 'onlineDelayTime') ?? 0;
  if (delayMinutes > 0) {
    return { status: SimAdStatus.OFFLINE, onlineAtMs: call.marketplace.clock.now() + delayMinutes * minuteMs };
  }
  const status = parameter(call, 'onlineNow') === false ? SimAdStatus.OFFLINE : SimAdStatus.ONLINE;
  return { status, onlineAtMs: null };
}

const wordsOf = (call: SimCall) => ({
  remarks: textParameter(call, 'remarks') ?? '',
  autoReply: textParameter(call, 'autoReplyMsg'),
  payTimeLimitMinutes: payTimeParameter(call),
});
