import { isInZone, isTradable, judgePriceAttempt, ownAd, priceOf, requireOpenBusiness, setPrice } from './ad-desk.ts';
import { adDetailToWire, adToRow, adToWire, offerToRow, type SearchRow } from './ad-wire.ts';
import { Amount } from './amounts.ts';
import { enter } from './ledger.ts';
import { pairKey } from './market-feed.ts';
import type { Marketplace } from './marketplace.ts';
import {
  callerOf,
  decimalParameter,
  integerParameter,
  pageOf,
  requiredText,
  textList,
  textParameter,
  type SimAnswer,
  type SimCall,
} from './sim-call.ts';
import { illegalParameter, SimRefusal, wrapped } from './sim-refusal.ts';
import { SimAdStatus, type AdRecord, type TradeSide } from './simulator-state.ts';

const mostRows = 20;
const mostReferenceAssets = 3;

/** The account's ads as they looked at the moment of the call. */
function ownAds(call: SimCall): AdRecord[] {
  const { marketplace, asOfMs } = call;
  return [...marketplace.ads.values()]
    .filter((ad) => ad.account === callerOf(call))
    .map((ad) => (asOfMs === null ? ad : marketplace.adRevisions.at(ad.advNo, asOfMs)))
    .filter((ad) => ad !== null);
}

/** EP-2. Somebody else's ad is not found either. */
export function getDetailByNo(call: SimCall): SimAnswer {
  const ad = ownAds(call).find((candidate) => candidate.advNo === requiredText(call, 'adsNo'));
  if (ad === undefined) throw new SimRefusal(187022, 'The ad does not exist.', 404);
  return { data: adDetailToWire(call.marketplace, ad) };
}

/** EP-3. */
export function getReferencePrice(call: SimCall): SimAnswer {
  const assets = textList(call, 'assets');
  if (assets.length > mostReferenceAssets) throw illegalParameter();
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
  const status = integerParameter(call, 'advStatus');
  const wanted = {
    advNo: textParameter(call, 'advNo'),
    asset: textParameter(call, 'asset'),
    fiat: textParameter(call, 'fiatUnit'),
    side: sideParameter(call),
  };
  const rows = ownAds(call)
    .filter((ad) => (status === null ? ad.status !== SimAdStatus.CLOSED : ad.status === status))
    .filter((ad) => wanted.advNo === null || ad.advNo === wanted.advNo)
    .filter((ad) => wanted.asset === null || ad.asset === wanted.asset)
    .filter((ad) => wanted.fiat === null || ad.fiat === wanted.fiat)
    .filter((ad) => wanted.side === null || ad.side === wanted.side)
    .toReversed();
  return { data: pageOf(call, rows, mostRows).map((ad) => adToWire(call.marketplace, ad)), total: rows.length };
}

/** The documented requests take the names as well as the numbers of the server's enumeration. */
function sideParameter(call: SimCall): TradeSide | null {
  const text = textParameter(call, 'tradeType');
  if (text === null) return null;
  if (text === '0' || text.toUpperCase() === 'BUY') return 'BUY';
  if (text === '1' || text.toUpperCase() === 'SELL') return 'SELL';
  throw illegalParameter();
}

/** EP-6: `tradeType` is the searcher's side, so BUY finds those who sell, cheapest first. Own ads are among them. */
export function searchAds(call: SimCall): SimAnswer {
  const makerSide: TradeSide = sideParameter(call) === 'BUY' ? 'SELL' : 'BUY';
  const best = makerSide === 'SELL' ? 1 : -1;
  const rows = marketRows(call, makerSide)
    .filter((row) => matchesSearch(call, row))
    .sort((a, b) => best * new Amount(a.price).cmp(b.price));
  const data = pageOf(call, rows, mostRows).map(({ adv, advertiser }) => ({ adv, advertiser }));
  return { data, total: rows.length };
}

function marketRows(call: SimCall, makerSide: TradeSide): SearchRow[] {
  const { marketplace } = call;
  const pair = { asset: requiredText(call, 'asset'), fiat: requiredText(call, 'fiat') };
  const book = marketplace.book(pair.asset, pair.fiat);
  const offers = book === null ? [] : makerSide === 'SELL' ? book.asks : book.bids;
  const deskAds = [...marketplace.ads.values()].filter(
    (ad) => pairKey(ad) === pairKey(pair) && ad.side === makerSide && isTradable(marketplace, ad),
  );
  return [
    ...deskAds.map((ad) => adToRow(marketplace, ad)),
    ...(book === null ? [] : offers.map((offer) => offerToRow(offer, makerSide, book.pair))),
  ];
}

