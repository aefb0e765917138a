import { z } from 'zod';
import { countField, integerField, numberField, sideField, sortFields, textField } from '../../http/request-field.ts';
import type { ListOrder } from '../../trade/list-order.ts';
import { sideOf } from './order-wire.ts';
import { tradeMethods } from '../../trade/payment-method.ts';
import {
  callerOf,
  integerParameter,
  sideParameter,
  textList,
  textParameter,
  type SimCall,
} from '../../world/sim-call.ts';
import type { OrderRecord } from '../../world/simulator-state.ts';

/** Sort columns of an account's orders, in the names of EP-15; newest first by default. */
export const orderColumns = (account: string): ListOrder<OrderRecord> => ({
  columns: {
    advNo: ({ advNo }) => advNo,
    amount: ({ amount }) => amount,
    asset: ({ asset }) => asset,
    createTime: ({ createdAtMs }) => createdAtMs,
    fiat: ({ fiat }) => fiat,
    notifyPayEndTime: ({ payDeadlineMs }) => payDeadlineMs,
    orderNumber: ({ orderNumber }) => orderNumber,
    orderStatus: ({ status }) => status,
    totalPrice: ({ totalPrice }) => totalPrice,
    tradeType: (order) => sideOf(order, account),
  },
  usual: 'createTime',
  directionOf: () => 'desc',
  tie: ({ orderNumber }) => orderNumber,
});

/** EP-15. */
export const orderPageRequest = z.looseObject({
  page: countField,
  rows: countField,
  advNo: numberField.optional(),
  asset: textField.optional(),
  endDate: integerField.optional(),
  orderStatus: integerField.optional(),
  orderStatusList: z.array(integerField).optional(),
  payType: integerField.optional(),
  startDate: integerField.optional(),
  tradeType: sideField.optional(),
  ...sortFields,
});

/** Whether an order passes the filters of EP-15; an absent filter passes everything. */
export function matchesList(call: SimCall, order: OrderRecord): boolean {
  const wanted = {
    tradeType: sideParameter(call) ?? sideOf(order, callerOf(call)),
    advNo: textParameter(call, 'advNo') ?? order.advNo,
    asset: textParameter(call, 'asset') ?? order.asset,
  };
  if (wanted.tradeType !== sideOf(order, callerOf(call))) return false;
  if (wanted.advNo !== order.advNo || wanted.asset !== order.asset) return false;
  return hasStatus(call, order) && isPaidBy(call, order) && isWithin(call, order);
}

function hasStatus(call: SimCall, { status }: OrderRecord): boolean {
  const statuses = [...textList(call, 'orderStatusList'), ...(textParameter(call, 'orderStatus') ?? '').split(/,/)];
  const wanted = statuses.filter((text) => text !== '');
  return wanted.length === 0 || wanted.includes(String(status));
}

/** `payType` is documented as a number: that of a method in the catalogue (EP-38). */
function isPaidBy(call: SimCall, { paymentMethods }: OrderRecord): boolean {
  const methodId = integerParameter(call, 'payType');
  if (methodId === null) return true;
  const wanted = tradeMethods.find(({ id }) => id === methodId)?.identifier;
  return paymentMethods.some(({ identifier }) => identifier === wanted);
}

function isWithin(call: SimCall, { createdAtMs }: OrderRecord): boolean {
  const start = integerParameter(call, 'startDate') ?? -Infinity;
  const end = integerParameter(call, 'endDate') ?? Infinity;
  return createdAtMs >= start && createdAtMs <= end;
}
