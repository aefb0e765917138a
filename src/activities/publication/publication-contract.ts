/** Inputs and results of the activities that publish an ad. Plain JSON; workflows import these as types only. */
import type { ListedMethod } from '../../domain/ads/listed-terms.ts';
import type { PublishedTerms } from '../../domain/ads/published-terms.ts';
import type { Mode } from '../../domain/mode.ts';
import type { PriceRange } from '../../domain/pricing/price-range.ts';
import type { StepNote } from '../../domain/pricing/price-step.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import type { StepFence } from '../activity-contract.ts';

/** What a name is to be published with. */
export interface CheckPublicationInput {
  name: string;
  terms: PublishedTerms;
  rules: PricingRules;
  learnedRange: { range: PriceRange; untilMs: number } | null;
}

/** Everything that the service was asked before an ad is published. */
export interface ReadyAd {
  price: string;
  /** What a floating price is published with; absent: it is fixed. */
  floatingRatio?: string;
  /** Decimal places of the price. */
  priceScale: number;
  /** How the price was found; null: it is its limit, no target is known. */
  note: StepNote | null;
  category: 'mass' | 'profession' | 'block';
  methods: readonly ListedMethod[];
  /** The own ads of the market before the attempt. */
  known: readonly string[];
  referencePrice: string | null;
}

export type PublicationCheck =
  /** The name has its ad. */
  | { kind: 'owned'; adNumber: string }
  /** The call of an earlier run has left, and what came of it is not written down. */
  | { kind: 'sent'; atMs: number }
  | { kind: 'unpublishable'; why: string }
  | { kind: 'ready'; ready: ReadyAd };

export interface PublishAdInput {
  mode: Mode;
  name: string;
  terms: PublishedTerms;
  price: string;
  floatingRatio?: string;
  priceScale: number;
  category: 'mass' | 'profession' | 'block';
  methods: readonly ListedMethod[];
  online: boolean;
  limits: { floor: string; ceiling: string };
  fence: StepFence;
}

export interface FindPublishedAdInput {
  name: string;
  terms: PublishedTerms;
  /** Ads that were there before the attempt; null: not known any more. */
  known: readonly string[] | null;
  /** When the attempt was scheduled: the ad is not older. */
  sinceMs: number;
}
