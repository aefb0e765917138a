import type { Method, Methods } from '../method.ts';
import type {
  commissionOperations,
  currencyOperations,
  paymentMethodOperations,
  userOperations,
} from '../operations/account-operations.ts';
import type { publicOperations } from '../operations/open-operations.ts';

type UserRows = typeof userOperations;
type PaymentMethodRows = typeof paymentMethodOperations;
type CommissionRows = typeof commissionOperations;
type CurrencyRows = typeof currencyOperations;
type PublicRows = typeof publicOperations;

/** The user itself. Rejects with an ExchangeError. */
export interface UserCalls extends Methods<UserRows> {
  /**
   * POST user/baseDetail: returns the account's profile: `businessStatus` (1 open, 2 closed, 3 on a break), identity
   * check, second factors, age in days. Source: interface 4.7; wire-facts 3, 10.
   */
  readonly baseDetail: Method<UserRows['baseDetail']>;
}

/** Payment methods, interface 4.4. Every method rejects with an ExchangeError. */
export interface PaymentMethodCalls extends Methods<PaymentMethodRows> {
  /**
   * EP-36: returns an own payment method by id (the `payId` of ads and orders) with its account fields. Source:
   * interface 4.4 rule 2; wire-facts 8, 12.5.
   */
  readonly getPayMethodById: Method<PaymentMethodRows['getPayMethodById']>;

  /**
   * EP-37, preferred form: returns all own payment methods. Where the service does not know this form, the client calls
   * the other one and remembers that. Source: interface 4.4 rule 1; wire-facts 8, 12.5.
   */
  readonly getPayMethodByUserId: Method<PaymentMethodRows['getPayMethodByUserId']>;

  /**
   * EP-37, other form: returns all own payment methods, always by GET. Source: interface 4.4 rule 1; wire-facts 8,
   * 12.5.
   */
  readonly getPayMethodByUserIdViaGet: Method<PaymentMethodRows['getPayMethodByUserIdViaGet']>;

  /**
   * EP-38: returns the catalogue: every payment method that an ad of a buyer may name by `identifier`. Source:
   * interface 4.4 rule 2; wire-facts 8, 12.5.
   */
  readonly listAll: Method<PaymentMethodRows['listAll']>;
}

/** Commission rates as shares of 1, interface 4.5. Every method rejects with an ExchangeError. */
export interface CommissionCalls extends Methods<CommissionRows> {
  /**
   * POST commission-rate/overview: returns the rates for a fiat, by asset and area: the list rates
   * (`…BaseCommissionRate`) and the account's own, for maker and taker, buying and selling, as shares of 1. Source:
   * interface 4.5; wire-facts 9.
   */
  readonly overview: Method<CommissionRows['overview']>;

  /**
   * POST commission-rate/taker: returns a taker's rate for each payment method, by asset, fiat, area and side (here in
   * lower case), as shares of 1. Source: interface 4.5; wire-facts 3, 9.
   */
  readonly taker: Method<CommissionRows['taker']>;
}

/** Currencies, interface 4.7. Every method rejects with an ExchangeError. */
export interface CurrencyCalls extends Methods<CurrencyRows> {
  /**
   * POST digitalCurrency/list: returns the assets of the marketplace with their numbers of decimals. The fields of a
   * row are inferred from similar answers. Source: interface 4.7; wire-facts 10.
   */
  readonly digitalCurrencyList: Method<CurrencyRows['digitalCurrencyList']>;

  /**
   * POST fiatCurrency/list: returns the fiat currencies of the marketplace, with the numbers of decimals of amounts and
   * of prices. The fields of a row are inferred from similar answers. Source: interface 4.7; wire-facts 10.
   */
  readonly fiatCurrencyList: Method<CurrencyRows['fiatCurrencyList']>;
}

/** The public host, interface 4.6: no key, no guarantee. Rejects with an ExchangeError. */
export interface PublicCalls extends Methods<PublicRows> {
  /**
   * EP-0: returns the market as the web page shows it to anyone, in the units of EP-6 with fewer fields. Accepts the
   * parameters of EP-6 and filters of the web page. More than 20 rows are refused (000002). It may stop working at any
   * time. Source: interface 4.6, 9 rule 7; wire-facts 2.3, 11.
   */
  readonly searchPublicAds: Method<PublicRows['searchPublicAds']>;

  /**
   * GET /api/v3/ticker/price: returns the last price of a pair on the spot market of the service. Refuses a pair that it
   * does not have (-1121). Outside the interface. Source: wire-facts 11.
   */
  readonly spotPrice: Method<PublicRows['spotPrice']>;
}
