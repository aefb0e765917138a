import { Amount, atScale, decimalsOf } from '../world/amounts.ts';
import { describePair, pairKey } from '../world/market-feed.ts';
import { merchantOf, type Marketplace } from '../world/marketplace.ts';
import { paymentMethodOf } from './payment-method.ts';
import { businessClosed, illegalParameter, takesBreak, wrapped, type SimRefusal } from '../world/sim-refusal.ts';
import {
  BusinessStatus,
  SimAdStatus,
  type AdRecord,
  type AdTerms,
  type PaymentMethod,
  type PriceLimits,
  type TradeSide,
} from '../world/simulator-state.ts';
import { holdsLeastOrder } from './tradable-amount.ts';
import { walletCovers } from './wallet.ts';

/** An ad to add to the marketplace; omitted fields get sensible values. */
export interface NewAd {
  account: string;
  side: TradeSide;
  asset: string;
  fiat: string;
  price: string;
  initAmount?: string | undefined;
  minFiat?: string | undefined;
  maxFiat?: string | undefined;
  floatingRatio?: string | null;
  /** Null or absent: as long as the simulator is set to. */
  payTimeLimitMinutes?: number | null;
  remarks?: string;
  autoReply?: string | null;
  additionalKyc?: boolean;
  status?: SimAdStatus;
  /** For the ledger: an update outside of these is counted. */
  limits?: PriceLimits | undefined;
  classify?: string;
  terms?: AdTerms;
  paymentMethods?: PaymentMethod[];
  /** When it goes online by itself. */
  onlineAtMs?: number | null;
}

const commissionRate = '0.001';

/** The facts of an ad for judging a price; a new ad has no number yet. */
export type PricedAd = Pick<AdRecord, 'advNo' | 'account' | 'asset' | 'fiat' | 'priceScale'>;

/** The service's name for "wrong number, or an ad that cannot be changed". */
const noSuchAd = (): SimRefusal => wrapped('187022');

/**
 * Adds an ad to the marketplace and returns its record. The pair's decimals come from the market, if it is known there;
 * a price that they round to zero is refused (-1102).
 */
export function addAd(marketplace: Marketplace, wanted: NewAd): AdRecord {
  const pair =
    marketplace.feed.pairs.find((candidate) => pairKey(candidate) === pairKey(wanted)) ??
    describePair(wanted.asset, wanted.fiat, decimalsOf(wanted.price));
  const price = priceAtScale(wanted.price, pair.priceScale);
  const nowMs = marketplace.clock.now();
  const ad: AdRecord = {
    advNo: marketplace.nextId('1'),
    account: wanted.account,
    side: wanted.side,
    asset: wanted.asset,
    fiat: wanted.fiat,
    price,
    priceScale: pair.priceScale,
    assetScale: pair.assetScale,
    fiatScale: pair.fiatScale,
    ...adAmounts(wanted),
    ...usualSettings,
    ...chosenSettings(wanted),
    paymentMethods: wanted.paymentMethods ?? [paymentMethodOf(wanted.account)],
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
  marketplace.ads.set(ad.advNo, ad);
  marketplace.adRevisions.note(ad.advNo, ad, nowMs);
  return ad;
}

/** Cuts a price to the decimals of its market. Refuses (-1102) one that becomes zero: fiat sums are divided by it. */
export function priceAtScale(price: string, priceScale: number): string {
  const cut = atScale(price, priceScale);
  if (!new Amount(cut).gt(0)) throw illegalParameter();
  return cut;
}

const usualSettings = {
  classify: 'mass',
  floatingRatio: null,
  status: SimAdStatus.ONLINE,
  payTimeLimitMinutes: null,
  remarks: '',
  autoReply: null,
  additionalKyc: false,
  commissionRate,
  terms: {},
  onlineAtMs: null,
  limits: null,
  lastOrderAtMs: null,
};

const chosenNames = [
  'classify',
  'floatingRatio',
  'status',
  'payTimeLimitMinutes',
  'remarks',
  'autoReply',
  'additionalKyc',
  'terms',
  'onlineAtMs',
  'limits',
] as const;

/** The settings that the caller did not leave open. */
function chosenSettings(wanted: NewAd): Partial<Pick<AdRecord, (typeof chosenNames)[number]>> {
  const chosen = chosenNames.map((name) => [name, wanted[name]] as const);
  return Object.fromEntries(chosen.filter(([, value]) => value !== undefined));
}

function adAmounts(wanted: NewAd) {
  const initAmount = wanted.initAmount ?? '1000';
  const worth = new Amount(initAmount).mul(wanted.price);
  return {
    initAmount,
    surplusAmount: initAmount,
    minFiat: wanted.minFiat ?? atScale(worth.mul('0.01'), 0),
    maxFiat: wanted.maxFiat ?? atScale(worth.mul('0.5'), 0),
  };
}

/** Returns the ad's own price, or for a floating one its percentage of the reference. */
export function priceOf(marketplace: Marketplace, ad: AdRecord): string {
  return ad.floatingRatio === null ? ad.price : (floatingPrice(marketplace, ad, ad.floatingRatio) ?? ad.price);
}

/** Returns a percentage of the reference, cut to the decimals of the price (wire-facts 15); null without a market. */
export function floatingPrice(marketplace: Marketplace, ad: PricedAd, ratio: string): string | null {
  const reference = marketplace.book(ad.asset, ad.fiat)?.reference;
  return reference === undefined ? null : atScale(new Amount(reference).mul(ratio).div(100), ad.priceScale);
}

/** Whether takers find the ad: online, its merchant open, and enough left for the smallest order. */
export function isTradable(marketplace: Marketplace, ad: AdRecord): boolean {
  if (ad.status !== SimAdStatus.ONLINE || merchantOf(marketplace, ad.account).status !== BusinessStatus.OPEN)
    return false;
  return hasEnough(marketplace, ad) && isCovered(marketplace, ad);
}

/** Whether its merchant's wallet suffices for the ad. */
export const isCovered = (marketplace: Marketplace, ad: AdRecord): boolean =>
  walletCovers(marketplace, ad, priceOf(marketplace, ad));

/** Whether the remainder of an ad suffices for the smallest order. */
export const hasEnough = (marketplace: Marketplace, ad: AdRecord): boolean =>
  holdsLeastOrder({ ...ad, price: priceOf(marketplace, ad) });

/** Returns the account's own ad; refuses a number that is unknown, foreign or of a closed ad. */
export function ownAd(marketplace: Marketplace, account: string, advNo: string): AdRecord {
  const ad = marketplace.ads.get(advNo);
  if (ad === undefined || ad.account !== account || ad.status === SimAdStatus.CLOSED) throw noSuchAd();
  return ad;
}

/** Refuses writes of a merchant that is closed (83229) or on a break (83230). */
export function requireOpenBusiness(marketplace: Marketplace, account: string): void {
  const refusal = closedRefusal(marketplace, account);
  if (refusal !== null) throw refusal;
}

/** Returns the refusal for a merchant that is closed (83229) or on a break (83230); null when its business is open. */
export function closedRefusal(marketplace: Marketplace, account: string): SimRefusal | null {
  const { status } = merchantOf(marketplace, account);
  if (status === BusinessStatus.CLOSED) return businessClosed();
  return status === BusinessStatus.RESTING ? takesBreak() : null;
}
