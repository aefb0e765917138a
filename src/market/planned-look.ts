import type { AdFacts } from '../domain/ads/ad-facts.ts';
import type { PricingDecision } from '../domain/pricing/pricing-decision.ts';

/** The result of one look: `decision` is null until the market's other own ads have reported their wishes. */
export interface PlannedLook {
  decision: PricingDecision | null;
  /** As it was planned: the listing may have been renewed since the look began. */
  ad: AdFacts;
  referencePrice: string | null;
  atMs: number;
  /** When the market was read. */
  marketAtMs: number;
}

/** The wish of an ad, as long as its watch runs. */
export interface HeldWish {
  /** Decides the price of the ad together with its neighbours. Rejects with MarketplaceFailure. */
  decide(ad: AdFacts): Promise<PlannedLook>;
  /**
   * Ends the wish of a watch. `comesBack`: the same ad is soon watched again, and must not count as kept by hand until
   * then.
   */
  end(comesBack: boolean): void;
}
