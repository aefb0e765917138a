import { z } from 'zod';
import type { Known } from '../known-fields.ts';
import {
  decimal,
  flag,
  identifier,
  integer,
  lenients,
  millis,
  moment,
  optional,
  optionals,
  quantity,
  rawStatus,
  symbol,
  anySide,
  text,
  anyCode,
} from '../wire-value.ts';
import { methodCommissionSchema, ticketSizes } from './ad-schema.ts';
import { orderPartySchema } from './order-party-schema.ts';
import { paidCommissions, shownCommissions } from './order-schema.ts';
import { flatPayDetails, orderPayMethodSchema } from './pay-method-schema.ts';
import { storeSchema } from './store-schema.ts';

/** Both parties beyond their names; the two scores have no published scale. */
const partyDetails = {
  userId: identifier,
  mainUserId: identifier,
  advUserId: identifier,
  advMainUserId: identifier,
  advMakerRoles: text,
  orderTakerRoles: text,
  publisherType: text,
  buyerMobilePhone: text,
  sellerMobilePhone: text,
  buyerCreditScore: quantity,
  sellerCreditScore: quantity,
  isBuyerCompanyAccount: flag,
  buyerCompanyAccountName: text,
  isSellerCompanyAccount: flag,
  sellerCompanyAccountName: text,
  idNumber: text,
  address: text,
  nickColor: text,
  onlineStatus: text,
  clientType: text,
};

/** What happened or may happen when; an order is late by its two deadlines alone. */
const furtherTimes = {
  updateTime: millis,
  confirmPayTime: millis,
  cancelTime: millis,
  expectedPayTime: millis,
  expectedReleaseTime: millis,
  notifyPayedExpireMinute: integer,
  confirmPayedExpireMinute: integer,
  confirmPayTimeout: integer,
  allowComplainTime: millis,
  complainFreezeTime: millis,
  complaintDeadline: millis,
  avgPayPeriod: quantity,
  avgReleasePeriod: quantity,
};

/** How it was cancelled or contested; whether the contested amounts are asset or fiat is not published. */
const disputeDetails = {
  cancelReasonDesc: text,
  cancelReasonAdditional: text,
  complaintReason: text,
  isComplaintAllowed: flag,
  canCancelComplaintOrder: flag,
  cancelComplaintTime: millis,
  sysCancelTime: millis,
  orderComplaintAmount: z.looseObject(
    lenients({ complaintAmount: decimal, processingComplaintAmount: decimal, completedComplaintAmount: decimal }),
  ),
};

/** Lazy because it is rare: compiled with every order, the two parties alone would take a tenth of a second. */
const party = z.lazy(() => orderPartySchema);

/**
 * For display only, most of it documented for EP-18 alone (wire-facts 12.4). payTimeLimit in minutes; the units of
 * lengthOfPayTime and lengthOfConfirmTime are not published.
 */
const furtherDetails = {
  ...furtherTimes,
  ...shownCommissions,
  ...ticketSizes,
  tradeMethodCommissionRateVoList: z.array(methodCommissionSchema),
  fiatSymbol: text,
  currencyRate: decimal,
  payType: text,
  remark: text,
  confirmPaidType: text,
  quickConfirmAmountUpLimit: decimal,
  origin: text,
  unreadCount: integer,
  advOrderId: identifier,
  classify: text,
  payTypeDesc: text,
  ...flatPayDetails,
  payTimeLimit: integer,
  lengthOfPayTime: integer,
  lengthOfConfirmTime: integer,
  chatUnreadCount: integer,
  isChatEnabled: flag,
  isSupportVirtualNum: flag,
  isRiskCount: integer,
  statFlag: anyCode,
  ...partyDetails,
  ...disputeDetails,
  maker: party,
  taker: party,
  store: z.lazy(() => storeSchema),
};

/**
 * An order in full (EP-13, and inside EP-18's answer), OrderMatchResp of the field tables. What has not happened yet is
 * missing. avgPayPeriod and avgReleasePeriod are in seconds.
 */
export const orderDetailSchema = z.looseObject({
  orderNumber: identifier,
  advOrderNumber: identifier,
  tradeType: anySide,
  orderStatus: rawStatus,
  asset: symbol,
  fiatUnit: symbol,
  amount: decimal,
  totalPrice: decimal,
  createTime: moment,
  payMethods: optional(z.array(orderPayMethodSchema)),
  ...optionals({
    price: decimal,
    buyerNickname: text,
    sellerNickname: text,
    buyerName: text,
    sellerName: text,
    takerUserNo: text,
    merchantNo: text,
    selectedPayId: identifier,
    additionalKycVerify: anyCode,
    notifyPayEndTime: millis,
    notifyPayTime: millis,
    confirmPayEndTime: millis,
    complaintStatus: anyCode,
    ...paidCommissions,
  }),
  ...lenients(furtherDetails),
});
export type WireOrderDetail = Known<z.infer<typeof orderDetailSchema>>;

/** EP-18: the order that was placed. */
export const placedOrderSchema = z
  .looseObject({ result: optional(flag), orderMatch: orderDetailSchema })
  .refine(({ result }) => result !== false, { path: ['result'], message: 'false: nothing was placed' });
