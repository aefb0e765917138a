import type { Method, Methods } from '../method.ts';
import type { orderOperations } from '../operations/order-operations.ts';

type Rows = typeof orderOperations;

/** Orders, interface 4.1. Every method rejects with an ExchangeError; comments name its `code`. */
export interface OrderCalls extends Methods<Rows> {
  /**
   * EP-9: cancels an order for a reason (1 to 6; 5 needs a text). Returns nothing. Only the buyer may cancel, before
   * the asset is released. Sent once. 83998 means that the order is not this account's. Source: wire-facts 3, 5, 13.
   */
  readonly cancelOrder: Method<Rows['cancelOrder']>;

  /**
   * EP-10: returns whether an order may be cancelled at this moment. 83998 means that the order is not this account's.
   * Source: interface 4.1; wire-facts 5.
   */
  readonly checkIfAllowedCancelOrder: Method<Rows['checkIfAllowedCancelOrder']>;

  /**
   * EP-11: returns whether the account may trade against an ad; its number goes into `adOrderNo`, although no order
   * exists yet. Source: interface 4.1; wire-facts 5, 16 row 14.
   */
  readonly checkIfCanPlaceOrder: Method<Rows['checkIfCanPlaceOrder']>;

  /**
   * EP-12: returns whether the seller may release an order now. Accepts the parameters of EP-20, but the order's number
   * is enough. 83998 means that the order is not this account's. Source: interface 4.1; wire-facts 5.
   */
  readonly checkIfCanReleaseCoin: Method<Rows['checkIfCanReleaseCoin']>;

  /**
   * EP-13: returns an order by number (`adOrderNo`, although it is no ad's): `amount` in the asset, `totalPrice` in
   * fiat, moments in ms, average periods in seconds; what has not happened yet is missing. 83998 means that the order
   * is not this account's; -1021 and -1022 lead to a second try by the key alone. Source: interface 4.1 rule 1, 5 rule
   * 5; wire-facts 2.3, 5, 12.4.
   */
  readonly getUserOrderDetail: Method<Rows['getUserOrderDetail']>;

  /**
   * EP-14: returns how many orders of the account await payment, are paid, are in appeal, and are running in total.
   * Source: interface 4.1; wire-facts 5.
   */
  readonly getUserOrderSummary: Method<Rows['getUserOrderSummary']>;

  /**
   * EP-15: returns the account's orders, newest first, `amount` in the asset and `totalPrice` in fiat, by `page` (from
   * 1), `rows` (20 is usual) and filters (`startDate` and `endDate` are moments of creation in ms). Rows have no real
   * names, no payment methods and no unit price. Source: interface 4.1; wire-facts 5, 12.2.
   */
  readonly listOrders: Method<Rows['listOrders']>;

  /**
   * EP-16: returns orders of a window of at most 30 days within the last six months (ms; default: the last 30 days), at
   * most 100 `rows`, with their status as a name. Trails EP-15 by some seconds. Three steps of authentication. Source:
   * interface 4.1 rule 2, 5 rule 6; wire-facts 3, 5, 12.3.
   */
  readonly listUserOrderHistory: Method<Rows['listUserOrderHistory']>;

  /**
   * EP-17: marks an order as paid by its buyer with the seller's method that was used, and returns the new status (2)
   * and the seller's deadline in ms. Sent once. Refusals: 83023 (not payable any more, or marked already), 83998 (not
   * this account's). Source: interface 4.1; wire-facts 2.3, 5.
   */
  readonly markOrderAsPaid: Method<Rows['markOrderAsPaid']>;

  /**
   * EP-18: places an order on an ad and returns it (`totalAmount`: fiat with BY_MONEY, the asset with BY_AMOUNT;
   * `matchPrice`: the ad's price in fiat). Sent once: a second send would place a second order. Refusals: -1013 (a
   * quantity that the ad does not accept), -2019 (margin), -2015 (key without the permission), 187022 (ad not online).
   * Source: interface 4.1, 7.3; wire-facts 2.3, 5, 17.
   */
  readonly placeOrder: Method<Rows['placeOrder']>;

  /**
   * EP-19: returns the trading record of an order's counterparty: rates are shares of 1, average times seconds,
   * `registerDays` days. 83998 means that the order is not this account's. Source: interface 4.1; wire-facts 2.4, 5.
   */
  readonly queryCounterPartyOrderStatistic: Method<Rows['queryCounterPartyOrderStatistic']>;

  /**
   * EP-20: releases the asset of a paid order to the buyer, with a second factor (GOOGLE: the code in
   * `googleVerifyCode` and in `code`). It cannot be undone, and it is sent once. Refusals: -3026 (completed already),
   * 200001035 (a used code: wait for the next), 83998 (not this account's). Source: interface 4.1, 7.3; wire-facts 2.3,
   * 3, 5.
   */
  readonly releaseCoin: Method<Rows['releaseCoin']>;

  /**
   * EP-21: confirms the buyer's extra identity check as the maker, after which the buyer sees where to pay. Returns
   * `kycVerified`. 83998 means that the order is not this account's. Source: interface 4.1; wire-facts 2.3, 5, 13.
   */
  readonly verifiedAdditionalKyc: Method<Rows['verifiedAdditionalKyc']>;
}
