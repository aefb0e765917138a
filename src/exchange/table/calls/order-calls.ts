import type { Method, Methods } from '../method.ts';
import type { orderOperations } from '../operations/order-operations.ts';

type Rows = typeof orderOperations;

/**
 * Orders, interface section 4.1. Every method rejects with an ExchangeError; its `code` is the one that a comment
 * names.
 */
export interface OrderCalls extends Methods<Rows> {
  /**
   * EP-9: takes an order's number and a reason (1 to 6; 5 goes with a text), cancels the order and gives nothing. Only
   * its buyer may do so, and before the asset is released. Sent once. 83998 means that the order is not this account's.
   * Source: wire-facts 3, 5, 13.
   */
  readonly cancelOrder: Method<Rows['cancelOrder']>;

  /**
   * EP-10: takes an order's number and gives whether it may be cancelled at this moment. 83998 means that the order is
   * not this account's. Source: interface 4.1; wire-facts 5.
   */
  readonly checkIfAllowedCancelOrder: Method<Rows['checkIfAllowedCancelOrder']>;

  /**
   * EP-11: takes the number of an ad (`adOrderNo`, although no order exists yet) and gives whether the account may
   * trade against it. Source: interface 4.1; wire-facts 5, 16 row 14.
   */
  readonly checkIfCanPlaceOrder: Method<Rows['checkIfCanPlaceOrder']>;

  /**
   * EP-12: takes what EP-20 takes, of which the order's number is enough, and gives whether the seller may release now.
   * 83998 means that the order is not this account's. Source: interface 4.1; wire-facts 5.
   */
  readonly checkIfCanReleaseCoin: Method<Rows['checkIfCanReleaseCoin']>;

  /**
   * EP-13: takes the number of an order (`adOrderNo`, although it is no ad's) and gives all of it: `amount` in the
   * asset, `totalPrice` in fiat, moments in ms, average periods in seconds; what has not happened yet is missing. 83998
   * means that the order is not this account's; -1021 and -1022 are answered with a second try by the key alone.
   * Source: interface 4.1 rule 1, 5 rule 5; wire-facts 2.3, 5, 12.4.
   */
  readonly getUserOrderDetail: Method<Rows['getUserOrderDetail']>;

  /**
   * EP-14: takes nothing and gives how many orders of the account await payment, are paid, are in appeal, and are
   * running at all. Source: interface 4.1; wire-facts 5.
   */
  readonly getUserOrderSummary: Method<Rows['getUserOrderSummary']>;

  /**
   * EP-15: takes `page` (from 1), `rows` (20 is usual) and filters, of which `startDate` and `endDate` are moments of
   * creation in ms; gives the account's orders, newest first, `amount` in the asset and `totalPrice` in fiat. Rows have
   * no real names, no payment methods and no unit price. Source: interface 4.1; wire-facts 5, 12.2.
   */
  readonly listOrders: Method<Rows['listOrders']>;

  /**
   * EP-16: takes a window of at most 30 days within the last six months (ms), the last 30 days unless told otherwise,
   * and `rows` (at most 100); gives orders with their status as a name. Trails EP-15 by some seconds. Three steps of
   * authentication. Source: interface 4.1 rule 2, 5 rule 6; wire-facts 3, 5, 12.3.
   */
  readonly listUserOrderHistory: Method<Rows['listUserOrderHistory']>;

  /**
   * EP-17: takes an order's number and the seller's method that was used, as its buyer, and gives the new status (2)
   * and the seller's deadline in ms. Sent once. Refusals: 83023 (not payable any more, or marked already), 83998 (not
   * this account's). Source: interface 4.1; wire-facts 2.3, 5.
   */
  readonly markOrderAsPaid: Method<Rows['markOrderAsPaid']>;

  /**
   * EP-18: takes an ad's number and how much (`totalAmount`: fiat with BY_MONEY, the asset with BY_AMOUNT;
   * `matchPrice`: the ad's price in fiat) and gives the order. Sent once: a second send would place a second order.
   * Refusals: -1013 (a quantity that the ad does not take), -2019 (margin), -2015 (key without the permission), 187022
   * (ad not online). Source: interface 4.1, 7.3; wire-facts 2.3, 5, 17.
   */
  readonly placeOrder: Method<Rows['placeOrder']>;

  /**
   * EP-19: takes an order's number and gives the trading record of its other party: rates are shares of 1, average
   * times seconds, `registerDays` days. 83998 means that the order is not this account's. Source: interface 4.1;
   * wire-facts 2.4, 5.
   */
  readonly queryCounterPartyOrderStatistic: Method<Rows['queryCounterPartyOrderStatistic']>;

  /**
   * EP-20: takes the number of a paid order and a second factor (GOOGLE: the code in `googleVerifyCode` and in `code`),
   * and gives the asset to the buyer. It cannot be undone, and it is sent once. Refusals: -3026 (completed already),
   * 200001035 (a code that was used: wait for the next), 83998 (not this account's). Source: interface 4.1, 7.3;
   * wire-facts 2.3, 3, 5.
   */
  readonly releaseCoin: Method<Rows['releaseCoin']>;

  /**
   * EP-21: takes an order's number; the maker thereby confirms the buyer's extra identity check, and the buyer sees
   * where to pay. Gives `kycVerified`. 83998 means that the order is not this account's. Source: interface 4.1;
   * wire-facts 2.3, 5, 13.
   */
  readonly verifiedAdditionalKyc: Method<Rows['verifiedAdditionalKyc']>;
}
