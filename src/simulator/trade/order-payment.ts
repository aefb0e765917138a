import { bankName } from './payment-method.ts';
import { isCancelled } from './order-flow.ts';
import { buyerOf, sellerOf, SimOrderStatus, type OrderRecord, type PaymentMethod } from '../world/simulator-state.ts';

const detailsKeptMs = 90 * 86_400_000;

/** Of a cancelled order, and of one completed more than ninety days ago, only the method's name remains (EP-13). */
const keepsDetails = (order: OrderRecord, nowMs: number): boolean =>
  !isCancelled(order) &&
  (order.status !== SimOrderStatus.COMPLETED || nowMs - (order.releasedAtMs ?? nowMs) <= detailsKeptMs);

/** How an order is paid, as in EP-13. A buyer with an open identity check does not see where to pay. */
export function paymentOf(order: OrderRecord, account: string, nowMs: number) {
  const hidden = order.additionalKyc === 1 && buyerOf(order).account === account;
  const payee = sellerOf(order).realName;
  const toWire = (method: PaymentMethod) =>
    keepsDetails(order, nowMs) ? payMethodToWire(method, payee) : { tradeMethodName: method.name };
  return {
    payType: order.paymentMethods[0]?.identifier ?? 'BANK',
    payMethods: hidden ? [] : order.paymentMethods.map(toWire),
    selectedPayId: order.selectedPayId,
  };
}

/** A payment method with its fields, as an order carries it. */
export function payMethodToWire(method: PaymentMethod, payee: string) {
  const field = ([fieldContentType, fieldName]: [string, string], fieldValue: string, place: number) => ({
    fieldId: String(place).padStart(19, '0'),
    fieldName,
    fieldContentType,
    fieldValue,
    restrictionType: 0,
    lengthLimit: 200,
    isRequired: true,
    isCopyable: true,
  });
  return {
    id: method.payId,
    identifier: method.identifier,
    tradeMethodName: method.name,
    iconUrlColor: '',
    fields: [
      field(['payee', 'Name'], payee, 1),
      field(['pay_account', 'Account number'], method.account, 2),
      field(['bank', 'Bank name'], bankName, 3),
    ],
  };
}
