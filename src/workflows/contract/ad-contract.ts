import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import type { AdState } from '../../domain/ads/ad-state.ts';
import type { PricingDecision } from '../../domain/pricing/pricing.ts';
import type { PricingRules, PricingRulesInput } from '../../domain/pricing/pricing-rules.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { OverlapWindow } from '../../domain/pricing/overlap-window.ts';
import type { PriceRange } from '../../domain/pricing/price-range.ts';
import type { Mode } from '../../domain/mode.ts';

/** A price that the operator set by hand, for a while. */
export interface PriceOverride {
  price: string;
  /** Epoch milliseconds; after that the strategy decides again. */
  untilMs: number;
}

/** A range that a refusal of the service named, believed for a while. */
export interface LearnedRange {
  range: PriceRange;
  untilMs: number;
}

/** What one ad workflow remembers; plain JSON, carried over continue-as-new. */
export interface AdMemory {
  state: AdState;
  rules: PricingRules;
  override: PriceOverride | null;
  ad: AdFacts | null;
  /** The price that a shadow desk would have set; null in the modes that write. */
  assumedPrice: string | null;
  lastChangeAtMs: number | null;
  lastDecision: PricingDecision | null;
  lastProblem: AdProblem | null;
  learnedRange: LearnedRange | null;
  overlap: OverlapWindow;
  reprices: number;
  /** Refusals since the last applied price: a repeated one waits longer. */
  refusalsInARow: number;
  businessStatus: string | null;
}

export interface AdProblem {
  category: string;
  code: string | null;
  message: string;
  atMs: number;
}

export interface AdMaintenanceInput {
  account: string;
  adNumber: string;
  mode: Mode;
  /** What has a default may be left out. */
  rules: PricingRulesInput;
  /** Overrides of the defaults. */
  settings?: Partial<DeskSettings>;
  /** Set by continue-as-new only. */
  memory?: AdMemory;
}

/** What the `state` query answers. */
export interface AdView {
  account: string;
  adNumber: string;
  mode: Mode;
  state: AdState;
  /** Why it is in this state, in words. */
  why: string;
  pair: string | null;
  side: 'BUY' | 'SELL' | null;
  price: string | null;
  rank: number | null;
  rules: PricingRules;
  override: PriceOverride | null;
  reprices: number;
  lastChangeAtMs: number | null;
  lastProblem: AdProblem | null;
  businessStatus: string | null;
}

export interface AdResult {
  state: 'stopped' | 'dead';
  reprices: number;
  why: string;
}
