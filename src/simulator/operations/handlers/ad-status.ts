import { z } from 'zod';
import { integerField, numberField } from '../../http/request-field.ts';
import { priceOf, requireOpenBusiness } from '../../trade/ad-desk.ts';
import { enter } from '../../world/ledger.ts';
import type { Marketplace } from '../../world/marketplace.ts';
import { isInZone } from '../../trade/price-rule.ts';
import { callerOf, integerParameter, textList, type SimAnswer, type SimCall } from '../../world/sim-call.ts';
import { illegalParameter } from '../../world/sim-refusal.ts';
import { SimAdStatus, type AdRecord } from '../../world/simulator-state.ts';

/** Why one ad of EP-8 stayed as it was. */
interface StatusFailure {
  advNo: string;
  errorCode: string;
  errorMsg: string;
}

/** EP-8. */
export const adStatusRequest = z.looseObject({ advNos: z.array(numberField).min(1), advStatus: integerField });

/** EP-8: changes each ad separately; failures are listed in `failList` of a successful answer. */
export function updateStatus(call: SimCall): SimAnswer {
  const status = integerParameter(call, 'advStatus') ?? 0;
  requireKnownStatus(status);
  requireOpenBusiness(call.marketplace, callerOf(call));
  const failList = textList(call, 'advNos')
    .map((advNo) => changeStatus(call, advNo, status))
    .filter((failure) => failure !== null);
  return { data: { status: failList.length === 0, failList } };
}

/** 1 online, 3 offline, 4 closed for good; anything else is refused. */
export function requireKnownStatus(wanted: number): SimAdStatus {
  const status = Object.values(SimAdStatus).find((candidate) => candidate === wanted);
  if (status === undefined) throw illegalParameter();
  return status;
}

/** Changes the status of one of the caller's ads; returns why not when it cannot. A closed ad stays closed. */
export function changeStatus(call: SimCall, advNo: string, wanted: number): StatusFailure | null {
  const { marketplace } = call;
  const status = requireKnownStatus(wanted);
  const ad = marketplace.ads.get(advNo);
  if (ad === undefined || ad.account !== callerOf(call) || ad.status === SimAdStatus.CLOSED) {
    return { advNo, errorCode: '187022', errorMsg: 'The ad does not exist.' };
  }
  const goesOnline = status === SimAdStatus.ONLINE && ad.status !== SimAdStatus.ONLINE;
  if (goesOnline && isInZone(marketplace, ad, priceOf(marketplace, ad))) {
    return { advNo, errorCode: '187055', errorMsg: 'The price overlaps another of your ads.' };
  }
  Object.assign(ad, { status, onlineAtMs: null });
  touchAd(marketplace, ad);
  const { clock, ledger } = marketplace;
  enter(ledger, { atMs: clock.now(), kind: 'ad-status', account: ad.account, adNumber: advNo });
  return null;
}

/** Records that an ad was changed now, and its new state. */
export function touchAd(marketplace: Marketplace, ad: AdRecord): void {
  ad.updatedAtMs = marketplace.clock.now();
  marketplace.adRevisions.note(ad.advNo, ad, ad.updatedAtMs);
}
