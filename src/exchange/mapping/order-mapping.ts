import { Decimal } from '../../domain/decimal.ts';
import { knownTime } from '../../domain/epoch.ts';
import { knownDays, knownOrders, knownShare } from '../../domain/known-number.ts';
import type { OrderFacts, OrderRole, TradeSide } from '../../domain/orders/order-facts.ts';
import { orderStatusFromWire } from '../../domain/orders/order-status.ts';
import type { CounterpartyRecord } from '../../domain/sheet/order-sheet.ts';
import { ExchangeError } from '../exchange-error.ts';
import { knownSide } from './known-side.ts';
import type { WireOrderDetail } from '../table/schemas/order-detail-schema.ts';
import type { WireCounterparty, WireOrderRow } from '../table/schemas/order-schema.ts';
import type { UnknownMember } from '../table/wire-value.ts';

/**
 * Converts an order of EP-13, EP-15 or EP-18. A list row has neither names nor user numbers nor payment methods. `role` is
 * the desk's: no answer says it. Throws an ExchangeError for an unknown status, because acting on a guess could move
 * money.
 *
 * @example
 * const order = toOrderFacts(await client.orders.getUserOrderDetail(orderNumber));
 * console.log(`${order.side} ${order.amount} ${order.asset} for ${order.totalPrice}`);
 */
export function toOrderFacts(order: WireOrderDetail | WireOrderRow, role: OrderRole = 'maker'): OrderFacts {
  return {
    orderNumber: order.orderNumber,
    ...(isDetail(order) ? { ...detailOnly(order), ...numbersOf(order, role) } : { ...rowOnly(order), ...noNumbers }),
    side: knownSide(order.tradeType, { endpoint: 'getUserOrderDetail', owner: `order ${order.orderNumber}` }),
    asset: order.asset.slice(0, maxCode),
    amount: order.amount,
    totalPrice: order.totalPrice,
    ...feeOf(order, role),
    status: statusOf(order),
    createdAtMs: order.createTime,
    payDeadlineMs: knownTime(order.notifyPayEndTime),
    releaseDeadlineMs: knownTime(order.confirmPayEndTime),
    ...paidAtOf(order),
    ...appealUntilOf(order),
    counterpartyNickname: counterpartyOf(order),
    additionalKyc: additionalKycOf(order.additionalKycVerify),
  };
}

/** Each side pays its own commission. */
function feeOf(order: WireOrderDetail | WireOrderRow, role: OrderRole): Pick<OrderFacts, 'fee'> {
  const fee = role === 'maker' ? order.commission : order.takerCommission;
  return fee === undefined || fee === null ? {} : { fee };
}

function paidAtOf(order: WireOrderDetail | WireOrderRow): Pick<OrderFacts, 'paidAtMs'> {
  const paidAtMs = isDetail(order) ? knownTime(order.notifyPayTime) : null;
  return paidAtMs === null ? {} : { paidAtMs };
}

/** It may stay set on an order whose appeal is over, as the appeal's status does. */
function appealUntilOf(order: WireOrderDetail | WireOrderRow): Pick<OrderFacts, 'appealUntilMs'> {
  if (!isDetail(order) || !isRunningComplaint(order.complaintStatus)) return {};
  const appealUntilMs = knownTime(order.complaintDeadline);
  return appealUntilMs === null ? {} : { appealUntilMs };
}

function isDetail(order: WireOrderDetail | WireOrderRow): order is WireOrderDetail {
  return 'advOrderNumber' in order;
}

type DetailPart = Pick<
  OrderFacts,
  'adNumber' | 'fiat' | 'price' | 'buyerName' | 'sellerName' | 'selectedPayId' | 'payMethodIds' | 'complaint'
>;

function detailOnly(order: WireOrderDetail): DetailPart {
  const chosen = order.selectedPayId ?? '0';
  return {
    adNumber: order.advOrderNumber,
    fiat: order.fiatUnit.slice(0, maxCode),
    price: order.price ?? unitPrice(order),
    buyerName: shortName(order.buyerName),
    sellerName: shortName(order.sellerName),
    // The service writes 0 before the buyer has chosen.
    selectedPayId: chosen === '0' ? null : chosen,
    payMethodIds: (order.payMethods ?? [])
      .slice(0, maxMethods)
      .flatMap(({ id }) => (id === undefined || id === null ? [] : [id])),
    complaint: isRunningComplaint(order.complaintStatus),
  };
}

/** 3 is settled and 4 withdrawn; both may stay set on an order that is over (wire-facts 13). */
function isRunningComplaint(status: number | UnknownMember | null | undefined): boolean {
  return status !== undefined && status !== null && status !== 3 && status !== 4;
}

function rowOnly(order: WireOrderRow): DetailPart {
  return {
    adNumber: order.advNo,
    fiat: order.fiat.slice(0, maxCode),
    price: unitPrice(order),
    buyerName: null,
    sellerName: null,
    selectedPayId: null,
    payMethodIds: [],
    complaint: false,
  };
}

const leastDigits = 4;
const leastScale = 2;

/**
 * List rows carry no price of one unit (wire-facts 12.2): it is a quotient, of which no more digits mean something than its
 * amount has.
 */
