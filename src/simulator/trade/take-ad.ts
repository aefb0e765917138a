import { Amount, atScale, quantityFor } from '../world/amounts.ts';
import { sayEvent, sayText } from './chat-log.ts';
import { enter } from '../world/ledger.ts';
import { noteOrder, type Marketplace } from '../world/marketplace.ts';
import { paymentMethodOf } from './payment-method.ts';
import { payWindowMs } from './pay-time.ts';
import { reserve } from './reserved-amount.ts';
import { invalidQuantity } from '../world/sim-refusal.ts';
import { SimOrderStatus, type OrderParty, type OrderRecord } from '../world/simulator-state.ts';
import type { Takeable } from './takeable.ts';
import { tradable, type Tradable } from './tradable-amount.ts';

/** How much is taken: an amount of the asset, or its worth in fiat money. */
export type Quantity = { amount: string } | { totalPrice: string };

/**
 * Converts a quantity into amount and total, or refuses it (-1013) when it breaks the ad's limits or exceeds the
 * tradable amount.
 *
 * `BY_MONEY` fixes the fiat total (EP-18, wire-facts 3) and only the amount is cut, just as the limits of an ad turn
 * into quantities (wire-facts 15: floor of minimum / price). So the total stays as requested and can be up to one step
 * of the asset above amount × price, which wire-facts 2.4 found equal in the rows it examined. `BY_AMOUNT` fixes the
 * amount, which the ad limits by its shown quantities (`minSingleTransQuantity` and so on).
 */
function sizeOrder(target: Takeable, quantity: Quantity): { amount: string; totalPrice: string } {
  const amount =
    'amount' in quantity
      ? atScale(quantity.amount, target.assetScale)
      : quantityFor(quantity.totalPrice, target.price, target.assetScale);
  const totalPrice =
    'totalPrice' in quantity
      ? atScale(quantity.totalPrice, target.fiatScale)
      : atScale(new Amount(amount).mul(target.price), target.fiatScale);
  const fits = 'amount' in quantity ? fitsByAmount(target, amount) : fitsByMoney(target, totalPrice);
  if (!fits || !new Amount(amount).gt(0)) throw invalidQuantity();
  return { amount, totalPrice };
}

/**
 * The limits are those that the ad shows: its smallest and largest quantity, cut, so slightly below the sums in worth.
 */
function fitsByAmount(target: Takeable, amount: string): boolean {
  const { minFiat, maxFiat, price, assetScale } = target;
  const wanted = new Amount(amount);
  const limits = { min: quantityFor(minFiat, price, assetScale), max: quantityFor(maxFiat, price, assetScale) };
  return wanted.gte(limits.min) && wanted.lte(limits.max) && wanted.lte(tradableOf(target).quantity);
}

function fitsByMoney(target: Takeable, totalPrice: string): boolean {
  const total = new Amount(totalPrice);
  return total.gte(target.minFiat) && total.lte(tradableOf(target).maxTradableFiat);
}

const tradableOf = (target: Takeable): Tradable => tradable({ ...target, side: target.makerSide });

interface Taking {
  target: Takeable;
  taker: OrderParty;
  quantity: Quantity;
  additionalKyc?: boolean;
  afterPayment?: OrderRecord['afterPayment'];
  payerHabit?: OrderRecord['payerHabit'];
}

/** Creates the order of a taker on an ad: reserves the amount, notifies both parties, starts the time to pay. */
export function takeAd(marketplace: Marketplace, taking: Taking): OrderRecord {
  const order = newOrder(marketplace, taking);
  marketplace.orders.set(order.orderNumber, order);
  reserve(marketplace, order);
  const ad = marketplace.ads.get(order.advNo);
  if (ad !== undefined) ad.lastOrderAtMs = order.createdAtMs;
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
    changedAtMs: nowMs,
    payDeadlineMs: nowMs + payWindowMs(marketplace.settings, target.payTimeLimitMinutes),
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
    ...(taking.payerHabit === undefined ? {} : { payerHabit: taking.payerHabit }),
    chat: [],
    effects: { paid: 0, released: 0 },
  };
}
