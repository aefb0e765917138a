import { z } from 'zod';
import {
  countField,
  integerField,
  numberField,
  sideField,
  sortFields,
  textField,
  textListField,
} from '../../http/request-field.ts';
import { adClasses } from './ad-post.ts';
import { adDetailToWire, adToWire } from './ad-wire.ts';
import { isTradable, priceOf } from '../../trade/ad-desk.ts';
import { instantParameter } from './instant-parameter.ts';
import { sortRows, type ListOrder } from '../../trade/list-order.ts';
import type { Marketplace } from '../../world/marketplace.ts';
import { marketRows } from './search-rows.ts';
import {
  callerOf,
  integerParameter,
  pageOf,
  requiredText,
  sideParameter,
  textList,
  textParameter,
  type SimAnswer,
  type SimCall,
} from '../../world/sim-call.ts';
import { SimRefusal } from '../../world/sim-refusal.ts';
import { SimAdStatus, type AdRecord } from '../../world/simulator-state.ts';

const maxRows = 20;

/** The account's ads as they looked at the moment of the call. */
function ownAds(call: SimCall): AdRecord[] {
  const { marketplace, asOfMs } = call;
  return [...marketplace.ads.values()]
    .filter((ad) => ad.account === callerOf(call))
    .map((ad) => (asOfMs === null ? ad : marketplace.adRevisions.at(ad.advNo, ad, asOfMs)))
    .filter((ad) => ad !== null);
}

/** EP-1. */
export const getAvailableAdsCategory = (): SimAnswer => ({ data: { advClassifies: adClasses } });

/** EP-2. */
export const adDetailRequest = z.looseObject({ adsNo: numberField });

/** EP-2. An ad of another account is not found either. */
export function getDetailByNo(call: SimCall): SimAnswer {
  const ad = ownAds(call).find((candidate) => candidate.advNo === requiredText(call, 'adsNo'));
  if (ad === undefined) throw new SimRefusal(187022, 'The ad does not exist.', 404);
  return { data: adDetailToWire(call.marketplace, ad) };
}

/** EP-3. */
export const referencePriceRequest = z.looseObject({
  assets: textListField.max(3).optional(),
  fiatCurrency: textField,
  fromUserRole: z.enum(['USER', 'ADVERTISER']).optional(),
  payType: textField.optional(),
  tradeType: sideField,
});

/** EP-3. With `payType` only markets with that payment method. */
export function getReferencePrice(call: SimCall): SimAnswer {
  const assets = textList(call, 'assets');
  const payType = textParameter(call, 'payType');
  const data = call.marketplace
    .books()
    .filter(({ pair }) => pair.fiat === requiredText(call, 'fiatCurrency'))
    .filter(({ pair }) => assets.length === 0 || assets.includes(pair.asset))
    .filter(
      ({ pair }) =>
        payType === null || marketRows(call.marketplace, pair).some(({ payTypes }) => payTypes.includes(payType)),
    )
    .map(({ pair, reference }) => ({
      asset: pair.asset,
      currency: pair.fiat,
      currencyScale: pair.fiatScale,
      currencySymbol: pair.fiatSymbol,
      referencePrice: reference,
      assetScale: pair.assetScale,
      priceScale: pair.priceScale,
    }));
  return { data };
}

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

/** EP-4: the account's own ads, newest first by default; closed ones only on request. */
export function listWithPagination(call: SimCall): SimAnswer {
  const start = instantParameter(call, 'startDate') ?? -Infinity;
  const end = instantParameter(call, 'endDate') ?? Infinity;
  const found = ownAds(call).filter((ad) => matchesPage(call, ad) && ad.createdAtMs >= start && ad.createdAtMs <= end);
  const rows = sortRows(call, found, adOrder(call.marketplace));
  return { data: pageOf(call, rows, maxRows).map((ad) => adToWire(call.marketplace, ad)), total: rows.length };
}

const adOrder = (marketplace: Marketplace): ListOrder<AdRecord> => ({
  columns: {
    advNo: ({ advNo }) => advNo,
    advStatus: ({ status }) => status,
    advUpdateTime: ({ updatedAtMs }) => updatedAtMs,
    asset: ({ asset }) => asset,
    classify: ({ classify }) => classify,
    createTime: ({ createdAtMs }) => createdAtMs,
    fiatUnit: ({ fiat }) => fiat,
    initAmount: ({ initAmount }) => initAmount,
    maxSingleTransAmount: ({ maxFiat }) => maxFiat,
    minSingleTransAmount: ({ minFiat }) => minFiat,
    price: (ad) => priceOf(marketplace, ad),
    surplusAmount: ({ surplusAmount }) => surplusAmount,
    tradeType: ({ side }) => side,
  },
  usual: 'createTime',
  directionOf: () => 'desc',
  tie: ({ advNo }) => advNo,
});

function matchesPage(call: SimCall, ad: AdRecord): boolean {
  const status = integerParameter(call, 'advStatus');
  if (status === null ? ad.status === SimAdStatus.CLOSED : ad.status !== status) return false;
  if (integerParameter(call, 'inDeal') === 1 && !isTradable(call.marketplace, ad)) return false;
  if ((sideParameter(call) ?? ad.side) !== ad.side) return false;
  const wanted = { advNo: ad.advNo, asset: ad.asset, fiatUnit: ad.fiat, classify: ad.classify };
  return Object.entries(wanted).every(([name, value]) => (textParameter(call, name) ?? value) === value);
}
