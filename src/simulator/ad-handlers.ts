import { adClasses } from './ad-post.ts';
import { adDetailToWire, adToWire } from './ad-wire.ts';
import { isTradable } from './ad-desk.ts';
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
} from './sim-call.ts';
import { SimRefusal } from './sim-refusal.ts';
import { SimAdStatus, type AdRecord } from './simulator-state.ts';

const mostRows = 20;

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

/** EP-2. Somebody else's ad is not found either. */
export function getDetailByNo(call: SimCall): SimAnswer {
  const ad = ownAds(call).find((candidate) => candidate.advNo === requiredText(call, 'adsNo'));
  if (ad === undefined) throw new SimRefusal(187022, 'The ad does not exist.', 404);
  return { data: adDetailToWire(call.marketplace, ad) };
}

/** EP-3. */
export function getReferencePrice(call: SimCall): SimAnswer {
  const assets = textList(call, 'assets');
  const data = call.marketplace
    .books()
    .filter(({ pair }) => pair.fiat === requiredText(call, 'fiatCurrency'))
    .filter(({ pair }) => assets.length === 0 || assets.includes(pair.asset))
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

/** EP-4: the account's own ads, newest first; closed ones only when asked for. */
export function listWithPagination(call: SimCall): SimAnswer {
  const rows = ownAds(call)
    .filter((ad) => matchesPage(call, ad) && isWithin(call, ad))
    .toReversed();
  return { data: pageOf(call, rows, mostRows).map((ad) => adToWire(call.marketplace, ad)), total: rows.length };
}

function matchesPage(call: SimCall, ad: AdRecord): boolean {
  const status = integerParameter(call, 'advStatus');
  if (status === null ? ad.status === SimAdStatus.CLOSED : ad.status !== status) return false;
  if (integerParameter(call, 'inDeal') === 1 && !isTradable(call.marketplace, ad)) return false;
  if ((sideParameter(call) ?? ad.side) !== ad.side) return false;
  const wanted = { advNo: ad.advNo, asset: ad.asset, fiatUnit: ad.fiat, classify: ad.classify };
  return Object.entries(wanted).every(([name, value]) => (textParameter(call, name) ?? value) === value);
}

/** This one filter is documented as text, while live desks send milliseconds. */
function isWithin(call: SimCall, ad: AdRecord): boolean {
  const start = instantParameter(call, 'startDate') ?? -Infinity;
  const end = instantParameter(call, 'endDate') ?? Infinity;
  return ad.createdAtMs >= start && ad.createdAtMs <= end;
}

function instantParameter(call: SimCall, name: string): number | null {
  const text = textParameter(call, name);
  if (text === null) return null;
  return /^\d+$/.test(text) ? Number(text) : Date.parse(text);
}
