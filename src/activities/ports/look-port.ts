import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import type { PricingDecision } from '../../domain/pricing/pricing-decision.ts';

/** What one look at an ad found. */
export interface AdLook {
  ad: AdFacts;
  /** null: nothing was decided yet. */
  decision: PricingDecision | null;
  atMs: number;
  /** When the market was read that it went by. */
  marketAtMs: number;
}

/** The looks of one watch. */
export interface WatchedAd {
  looked(look: AdLook): void;
  /** When a kill switch held the price, so that the market is not read on purpose; null: none does any more. */
  held(atMs: number | null): void;
  /** `comesBack`: the same ad is soon watched again. */
  end(comesBack: boolean): void;
}

/** Receives the watches and their looks, which leave no trace in Temporal. */
export interface LookPort {
  begin(adNumber: string): WatchedAd;
}