function matchesSearch(call: SimCall, row: SearchRow): boolean {
  const amount = decimalParameter(call, 'transAmount');
  const publisher = textParameter(call, 'publisherType');
  const payTypes = textList(call, 'payTypes');
  if (publisher !== null && row.userType !== publisher) return false;
  if (payTypes.length > 0 && !payTypes.includes('BANK')) return false;
  return amount === null || (new Amount(amount).gte(row.minFiat) && new Amount(amount).lte(row.maxFiat));
}

/** Counts what the attempt says about the desk, before anything can stop it. */
export function observeUpdate(call: SimCall): void {
  const ad = call.marketplace.ads.get(requiredText(call, 'advNo'));
  const price = decimalParameter(call, 'price');
  if (ad !== undefined && ad.account === callerOf(call) && price !== null) {
    judgePriceAttempt(call.marketplace, ad, price);
  }
}

/** EP-7: what is present is changed. A price never travels with the remainder (interface section 7.6). */
export function updateAd(call: SimCall): SimAnswer {
  const { marketplace } = call;
  const account = callerOf(call);
  const ad = ownAd(marketplace, account, requiredText(call, 'advNo'));
  requireOpenBusiness(marketplace, account);
  const price = decimalParameter(call, 'price');
  if (price !== null && call.body['surplusAmount'] !== undefined) throw wrapped('187049');
  if (isRacing(marketplace, ad)) throw wrapped('187049');
  if (price !== null) setPrice(marketplace, ad, price);
  changeTerms(call, ad);
  touch(marketplace, ad);
  return { data: true };
}

/** An order that arrives on an ad makes its update fail for a moment (api-facts section 19, hint 10). */
function isRacing({ settings, clock }: Marketplace, ad: AdRecord): boolean {
  return ad.lastOrderAtMs !== null && clock.now() - ad.lastOrderAtMs < settings.updateRaceMs;
}

function changeTerms(call: SimCall, ad: AdRecord): void {
  const initAmount = decimalParameter(call, 'initAmount');
  if (initAmount !== null) {
    // What was sold never changes by editing: the remainder moves with the total.
    const left = new Amount(ad.surplusAmount).plus(initAmount).minus(ad.initAmount);
    if (left.lt(0)) throw wrapped('187040');
    Object.assign(ad, { initAmount, surplusAmount: left.toString() });
  }
  ad.minFiat = decimalParameter(call, 'minSingleTransAmount') ?? ad.minFiat;
  ad.maxFiat = decimalParameter(call, 'maxSingleTransAmount') ?? ad.maxFiat;
  ad.remarks = textParameter(call, 'remarks') ?? ad.remarks;
  ad.autoReply = textParameter(call, 'autoReplyMsg') ?? ad.autoReply;
  ad.payTimeLimitMinutes = integerParameter(call, 'payTimeLimit') ?? ad.payTimeLimitMinutes;
  ad.floatingRatio = decimalParameter(call, 'priceFloatingRatio') ?? ad.floatingRatio;
}

function touch(marketplace: Marketplace, ad: AdRecord): void {
  ad.updatedAtMs = marketplace.clock.now();
  marketplace.adRevisions.note(ad.advNo, ad, ad.updatedAtMs);
}

/** EP-8: each ad for itself; those that cannot be changed stand in `failList` of a successful answer. */
export function updateStatus(call: SimCall): SimAnswer {
  const { marketplace } = call;
  const account = callerOf(call);
  const status = statusParameter(call);
  requireOpenBusiness(marketplace, account);
  const failList = textList(call, 'advNos')
    .map((advNo) => changeStatus(call, advNo, status))
    .filter((failure) => failure !== null);
  return { data: { status: failList.length === 0, failList } };
}

function statusParameter(call: SimCall): SimAdStatus {
  const wanted = integerParameter(call, 'advStatus');
  const status = Object.values(SimAdStatus).find((candidate) => candidate === wanted);
  if (status === undefined) throw illegalParameter();
  return status;
}

interface StatusFailure {
  advNo: string;
  errorCode: string;
  errorMsg: string;
}

function changeStatus(call: SimCall, advNo: string, status: SimAdStatus): StatusFailure | null {
  const { marketplace } = call;
  const ad = marketplace.ads.get(advNo);
  if (ad === undefined || ad.account !== callerOf(call) || ad.status === SimAdStatus.CLOSED) {
    return { advNo, errorCode: '187022', errorMsg: 'The ad does not exist.' };
  }
  const goesOnline = status === SimAdStatus.ONLINE && ad.status !== SimAdStatus.ONLINE;
  if (goesOnline && isInZone(marketplace, ad, priceOf(marketplace, ad))) {
    return { advNo, errorCode: '187055', errorMsg: 'The price overlaps another of your ads.' };
  }
  ad.status = status;
  touch(marketplace, ad);
  const { clock, ledger } = marketplace;
  enter(ledger, { atMs: clock.now(), kind: 'ad-status', account: ad.account, adNumber: advNo });
  return null;
}
