import { z } from 'zod';
import {
  decimalField,
  integerField,
  numberField,
  secondFactorFields,
  sideField,
  textField,
} from '../../http/request-field.ts';
import { requireScale } from '../../trade/ad-amounts.ts';
import { Amount, withEightDecimals } from '../../world/amounts.ts';
import { bookPlacement } from '../../world/ledger.ts';
import type { Marketplace } from '../../world/marketplace.ts';
import { beginRollBack, judgeMoneyAttempt, orderOf, release, releaseRefusal } from '../../trade/order-flow.ts';
import { accountParty } from '../../trade/order-party.ts';
import { orderToDetail } from './order-wire.ts';
import { requirePlacement } from './placement-check.ts';
import { absentCodeRefusal, burnCodes, codeRefusal } from './release-code.ts';
import {
  callerOf,
  decimalParameter,
  requiredText,
  textParameter,
  type SimAnswer,
  type SimCall,
} from '../../world/sim-call.ts';
import { foreignOrder, invalidQuantity, missingParameters, type SimRefusal } from '../../world/sim-refusal.ts';
import { sellerOf, type OrderRecord } from '../../world/simulator-state.ts';
import { takeAd, type Quantity } from '../../trade/take-ad.ts';
import type { Takeable } from '../../trade/takeable.ts';

/** EP-18. */
export const placeOrderRequest = z.looseObject({
  advOrderNumber: numberField,
  totalAmount: decimalField,
  asset: textField.optional(),
  buyType: z.enum(['BY_AMOUNT', 'BY_MONEY']).optional(),
  fiatUnit: textField.optional(),
  matchPrice: decimalField.optional(),
  origin: textField.optional(),
  payId: integerField.optional(),
  payType: textField.optional(),
  tradeType: sideField.optional(),
});

/** EP-18: the desk takes another merchant's ad, at the price that it saw. No key makes a second call the same. */
export function placeOrder(call: SimCall): SimAnswer {
  const { marketplace } = call;
  const account = callerOf(call);
  const target = requirePlacement(call);
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
    wanted: wantedBy(quantity),
  });
  return { data: { orderMatch: orderToDetail(order, account, marketplace.clock.now()), result: true } };
}

/** `200` and `200.0` are the same wish. */
const wantedBy = (quantity: Quantity): string =>
  'amount' in quantity
    ? `asset ${withEightDecimals(quantity.amount)}`
    : `fiat ${withEightDecimals(quantity.totalPrice)}`;

function quantityOf(call: SimCall, target: Takeable): Quantity {
  const total = decimalParameter(call, 'totalAmount');
  if (total === null) throw missingParameters(['totalAmount']);
  if (!new Amount(total).gt(0)) throw invalidQuantity();
  const byAmount = textParameter(call, 'buyType') === 'BY_AMOUNT';
  requireScale(total, byAmount ? target.assetScale : target.fiatScale);
  return byAmount ? { amount: total } : { totalPrice: total };
}

/** Plans the simulated merchant: it pays when it buys, and releases after the desk has paid when it sells. */
function planMerchant({ settings, clock }: Marketplace, order: OrderRecord): void {
  const { payAfterMs, releaseAfterMs } = settings.merchantPace;
  if (order.maker.account !== null) return;
  if (order.makerSide === 'BUY' && payAfterMs !== null)
    order.plan.push({ atMs: clock.now() + payAfterMs, step: 'pay' });
  if (order.makerSide === 'SELL' && releaseAfterMs !== null) {
    order.afterPayment = { delayMs: releaseAfterMs, step: 'release' };
  }
}

/** EP-12 and EP-20. */
export const releaseRequest = z.looseObject({
  orderNumber: numberField,
  confirmPaidType: z.enum(['normal', 'quick']).optional(),
  payId: integerField.optional(),
  ...secondFactorFields,
});

/** EP-12: true when EP-20 would release with the given codes, if any; asking uses up none. */
export function checkIfCanReleaseCoin(call: SimCall): SimAnswer {
  return { data: refusalOf(call, namedOrder(call)) === null };
}

const namedOrder = (call: SimCall): OrderRecord =>
  orderOf(call.marketplace, callerOf(call), requiredText(call, 'orderNumber'));

/** Only the seller releases, only what can be released now, and only with valid codes. */
function refusalOf(call: SimCall, order: OrderRecord): SimRefusal | null {
  if (sellerOf(order).account !== callerOf(call)) return foreignOrder();
  return releaseRefusal(call.marketplace, order) ?? codeRefusal(call);
}

/** Counts a repeated release in the ledger, whatever the outcome of the call. */
export function observeRelease(call: SimCall): void {
  const order = call.marketplace.orders.get(requiredText(call, 'orderNumber'));
  if (order !== undefined) judgeMoneyAttempt(call.marketplace, order, 'released');
}

/** EP-20: the desk releases the asset. A one-time code that came too early stays valid: it was not checked. */
export function releaseCoin(call: SimCall): SimAnswer {
  const order = namedOrder(call);
  const refusal = refusalOf(call, order) ?? absentCodeRefusal(call);
  if (refusal !== null) throw refusal;
  burnCodes(call);
  if (call.rollBackMs === null) release(call.marketplace, order);
  else beginRollBack(call.marketplace, order, call.rollBackMs);
  return {};
}
