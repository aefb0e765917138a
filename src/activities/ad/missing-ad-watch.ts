import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import { TransportCondition } from '../../domain/failures/error-category.ts';
import { emptyMissingAds, forgetMissing, missingUntilMs, rememberMissing } from '../../domain/ads/missing-ads.ts';
import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import type { WatchMarketVerdict } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';

type Missing = Extract<WatchMarketVerdict, { kind: 'ad-missing' }>;

/**
 * Reads an own ad that is not in the listing by number, at most once a minute when it answers 404 (interface 7.7). The
 * workflow remembers how long it has been missing.
 */
export class MissingAdWatch {
  readonly #deps: ActivityDependencies;
  #cache = emptyMissingAds;

  constructor(deps: ActivityDependencies) {
    this.#deps = deps;
  }

  /** The listing shows the ad: should it leave it once more, it is asked for at once. */
  noteListed(adNumber: string): void {
    this.#cache = forgetMissing(this.#cache, adNumber);
  }

  /** Returns the ad, or the verdict that the service does not find it. Rejects with MarketplaceFailure. */
  async find(adNumber: string): Promise<AdFacts | Missing> {
    const { clock, settings, marketplace } = this.#deps;
    const nowMs = clock.now();
    const untilMs = missingUntilMs(this.#cache, adNumber, nowMs);
    if (untilMs !== null) return { kind: 'ad-missing', atMs: untilMs - settings.missingAdTtlMs, untilMs };
    try {
      return await marketplace.ads.read(adNumber, { priority: 'market' });
    } catch (error) {
      if (!(error instanceof MarketplaceFailure) || error.category !== TransportCondition.NOT_FOUND) throw error;
      this.#cache = rememberMissing(this.#cache, { adNumber, nowMs }, settings);
      return { kind: 'ad-missing', atMs: nowMs, untilMs: nowMs + settings.missingAdTtlMs };
    }
  }
}
