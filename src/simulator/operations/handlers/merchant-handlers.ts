import { z } from 'zod';
import { textField } from '../../http/request-field.ts';
import { marketRows, type SearchRow } from './search-rows.ts';
import { withEightDecimals } from '../../world/amounts.ts';
import { merchantOf } from '../../world/marketplace.ts';
import { callerOf, textParameter, type SimAnswer, type SimCall } from '../../world/sim-call.ts';
import { businessClosed, illegalParameter } from '../../world/sim-refusal.ts';
import { BusinessStatus, type MerchantRecord } from '../../world/simulator-state.ts';
import { userNoFor } from '../../trade/order-party.ts';

const ownMerchant = (call: SimCall): MerchantRecord => merchantOf(call.marketplace, callerOf(call));

/** EP-26 and EP-25: the "online" dot, which is independent of the business being open. */
export const setPresence =
  (online: boolean) =>
  (call: SimCall): SimAnswer => {
    ownMerchant(call).online = online;
    return {};
  };

/** EP-27: opens the business, also out of a break. */
export function startBusiness(call: SimCall): SimAnswer {
  Object.assign(ownMerchant(call), { status: BusinessStatus.OPEN, restUntilMs: null });
  return { data: true };
}

/** EP-22: from now on takers do not find the merchant's ads, and calls that change them answer 83229. */
export function closeBusiness(call: SimCall): SimAnswer {
  Object.assign(ownMerchant(call), { status: BusinessStatus.CLOSED, restUntilMs: null });
  return { data: true };
}

/** EP-28: takers do not find the ads until the break is over; calls that change them answer 83230. */
export function startRest(call: SimCall): SimAnswer {
  const merchant = ownMerchant(call);
  if (merchant.status === BusinessStatus.CLOSED) throw businessClosed();
  const { clock, settings } = call.marketplace;
  const suspendEndTime = merchant.restUntilMs ?? clock.now() + settings.restMs;
  Object.assign(merchant, { status: BusinessStatus.RESTING, restUntilMs: suspendEndTime });
  return { data: { suspendEndTime } };
}

/** EP-23: a closed business stays closed. */
export function endRest(call: SimCall): SimAnswer {
  const merchant = ownMerchant(call);
  if (merchant.status === BusinessStatus.CLOSED) return { data: false };
  Object.assign(merchant, { status: BusinessStatus.OPEN, restUntilMs: null });
  return { data: true };
}

/** EP-24: `merchantNo` is a merchant's userNo; default: the caller's. */
export const merchantAdsRequest = z.looseObject({ merchantNo: textField.optional() });

/** EP-24: the public profile of a merchant; `merchantNo` is its user number, default: the caller's. */
export function getAdDetails(call: SimCall): SimAnswer {
  const { marketplace } = call;
  const userNo = textParameter(call, 'merchantNo') ?? userNoFor(callerOf(call));
  const rows = marketplace.books().flatMap(({ pair }) => marketRows(marketplace, pair));
  const own = rows.filter(({ advertiser }) => advertiser.userNo === userNo);
  const account = marketplace.accounts.find(({ name }) => userNoFor(name) === userNo)?.name ?? null;
  const nickName = account ?? own[0]?.advertiser.nickName;
  if (nickName === undefined) throw illegalParameter();
  const online = account === null || merchantOf(marketplace, account).online;
  return {
    data: {
      merchant: { ...profile, merchantNo: userNo, userNo, nickName, onlineStatus: online ? '1' : '0' },
      buyList: own.filter(({ side }) => side === 'BUY').map(toMerchantAd),
      sellList: own.filter(({ side }) => side === 'SELL').map(toMerchantAd),
    },
  };
}

const profile = {
  userType: 'merchant',
  authentication: true,
  emailVerified: true,
  bindMobile: true,
  idVerified: true,
  margin: withEightDecimals('1000'),
  marginUnit: 'USDT',
  orderCount: 2400,
  monthOrderCount: 310,
  monthFinishRate: 0.985,
  advConfirmTime: 240,
  registerDays: 400,
  firstOrderDays: 390,
};

/** The same ad under the names of this one endpoint. */
function toMerchantAd({ adv, isConformed, words }: SearchRow): Record<string, unknown> {
  const { minSingleTransAmount, maxSingleTransAmount, dynamicMaxSingleTransAmount, ...rest } = adv;
  const { minSingleTransQuantity, maxSingleTransQuantity, dynamicMaxSingleTransQuantity, ...kept } = rest;
  return {
    advNo: kept.advNo,
    asset: kept.asset,
    fiatUnit: kept.fiatUnit,
    fiatSymbol: kept.fiatSymbol,
    tradeType: kept.tradeType,
    price: kept.price,
    surplusAmount: kept.surplusAmount,
    payTimeLimit: kept.payTimeLimit,
    takerAdditionalKycRequired: kept.takerAdditionalKycRequired,
    ...words,
    priceScale: kept.priceScale,
    assetScale: kept.assetScale,
    fiatScale: kept.fiatScale,
    minOrderPrice: minSingleTransAmount,
    maxOrderPrice: maxSingleTransAmount,
    dynamicMaxOrderPrice: dynamicMaxSingleTransAmount,
    minOrderAmount: minSingleTransQuantity,
    maxOrderAmount: maxSingleTransQuantity,
    dynamicMaxOrderAmount: dynamicMaxSingleTransQuantity,
    payMethodDtos: kept.tradeMethods,
    payTypeList: kept.tradeMethods.map(({ payType }) => payType),
    isConformed,
    adVisibleRet: { userSetVisible: 1, orderFlowVisible: 1, surplusAmountVisible: 1, freeAmountVisible: 1 },
  };
}
