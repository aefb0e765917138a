import type { Method, Methods } from '../method.ts';
import type { adOperations } from '../operations/ad-operations.ts';

type Rows = typeof adOperations;

/** Ads, interface 4.2. Every method rejects with an ExchangeError; comments name its `code`. */
export interface AdCalls extends Methods<Rows> {
  /**
   * EP-1: returns the classes of ads that this account may publish: `mass`, `profession`, `block`. Source: interface
   * 4.2 rule 6; wire-facts 4, 6.
   */
  readonly getAvailableAdsCategory: Method<Rows['getAvailableAdsCategory']>;

  /**
   * EP-2: returns an own ad by number: quantities in the asset, price and limits of an order in fiat, `payTimeLimit` in
   * minutes, `createTime` in ms. A missing ad is HTTP 404, category NOT_FOUND. Source: interface 4.2 rule 1, 7.7;
   * wire-facts 6, 12.1.
   */
  readonly getDetailByNo: Method<Rows['getDetailByNo']>;

  /**
   * EP-3: returns the reference price (fiat for one unit) of at most 3 assets for a fiat and a side, with the numbers
   * of decimals: the tick of a price is 10^-`priceScale`. Sent without credentials. Source: interface 4.2, 5 rule 4;
   * wire-facts 6, 15.
   */
  readonly getReferencePrice: Method<Rows['getReferencePrice']>;

  /**
   * EP-4: returns the account's own ads in the units of EP-2, by `page` (from 1), `rows` (at most 20) and filters.
   * Without `fiatUnit` it returns the ads of all fiats. Source: interface 4.2; wire-facts 6, 12.1.
   */
  readonly listWithPagination: Method<Rows['listWithPagination']>;

  /**
   * EP-5: publishes an ad and returns its number (`initAmount` in the asset, limits of an order in fiat, `payTimeLimit`
   * in minutes, `price` in fiat or `priceFloatingRatio` in percent). Sent once: a second send would publish a second
   * ad. Refusals: 83229, 83230 (closed, on a break), 187055 (within 4 ticks of an own ad), 187040 (too little), -1111
   * (too many decimals), -9000 (price out of range). Source: interface 7.3, 7.4; wire-facts 6, 13, 15.
   */
  readonly post: Method<Rows['post']>;

  /**
   * EP-6: returns the ads of a market with their advertisers, best price first, own ones included, by asset, fiat,
   * `page`, `rows` (at most 20) and the searcher's side (BUY lists sellers). `monthFinishRate` is a share of 1,
   * `advConfirmTime` seconds. Sent with the key alone. -1102 names what is missing. Source: interface 4.2 rule 4, 5
   * rule 4; wire-facts 3, 6, 12.7.
   */
  readonly search: Method<Rows['search']>;

  /**
   * EP-7: changes an ad, in the units of EP-5, and returns true. Send a price with `advNo` alone: beside
   * `surplusAmount` it is refused with 187049, as is an update while an order arrives. Other refusals: 187055 (within 4
   * ticks of an own ad), 187022 (wrong number), 187031, 187040, 83229, 83230, -1111, -9000 (its message holds a code or
   * the price range). Source: interface 4.2 rule 2, 7.2 to 7.6; wire-facts 2.3, 6.
   */
  readonly update: Method<Rows['update']>;

  /**
   * EP-8: sets the status of ads (1 online, 3 offline, 4 closed, which cannot be undone) and returns those that failed
   * in `failList`: a success may be partial. When all fail it rejects with the code of the first, such as 187022 (no
   * such ad of yours) or 187055. Refusals of the whole call: 83229 (business closed), 83230 (taking a break). Source:
   * interface 4.2 rule 3, 7.4; wire-facts 3, 6, 13.
   */
  readonly updateStatus: Method<Rows['updateStatus']>;
}