export function unitPrice(order: { readonly amount: string; readonly totalPrice: string }): string {
  const amount = new Decimal(order.amount);
  if (amount.isZero()) return '0';
  const digits = amount.precision(true) + Math.max(0, leastScale - amount.decimalPlaces());
  return new Decimal(order.totalPrice).dividedBy(amount).toSignificantDigits(Math.max(leastDigits, digits)).toFixed();
}

function statusOf(order: WireOrderDetail | WireOrderRow): OrderFacts['status'] {
  const status = orderStatusFromWire(order.orderStatus);
  if (status !== null) return status;
  const message = `order ${order.orderNumber} has the status ${String(order.orderStatus).slice(0, 40)}, which is not known`;
  throw new ExchangeError({ message, endpoint: 'getUserOrderDetail', sent: 'yes', httpStatus: 200 });
}

function counterpartyOf(order: WireOrderDetail | WireOrderRow): string | null {
  const name = (order.tradeType === 'SELL' ? order.buyerNickname : order.sellerNickname) ?? null;
  return name === null ? null : name.slice(0, maxName);
}

type NumbersPart = Pick<OrderFacts, 'counterpartyNumber' | 'ownNumber'>;

const noNumbers: NumbersPart = { counterpartyNumber: null, ownNumber: null };

/** `merchantNo` is the maker's number (wire-facts 12.4); EP-18 names both parties in full besides. */
function numbersOf(order: WireOrderDetail, role: OrderRole): NumbersPart {
  const maker = userNumber(order.merchantNo) ?? userNumber(order.maker?.userNo);
  const taker = userNumber(order.takerUserNo) ?? userNumber(order.taker?.userNo);
  return role === 'maker'
    ? { counterpartyNumber: taker, ownNumber: maker }
    : { counterpartyNumber: maker, ownNumber: taker };
}

/** One of another form could be compared with nothing, so it is not known (S13). */
function userNumber(text: string | null | undefined): string | null {
  return typeof text === 'string' && /^\w{1,40}$/.test(text) ? text.toLowerCase() : null;
}

/** Orders are kept in memories of a bounded size (money-steps#the-guard). */
const maxCode = 40;
const maxName = 200;
const maxMethods = 50;

/** No payer has a longer name: one that is cut off could be someone else's. */
function shortName(name: string | null | undefined): string | null {
  return name === undefined || name === null || name.length > maxName ? null : name;
}

/** An unknown value counts as "required, not verified": it stops the release until a human looks. */
function additionalKycOf(value: number | UnknownMember | null | undefined): 0 | 1 | 2 {
  if (value === undefined || value === null || value === 0) return 0;
  return value === 2 ? 2 : 1;
}

/**
 * Converts an answer of EP-19 to the facts of the counterparty rules, and what a person looks at besides; rates are shares of 1. A number that cannot be what
 * its name says is not known.
 *
 * @example
 * const { completedOrders, finishRate } = toCounterparty(await client.orders.queryCounterPartyOrderStatistic(orderNumber));
 * console.log(completedOrders, finishRate);
 */
export function toCounterparty(record: WireCounterparty): CounterpartyRecord {
  return {
    completedOrders: knownOrders(record.completedOrderNum),
    finishRate: knownShare(record.finishRate),
    registerDays: knownDays(record.registerDays),
    completedLately: knownOrders(record.completedOrderNumOfLatest30day),
    finishRateLately: knownShare(record.finishRateLatest30Day),
    withUsLately: knownOrders(record.numberOfTradesWithCounterpartyCompleted30day),
  };
}

/**
 * Returns the argument of `orders.placeOrder` for taking an ad for a fiat amount (wire-facts EP-18).
 *
 * @example
 * const { items } = await client.ads.search(toMarketSearch({ side: 'SELL', asset: 'USDT', fiat: 'BOB' }));
 * const [best] = items.map(toMarketOffer);
 * if (best === undefined) throw new Error('no one sells');
 * const trade = { asset: 'USDT', fiat: 'BOB', side: 'BUY', totalAmount: '500', payId: null } as const;
 * await client.orders.placeOrder(toPlaceOrder({ ...trade, adNumber: best.adNumber, matchPrice: best.price }));
 */
export function toPlaceOrder(intent: {
  readonly adNumber: string;
  readonly asset: string;
  readonly fiat: string;
  /** The taker's side. */
  readonly side: TradeSide;
  /** In the fiat. */
  readonly totalAmount: string;
  /** The price that the taker saw. */
  readonly matchPrice: string;
  readonly payId: string | null;
}) {
  return {
    advOrderNumber: intent.adNumber,
    asset: intent.asset,
    fiatUnit: intent.fiat,
    tradeType: intent.side,
    buyType: 'BY_MONEY',
    totalAmount: intent.totalAmount,
    matchPrice: intent.matchPrice,
    origin: 'MAKE_TAKE',
    ...(intent.payId === null ? {} : { payId: intent.payId }),
  };
}

/**
 * Returns the argument of `orders.listOrders` for one page of the orders on an ad (EP-15).
 *
 * @example
 * const { items } = await client.orders.listOrders(toOrdersOfAd({ adNumber, page: 1, rows: 20 }));
 * console.log(items.map((row) => toOrderFacts(row).status));
 */
export function toOrdersOfAd(query: { readonly adNumber: string; readonly page: number; readonly rows: number }) {
  return { advNo: query.adNumber, page: query.page, rows: query.rows };
}
