import { z } from 'zod';
import {
  countField,
  decimalField,
  integerField,
  numberField,
  secondFactorFields,
  sideField,
  sortFields,
  textField,
} from '../../http/request-field.ts';

/** EP-10, EP-19, EP-21. The field tables call the number optional, but nothing works without it. */
export const orderNumberRequest = z.looseObject({ orderNumber: numberField });

/** EP-11, where it is the number of an ad, and EP-13, where it is the number of an order. */
export const adOrderNumberRequest = z.looseObject({ adOrderNo: numberField });

/** EP-9: reasons 1 to 6. */
export const cancelRequest = z.looseObject({
  orderNumber: numberField,
  orderCancelReasonCode: integerField,
  orderCancelAdditionalInfo: textField.optional(),
});

/** EP-12 and EP-20. */
export const releaseRequest = z.looseObject({
  orderNumber: numberField,
  confirmPaidType: z.enum(['normal', 'quick']).optional(),
  payId: integerField.optional(),
  ...secondFactorFields,
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

/** EP-16. */
export const orderHistoryRequest = z.looseObject({
  endTimestamp: integerField.optional(),
  page: countField.optional(),
  rows: countField.optional(),
  startTimestamp: integerField.optional(),
  tradeType: sideField.optional(),
});

/** EP-17. */
export const markPaidRequest = z.looseObject({ orderNumber: numberField, payId: integerField.optional() });

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
