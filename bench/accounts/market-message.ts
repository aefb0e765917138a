import type { SimAccount } from '../../src/simulator/simulator.ts';
import type { BestOffers } from '../../test/setup/still-markets.ts';

export type Side = 'SELL' | 'BUY';

/** What the marketplace of a bench is made of: each account has an ad on each of these sides of each market. */
export interface MarketSetup {
  accounts: SimAccount[];
  markets: number;
  sides: readonly Side[];
}

export interface BenchAd {
  account: string;
  fiat: string;
  side: Side;
  adNumber: string;
}

/** What arrived since the last question. */
export interface MarketCounts {
  calls: Record<string, number>;
  byAccount: Record<string, number>;
  prices: number;
}

type Question =
  | { kind: 'open'; setup: MarketSetup }
  | { kind: 'counts' }
  | { kind: 'ledger' }
  | { kind: 'prices'; adNumbers: readonly string[] }
  | { kind: 'move'; fiats: readonly string[]; best: BestOffers; targets: Record<string, string> }
  | { kind: 'faults'; rules: readonly unknown[] }
  | { kind: 'ban'; durationMs: number }
  | { kind: 'paid-orders'; account: string; count: number }
  | { kind: 'completion'; orderNumber: string }
  | { kind: 'chat'; orderNumbers: readonly string[]; count: number };

export type MarketAsk = Question & { id: number };
export type MarketQuestion = Question;

export interface MarketReply {
  id: number;
  value?: unknown;
  error?: string;
}
