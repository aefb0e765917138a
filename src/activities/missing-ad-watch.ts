import type { AdFacts } from '../domain/ads/ad-facts.ts';
import { TransportCondition } from '../domain/failures/error-category.ts';
import {
  emptyMissingAds,
  emptyMissingTracker,
  forgetMissing,
  isDead,
  isKnownMissing,
  recordMissing,
  rememberMissing,
} from '../domain/ads/missing-ads.ts';
import type { MissingTracker } from '../domain/ads/missing-ads.ts';
import { ExchangeError, toAdFacts } from '../exchange/index.ts';
import type { WatchMarketVerdict } from './activity-contract.ts';
import type { ActivityDependencies } from './dependencies.ts';

type Missing = Extract<WatchMarketVerdict, { kind: 'ad-missing' }>;

/** An own ad that the listing does not show: asked for by number, with the 404 rules of interface 7.7. */
export class MissingAdWatch {
  readonly #deps: ActivityDependencies;
  readonly #trackers = new Map<string, MissingTracker>();
  #cache = emptyMissingAds;

  constructor(deps: ActivityDependencies) {
    this.#deps = deps;
  }

  /** Gives the ad, or the verdict that the service does not find it. Rejects with ExchangeError. */
  async find(adNumber: string): Promise<AdFacts | Missing> {
    const nowMs = this.#deps.clock.now();
    if (isKnownMissing(this.#cache, adNumber, nowMs)) return this.#verdict(adNumber, nowMs);
    try {
      const ad = await this.#deps.exchange.ads.getDetailByNo(adNumber, { priority: 'market' });
      this.#cache = forgetMissing(this.#cache, adNumber);
      this.#trackers.delete(adNumber);
      return toAdFacts(ad);
    } catch (error) {
      if (!(error instanceof ExchangeError) || error.category !== TransportCondition.NOT_FOUND) throw error;
      return this.#noteMissing(adNumber, nowMs);
    }
  }

  #noteMissing(adNumber: string, nowMs: number): Missing {
    const { settings } = this.#deps;
    this.#cache = rememberMissing(this.#cache, { adNumber, nowMs }, settings);
    this.#trackers.set(adNumber, recordMissing(this.#tracker(adNumber), nowMs, settings));
    return this.#verdict(adNumber, nowMs);
  }

  #tracker(adNumber: string): MissingTracker {
    return this.#trackers.get(adNumber) ?? emptyMissingTracker;
  }

  #verdict(adNumber: string, nowMs: number): Missing {
    const { settings } = this.#deps;
    const dead = isDead(this.#tracker(adNumber), nowMs, settings);
    return { kind: 'ad-missing', dead, untilMs: nowMs + settings.missingAdTtlMs };
  }
}
