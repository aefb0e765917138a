interface Span {
  readonly min: string;
  readonly max: string;
}

/** Why an offer does not count: a code with what completes it; `src/words` says it. Null: not known. */
export type Objection =
  | { readonly reason: 'own' | 'bad-price' | 'duplicate' | 'ignored' | 'not-tradable' }
  | { readonly reason: 'not-listed'; readonly userNo: string | null }
  | { readonly reason: 'no-merchant' | 'extra-kyc'; readonly isKnown: boolean }
  | { readonly reason: 'finish-rate'; readonly rate: number | null; readonly least: number }
  | { readonly reason: 'order-count'; readonly orders: number | null; readonly least: number }
  | { readonly reason: 'remaining'; readonly remaining: string | null; readonly least: string }
  /** Of the orders that the own ad takes, and of those that the offer takes. */
  | { readonly reason: 'limits'; readonly own: Span | null; readonly its: Span | null }
  | {
      readonly reason: 'pay-methods';
      readonly wanted: readonly string[] | null;
      readonly its: readonly string[] | null;
    }
  /** bait: far better than the market; outlier: far worse. */
  | {
      readonly reason: 'bait' | 'outlier';
      readonly share: string;
      readonly basis: 'reference' | 'median';
      readonly at: string;
    }
  | { readonly reason: 'tiny-limits'; readonly largest: string | null; readonly share: string; readonly median: string }
  /** Better than the merchant's own limit allows. */
  | { readonly reason: 'beyond-limit'; readonly limit: 'floor' | 'ceiling'; readonly at: string }
  | { readonly reason: 'unreadable'; readonly why: string };
