import type { Method, Methods } from '../method.ts';
import type { merchantOperations } from '../operations/merchant-operations.ts';

type Rows = typeof merchantOperations;

/** The merchant's business (open, closed, on a break) and, separately, presence. Rejects with an ExchangeError. */
export interface MerchantCalls extends Methods<Rows> {
  /**
   * EP-22: closes the business (`businessStatus` 2): its ads cannot be traded, and changes to them are refused with
   * 83229 until EP-27. Source: interface 4.7, 7.3; wire-facts 10, 13.
   */
  readonly closeBusiness: Method<Rows['closeBusiness']>;

  /** EP-23: ends the break early. Source: interface 4.7; wire-facts 10, 13. */
  readonly endRest: Method<Rows['endRest']>;

  /**
   * EP-24: returns a merchant's profile and running ads by user number, in two lists by side. Fields are named
   * otherwise than in EP-2: prices of orders are fiat, amounts the asset. -1021 and -1022 lead to a second try by the
   * key alone. Source: interface 4.1 rule 4, 5 rule 5; wire-facts 4, 10.
   */
  readonly getAdDetails: Method<Rows['getAdDetails']>;

  /** EP-25: shows the merchant as offline; the business stays as it is. Source: interface 4.7; wire-facts 10, 13. */
  readonly getOffline: Method<Rows['getOffline']>;

  /** EP-26: shows the merchant as online; the business stays as it is. Source: interface 4.7; wire-facts 10, 13. */
  readonly getOnline: Method<Rows['getOnline']>;

  /** EP-27: opens the business (`businessStatus` 1). Source: interface 4.7; wire-facts 10, 13. */
  readonly startBusiness: Method<Rows['startBusiness']>;

  /**
   * EP-28: starts a break (`businessStatus` 3) and returns its end in ms, which the service chooses. Until then changes
   * to ads are refused with 83230; running orders continue. Source: interface 4.7, 7.3; wire-facts 10, 13.
   */
  readonly startRest: Method<Rows['startRest']>;
}
