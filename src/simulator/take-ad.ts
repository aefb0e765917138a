import { isTradable, priceOf } from './ad-desk.ts';
import { Amount, atScale, quantityFor } from './amounts.ts';
import { sayEvent, sayText } from './chat-log.ts';
import { enter } from './ledger.ts';
import type { MarketBook, Offer } from './market-feed.ts';
import { noteOrder, type Marketplace } from './marketplace.ts';
import { paymentMethodOf } from './payment-method.ts';
import { invalidQuantity } from './sim-refusal.ts';
import {
  SimOrderStatus,
  type AdRecord,
  type OrderParty,
  type OrderRecord,
  type PartyStatistic,
  type PaymentMethod,
  type TradeSide,
} from './simulator-state.ts';
import { seedFromText, createRandom } from './seeded-random.ts';

/** What somebody can take: an ad of an account, or an offer of a simulated merchant. */
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
  remarks: string;
  autoReply: string | null;
  additionalKyc: boolean;
  commissionRate: string;
  paymentMethods: PaymentMethod[];
}

const usualStatistic: PartyStatistic = {
  completedOrders: 240,
  completedOrders30Days: 31,
  finishRate: 0.98,
  finishRate30Days: 0.97,
  registerDays: 400,
  tradesTogether30Days: 0,
};

/** A user number as the service writes them, the same for the same name. */
export function userNoFor(name: string): string {
  const random = createRandom(seedFromText(name));
  return `s${Array.from({ length: 32 }, () => random.integer(0, 15).toString(16)).join('')}`;
}

/** A desk's account as a party of an order. */
export const accountParty = (account: string): OrderParty => ({
  account,
  nickname: account,
  realName: `Owner of ${account}`,
  userNo: userNoFor(account),
  statistic: usualStatistic,
});

/** A simulated person as a party of an order. */
export const simulatedParty = (
  nickname: string,
  realName: string,
  statistic?: Partial<PartyStatistic>,
): OrderParty => ({
  account: null,
  nickname,
  realName,
  userNo: userNoFor(nickname),
  statistic: { ...usualStatistic, ...statistic },
});

/** Finds what stands behind an ad number; null when nobody could take it now. */
export function findTakeable(marketplace: Marketplace, advNo: string): Takeable | null {
  const ad = marketplace.ads.get(advNo);
  if (ad !== undefined) return isTradable(marketplace, ad) ? fromAd(marketplace, ad) : null;
  for (const book of marketplace.books()) {
    const found = findOffer(book, advNo);
    if (found !== null) return fromOffer(book, found);
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
  const { advNo, side, asset, fiat, priceScale, assetScale, fiatScale, minFiat, maxFiat, surplusAmount } = ad;
  const { remarks, autoReply, additionalKyc, commissionRate, paymentMethods } = ad;
  return {
    advNo,
    asset,
    fiat,
    priceScale,
    assetScale,
    fiatScale,
    minFiat,
    maxFiat,
    surplusAmount,
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

function fromOffer(book: MarketBook, { offer, makerSide }: FoundOffer): Takeable {
  const { asset, fiat, priceScale, assetScale, fiatScale } = book.pair;
  const { advNo, price, minFiat, maxFiat, surplusAmount } = offer;
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
    maker: simulatedParty(offer.nickname, `Holder ${offer.nickname}`, { finishRate30Days: offer.monthFinishRate }),
    remarks: 'Only from an account in your own name.',
    autoReply: null,
    additionalKyc: false,
    commissionRate: '0.001',
    paymentMethods: [paymentMethodOf(offer.nickname)],
  };
}

/** How much is taken: so much of the asset, or for so much fiat money. */
export type Quantity = { amount: string } | { totalPrice: string };

/** Turns a wish into amount and total, or refuses it (-1013) when it breaks the ad's limits or its remainder. */
export function sizeOrder(target: Takeable, quantity: Quantity): { amount: string; totalPrice: string } {
  const amount =
    'amount' in quantity
      ? atScale(quantity.amount, target.assetScale)
      : quantityFor(quantity.totalPrice, target.price, target.assetScale);
  const totalPrice =
    'totalPrice' in quantity
      ? atScale(quantity.totalPrice, target.fiatScale)
      : atScale(new Amount(amount).mul(target.price), target.fiatScale);
  const total = new Amount(totalPrice);
  const fits = total.gte(target.minFiat) && total.lte(target.maxFiat) && new Amount(amount).lte(target.surplusAmount);
  if (!fits || !new Amount(amount).gt(0)) throw invalidQuantity();
  return { amount, totalPrice };
}

export interface Taking {
  target: Takeable;
  taker: OrderParty;
  quantity: Quantity;
  additionalKyc?: boolean;
  afterPayment?: OrderRecord['afterPayment'];
}

/** Creates the order of a taker on an ad: the amount is reserved, both parties hear of it, the clock to pay starts. */
export function takeAd(marketplace: Marketplace, taking: Taking): OrderRecord {
  const order = newOrder(marketplace, taking);
  marketplace.orders.set(order.orderNumber, order);
  const ad = marketplace.ads.get(order.advNo);
  if (ad !== undefined) {
    ad.surplusAmount = new Amount(ad.surplusAmount).minus(order.amount).toString();
    ad.lastOrderAtMs = order.createdAtMs;
  }
  const { ledger } = marketplace;
  ledger.orders.arrived += 1;
  ledger.orders.open += 1;
  const { orderNumber, advNo, amount, createdAtMs } = order;
  enter(ledger, {
    atMs: createdAtMs,
    kind: 'arrive',
    account: order.taker.account,
    orderNumber,
    adNumber: advNo,
    amount,
  });
  noteOrder(marketplace, order, 'created');
  sayEvent(marketplace, order, 'created');
  const autoReply = taking.target.autoReply;
  if (autoReply !== null) sayText(marketplace, order, { author: 'maker', text: autoReply, type: 'auto_reply' });
  return order;
}

function newOrder(marketplace: Marketplace, taking: Taking): OrderRecord {
  const { target } = taking;
  const nowMs = marketplace.clock.now();
  const { advNo, makerSide, maker, asset, fiat, priceScale, assetScale, fiatScale, price } = target;
  const needsKyc = taking.additionalKyc ?? target.additionalKyc;
  return {
    orderNumber: marketplace.nextId('2'),
    advNo,
    makerSide,
    maker,
    asset,
    fiat,
    priceScale,
    assetScale,
    fiatScale,
    price,
    taker: taking.taker,
    ...sizeOrder(target, taking.quantity),
    commissionRate: target.commissionRate,
    status: SimOrderStatus.TRADING,
    createdAtMs: nowMs,
    payDeadlineMs: nowMs + marketplace.settings.paymentWindowMs,
    paidAtMs: null,
    releaseDeadlineMs: null,
    complainFreezeMs: null,
    releasedAtMs: null,
    releasingUntilMs: null,
    cancelledAtMs: null,
    cancelReason: null,
    complaintReason: null,
    selectedPayId: 0,
    additionalKyc: needsKyc ? 1 : 0,
    remarks: target.remarks,
    paymentMethods: makerSide === 'BUY' ? [paymentMethodOf(taking.taker.nickname)] : target.paymentMethods,
    plan: [],
    afterPayment: taking.afterPayment ?? null,
    chat: [],
    effects: { paid: 0, released: 0 },
  };
}
