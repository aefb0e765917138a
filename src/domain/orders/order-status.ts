export const OrderStatus = {
  AWAITING_PAYMENT: 'AWAITING_PAYMENT',
  PAID: 'PAID',
  RELEASING: 'RELEASING',
  IN_APPEAL: 'IN_APPEAL',
  COMPLETED: 'COMPLETED',
  CANCELLED: 'CANCELLED',
  CANCELLED_BY_SYSTEM: 'CANCELLED_BY_SYSTEM',
} as const;
export type OrderStatus = (typeof OrderStatus)[keyof typeof OrderStatus];

const terminalStatuses: ReadonlySet<OrderStatus> = new Set([
  OrderStatus.COMPLETED,
  OrderStatus.CANCELLED,
  OrderStatus.CANCELLED_BY_SYSTEM,
]);

/** The numbers of the live list and detail, and the names of the history. 8 was seen only on disputed orders. */
const wireStatuses: ReadonlyMap<string, OrderStatus> = new Map([
  ['0', OrderStatus.AWAITING_PAYMENT],
  ['1', OrderStatus.AWAITING_PAYMENT],
  ['2', OrderStatus.PAID],
  ['3', OrderStatus.RELEASING],
  ['4', OrderStatus.COMPLETED],
  ['5', OrderStatus.IN_APPEAL],
  ['6', OrderStatus.CANCELLED],
  ['7', OrderStatus.CANCELLED_BY_SYSTEM],
  ['8', OrderStatus.IN_APPEAL],
  ['PENDING', OrderStatus.AWAITING_PAYMENT],
  ['TRADING', OrderStatus.AWAITING_PAYMENT],
  ['BUYER_PAYED', OrderStatus.PAID],
  ['DISTRIBUTING', OrderStatus.RELEASING],
  ['COMPLETED', OrderStatus.COMPLETED],
  ['IN_APPEAL', OrderStatus.IN_APPEAL],
  ['CANCELLED', OrderStatus.CANCELLED],
  ['CANCELLED_BY_SYSTEM', OrderStatus.CANCELLED_BY_SYSTEM],
]);

/** In the numbers of a list: waiting for payment, paid, in appeal by either numbering, being released (wire-facts 16). */
export const runningStatuses: readonly number[] = [1, 2, 3, 5, 8];

/** Reports whether a buyer may cancel an order: also after he has paid, and then the money is gone (wire-facts 13). */
export const isCancellable = (status: OrderStatus): boolean =>
  status === OrderStatus.AWAITING_PAYMENT || status === OrderStatus.PAID;

/** Reports whether the order was cancelled, by whichever side or by the service. */
export const isCancelled = (status: OrderStatus): boolean => isTerminal(status) && status !== OrderStatus.COMPLETED;

/** Reports whether the order is over: completed or cancelled. */
export function isTerminal(status: OrderStatus): boolean {
  return terminalStatuses.has(status);
}

/** Returns the status for the wire's number (also as text) or name, or null for an unknown one. */
export function orderStatusFromWire(value: number | string): OrderStatus | null {
  return wireStatuses.get(String(value).trim().toUpperCase()) ?? null;
}
