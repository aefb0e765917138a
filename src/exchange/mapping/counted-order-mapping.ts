import type { ListedMethod } from '../../domain/ads/listed-terms.ts';
import type { CountedOrder } from '../../domain/caps/day-sums.ts';
import { knownTime } from '../../domain/epoch.ts';
import { OrderStatus, orderStatusFromWire } from '../../domain/orders/order-status.ts';
import type { WireOrderDetail } from '../table/schemas/order-detail-schema.ts';
import type { WireOrderRow } from '../table/schemas/order-schema.ts';
import { knownSide } from './known-side.ts';

/** What an order of EP-13 says about its payment. */
type PaymentPart = Pick<CountedOrder, 'methods' | 'paidAtMs'>;

type CountedRow = Pick<
  WireOrderRow,
  'orderNumber' | 'tradeType' | 'fiat' | 'totalPrice' | 'orderStatus' | 'createTime'
>;

/**
 * Converts a row of EP-15 and the details of its order (EP-13) to what caps go by; without details its method is not
 * known. A status that is not known counts as paid. Throws an ExchangeError for an unknown side.
 *
 * @example
 * const { items } = await client.orders.listOrders({ page: 1, rows: 20 });
 * for (const row of items) {
 *   const { methods, totalPrice } = toCountedOrder(row, toPayment(await client.orders.getUserOrderDetail(row.orderNumber)));
 *   console.log(totalPrice, methods.map(({ identifier }) => identifier));
 * }
 */
export function toCountedOrder(row: CountedRow, payment: PaymentPart | null): CountedOrder {
  return {
    side: knownSide(row.tradeType, { endpoint: 'listOrders', owner: `order ${row.orderNumber}` }),
    fiat: row.fiat,
    totalPrice: row.totalPrice,
    status: orderStatusFromWire(row.orderStatus) ?? OrderStatus.PAID,
    createdAtMs: row.createTime,
    ...(payment ?? { methods: [], paidAtMs: null }),
  };
}

type WirePayMethods = NonNullable<WireOrderDetail['payMethods']>;

const toMethod = ({ id, identifier, tradeMethodName }: WirePayMethods[number]): ListedMethod => ({
  payId: id ?? '',
  identifier: identifier ?? '',
  name: tradeMethodName ?? '',
});

/**
 * Converts the payment of an order of EP-13: the chosen method, or all that may be chosen.
 *
 * @example
 * const { methods, paidAtMs } = toPayment(await client.orders.getUserOrderDetail(orderNumber));
 * console.log(paidAtMs === null ? 'not paid yet' : new Date(paidAtMs), methods);
 */
export function toPayment({ payMethods, selectedPayId, notifyPayTime }: WireOrderDetail): PaymentPart {
  const offered = (payMethods ?? [])
    .map(toMethod)
    .filter((method) => Object.values(method).some((text) => text !== ''));
  const paidAtMs = knownTime(notifyPayTime);
  // The service writes 0 before the buyer has chosen.
  if (selectedPayId === undefined || selectedPayId === null || selectedPayId === '0') {
    return { methods: offered, paidAtMs };
  }
  return { methods: offered.filter(({ payId }) => payId === selectedPayId), paidAtMs };
}
