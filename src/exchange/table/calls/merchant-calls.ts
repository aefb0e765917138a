import type { Method, Methods } from '../method.ts';
import type { merchantOperations } from '../operations/merchant-operations.ts';

type Rows = typeof merchantOperations;

/** The merchant's business (open, closed, on a break) and, apart from it, presence. Rejects with an ExchangeError. */
export interface MerchantCalls extends Methods<Rows> {
  /**
   * EP-22: takes nothing and closes the business (`businessStatus` 2): the ads cannot be traded, and what is done to an
   * ad is refused with 83229 until EP-27. Source: interface 4.7, 7.3; wire-facts 10, 13.
   */
  readonly closeBusiness: Method<Rows['closeBusiness']>;

  /** EP-23: takes nothing and ends the break before its time. Source: interface 4.7; wire-facts 10, 13. */
  readonly endRest: Method<Rows['endRest']>;

  /**
   * EP-24: takes a merchant's user number and gives its profile and running ads, in two lists by side; fields are named
   * otherwise than in EP-2: prices of orders are fiat, amounts the asset. -1021 and -1022 are answered with a second
   * try by the key alone. Source: interface 4.1 rule 4, 5 rule 5; wire-facts 4, 10.
   */
  readonly getAdDetails: Method<Rows['getAdDetails']>;

  /**
   * EP-25: takes nothing and shows the merchant as offline; the business stays as it is. Source: interface 4.7;
   * wire-facts 10, 13.
   */
  readonly getOffline: Method<Rows['getOffline']>;

  /**
   * EP-26: takes nothing and shows the merchant as online; the business stays as it is. Source: interface 4.7;
   * wire-facts 10, 13.
   */
  readonly getOnline: Method<Rows['getOnline']>;

  /** EP-27: takes nothing and opens the business (`businessStatus` 1). Source: interface 4.7; wire-facts 10, 13. */
  readonly startBusiness: Method<Rows['startBusiness']>;

  /**
   * EP-28: takes nothing, starts a break (`businessStatus` 3) and gives its end in ms, which the service chooses. Until
   * then what is done to an ad is refused with 83230; running orders go on. Source: interface 4.7, 7.3; wire-facts 10,
   * 13.
   */
  readonly startRest: Method<Rows['startRest']>;
}
