/** What the bench of many accounts and its marketplaces say to each other. */
interface BenchAccount {
  readonly name: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

export interface PlacedBenchAd {
  readonly adNumber: string;
  readonly fiat: string;
  readonly side: 'SELL' | 'BUY';
  /** Place among the ads of its market and side, from 0. */
  readonly place: number;
}

export type MarketplacesRequest =
  | {
      readonly kind: 'open';
      readonly accounts: readonly BenchAccount[];
      readonly markets: number;
      readonly adsASide: number;
    }
  /** `prices`: what each ad of each account should have then. */
  | {
      readonly kind: 'move';
      readonly ask: string;
      readonly bid: string;
      readonly prices: readonly (readonly [string, string])[];
    }
  | { readonly kind: 'look' }
  | { readonly kind: 'close' };

export type MarketplacesReply =
  | { readonly kind: 'opened'; readonly accounts: readonly OpenedAccount[] }
  | { readonly kind: 'seen'; readonly tookMs: readonly number[]; readonly inZone: number; readonly overLimit: number };

export interface OpenedAccount {
  readonly name: string;
  readonly baseUrl: string;
  readonly ads: readonly PlacedBenchAd[];
}
