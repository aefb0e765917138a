import { requireScale } from './ad-amounts.ts';
import { Amount, withEightDecimals } from './amounts.ts';
import { bookPlacement } from './ledger.ts';
import type { Marketplace } from './marketplace.ts';
import { judgeMoneyAttempt, orderOf, release, requireReleasable, sellerOf } from './order-flow.ts';
import { orderToDetail } from './order-wire.ts';
import {
  callerOf,
  decimalParameter,
  requiredText,
  sideParameter,
  textParameter,
  type SimAnswer,
  type SimCall,
} from './sim-call.ts';
import {
  codeAlreadyUsed,
  codeMissing,
  foreignOrder,
  illegalParameter,
  invalidQuantity,
  missingParameters,
  wrapped,
} from './sim-refusal.ts';
import { SimOrderStatus, type OrderRecord } from './simulator-state.ts';
import { accountParty, findTakeable, takeAd, type Quantity, type Takeable } from './take-ad.ts';

const usedCodesKept = 1_000;

/** EP-18: the desk takes somebody's ad, at the price that it saw. There is no key that makes a second call the same. */
export function placeOrder(call: SimCall): SimAnswer {
  const { marketplace } = call;
  const account = callerOf(call);
  const target = takeable(call);
  const quantity = quantityOf(call, target);
  const order = takeAd(marketplace, { target, taker: accountParty(account), quantity });
  planMerchant(marketplace, order);
  bookPlacement(marketplace.ledger, {
    atMs: order.createdAtMs,
    kind: 'place',
    account,
    orderNumber: order.orderNumber,
    adNumber: order.advNo,
    side: order.makerSide === 'SELL' ? 'BUY' : 'SELL',
    amount: withEightDecimals(order.amount),
  });
  return { data: { orderMatch: orderToDetail(order, account, marketplace.clock.now()), result: true } };
}

function takeable(call: SimCall): Takeable {
  const target = findTakeable(call.marketplace, requiredText(call, 'advOrderNumber'));
  if (target === null) throw wrapped('187022');
  if (target.maker.account === callerOf(call)) throw foreignOrder();
  const takerSide = target.makerSide === 'SELL' ? 'BUY' : 'SELL';
  if ((sideParameter(call) ?? takerSide) !== takerSide) throw illegalParameter();
  const seen = decimalParameter(call, 'matchPrice');
  if (seen !== null && !new Amount(seen).eq(target.price)) throw missingParameters(['matchPrice']);
  return target;
}

function quantityOf(call: SimCall, target: Takeable): Quantity {
  const total = decimalParameter(call, 'totalAmount');
  if (total === null) throw missingParameters(['totalAmount']);
  if (!new Amount(total).gt(0)) throw invalidQuantity();
  const byAmount = textParameter(call, 'buyType') === 'BY_AMOUNT';
  requireScale(total, byAmount ? target.assetScale : target.fiatScale);
  return byAmount ? { amount: total } : { totalPrice: total };
}

/** What the simulated merchant will do: pay when it buys, release after the desk has paid when it sells. */
function planMerchant({ settings, clock }: Marketplace, order: OrderRecord): void {
  const { payAfterMs, releaseAfterMs } = settings.merchantPace;
  if (order.maker.account !== null) return;
  if (order.makerSide === 'BUY' && payAfterMs !== null)
    order.plan.push({ atMs: clock.now() + payAfterMs, step: 'pay' });
  if (order.makerSide === 'SELL' && releaseAfterMs !== null) {
    order.afterPayment = { delayMs: releaseAfterMs, step: 'release' };
  }
}

/** EP-12. */
export function checkIfCanReleaseCoin(call: SimCall): SimAnswer {
  const account = callerOf(call);
  const order = orderOf(call.marketplace, account, requiredText(call, 'orderNumber'));
  return { data: order.status === SimOrderStatus.PAID && sellerOf(order).account === account };
}

/** Tells the ledger of a release that was asked for again, whatever becomes of the call. */
export function observeRelease(call: SimCall): void {
  const order = call.marketplace.orders.get(requiredText(call, 'orderNumber'));
  if (order !== undefined) judgeMoneyAttempt(call.marketplace, order, 'released');
}

/** EP-20: the desk gives the asset. */
export function releaseCoin(call: SimCall): SimAnswer {
  const { marketplace } = call;
  const account = callerOf(call);
  const order = orderOf(marketplace, account, requiredText(call, 'orderNumber'));
  if (sellerOf(order).account !== account) throw foreignOrder();
  requireReleasable(marketplace, order);
  burnCode(call, account);
  release(marketplace, order);
  return {};
}

const codeNames = ['googleVerifyCode', 'code', 'mobileVerifyCode', 'emailVerifyCode', 'yubikeyVerifyCode'] as const;

/** A one-time code is good once; one that was refused before it was looked at stays good. */
function burnCode(call: SimCall, account: string): void {
  const { settings, state } = call.marketplace;
  const code = codeNames.map((name) => textParameter(call, name)).find((text) => text !== null);
  if (code === undefined || code === null) {
    if (settings.requireReleaseCode) throw codeMissing();
    return;
  }
  const key = `${account}:${code}`;
  if (state.usedCodes.includes(key)) throw codeAlreadyUsed();
  state.usedCodes.push(key);
  if (state.usedCodes.length > usedCodesKept) state.usedCodes.shift();
}
