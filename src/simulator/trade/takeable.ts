import { Amount } from '../world/amounts.ts';
import { isTradable, priceOf } from './ad-desk.ts';
import type { MarketBook, Offer } from '../world/market-feed.ts';
import type { Marketplace } from '../world/marketplace.ts';
import { accountParty, simulatedParty } from './order-party.ts';
import { paymentMethodOf } from './payment-method.ts';
import { remainderOf } from './reserved-amount.ts';
import type { AdRecord, OrderParty, PaymentMethod, TradeSide } from '../world/simulator-state.ts';
import { holdsLeastOrder } from './tradable-amount.ts';
import { freeOf } from './wallet.ts';

/** What can be taken: an ad of an account, or an offer of a simulated merchant. */
export interface Takeable {
  advNo: string;
  makerSide: TradeSide;
  maker: OrderParty;
  asset: string;
  fiat: string;
  price: string;
  priceScale: number;
  assetScale: number;
  fiatScale: number;
  minFiat: string;
  maxFiat: string;
  surplusAmount: string;
  /** Null for as long as the simulator is set to. */
  payTimeLimitMinutes: number | null;
  remarks: string;
  autoReply: string | null;
  additionalKyc: boolean;
  commissionRate: string;
  paymentMethods: PaymentMethod[];
}

/** The terms of every competitor; the time to pay is the simulator's own setting. */
export const competitorTerms = {
  payTimeLimitMinutes: null,
  remarks: 'Only from an account in your own name.',
  autoReply: null,
  additionalKyc: false,
  commissionRate: '0.001',
} as const;

/** Finds the ad or offer with that number; null when no one could take it now. */
export function findTakeable(marketplace: Marketplace, advNo: string): Takeable | null {
  const ad = marketplace.ads.get(advNo);
  if (ad !== undefined) return isTradable(marketplace, ad) ? fromAd(marketplace, ad) : null;
  for (const book of marketplace.books()) {
    const found = findOffer(book, advNo);
    if (found === null) continue;
    const takeable = fromOffer(book, found, remainderOf(marketplace, found.offer));
    return holdsLeastOrder({ ...takeable, side: found.makerSide }) ? takeable : null;
  }
  return null;
}

interface FoundOffer {
  offer: Offer;
  makerSide: TradeSide;
}

function findOffer(book: MarketBook, advNo: string): FoundOffer | null {
  const ask = book.asks.find((offer) => offer.advNo === advNo);
  if (ask !== undefined) return { offer: ask, makerSide: 'SELL' };
  const bid = book.bids.find((offer) => offer.advNo === advNo);
  return bid === undefined ? null : { offer: bid, makerSide: 'BUY' };
}

function fromAd(marketplace: Marketplace, ad: AdRecord): Takeable {
  const { advNo, side, asset, fiat, priceScale, assetScale, fiatScale, minFiat, maxFiat } = ad;
  const { payTimeLimitMinutes, remarks, autoReply, additionalKyc, commissionRate, paymentMethods } = ad;
  return {
    advNo,
    asset,
    fiat,
    priceScale,
    assetScale,
    fiatScale,
    minFiat,
    maxFiat,
    surplusAmount: sellable(marketplace, ad),
    payTimeLimitMinutes,
    remarks,
    autoReply,
    additionalKyc,
    commissionRate,
    paymentMethods,
    makerSide: side,
    maker: accountParty(ad.account),
    price: priceOf(marketplace, ad),
  };
}

/** What is left of an ad, as far as the wallet has it. */
function sellable(marketplace: Marketplace, { account, asset, side, surplusAmount }: AdRecord): string {
  const free = side === 'SELL' ? freeOf(marketplace, account, asset) : null;
  return free === null ? surplusAmount : Amount.min(free, surplusAmount).toString();
}

function fromOffer(book: MarketBook, { offer, makerSide }: FoundOffer, surplusAmount: string): Takeable {
  const { asset, fiat, priceScale, assetScale, fiatScale } = book.pair;
  const { advNo, price, minFiat, maxFiat } = offer;
  return {
    advNo,
    makerSide,
    asset,
    fiat,
    price,
    priceScale,
    assetScale,
    fiatScale,
    minFiat,
    maxFiat,
    surplusAmount,
    maker: {
      ...simulatedParty(offer.nickname, `Holder ${offer.nickname}`, { finishRate30Days: offer.monthFinishRate }),
      userNo: offer.userNo,
    },
    ...competitorTerms,
    paymentMethods: [paymentMethodOf(offer.nickname)],
  };
}
