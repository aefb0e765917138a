import type { MarketOffer, UnreadOffer } from '../ads/ad-facts.ts';
import type { TradeSide } from '../orders/order-facts.ts';
import type { AdTerms } from './competitors/competitor-rule.ts';
import type { OwnPrice } from './own-spread.ts';
import type { PriceRange } from './price-range.ts';
import type { PricingRules } from './pricing-rules.ts';
import type { AnchorAd, SpotPrice } from './strategy-target.ts';

/** A price that the operator set by hand, for a while. */
export interface PriceOverride {
  readonly price: string;
  /** Epoch milliseconds; after that the strategy decides again. */
  readonly untilMs: number;
}

/** The market that all ads of a pair and side see. Decimals as text, times in epoch ms. */
export interface MarketView {
  readonly side: TradeSide;
  /** The market on the ads' side; own ads and hostile offers are filtered out by the rules. */
  readonly offers: readonly MarketOffer[];
  /** Offers that cannot be read; absent: none. */
  readonly unread?: readonly UnreadOffer[];
  readonly ownAdNumbers: readonly string[];
  /** The service's; null: it has none. */
  readonly referencePrice: string | null;
  /** The maker's fee as a share of the amount; null: not known. */
  readonly makerFee: string | null;
  /** Own ads, also of other pairs, that prices may be derived from. */
  readonly anchors: readonly AnchorAd[];
  /** The spot prices that rules of these ads go by, as far as they are fresh; absent: none are known. */
  readonly spots?: readonly SpotPrice[];
  /** When offers and reference were read; null: just now. */
  readonly readAt: MarketReadAt | null;
  readonly nowMs: number;
  readonly zoneTicks: number;
}

/** When a market was read. No price follows from offers or a reference that are older than allowed. */
interface MarketReadAt {
  readonly offersAtMs: number;
  readonly maxOffersAgeMs: number;
  readonly referenceAtMs: number;
  readonly maxReferenceAgeMs: number;
}

/** An ad whose price the service derives from an index by a ratio in percent. */
export interface FloatingAd {
  /** Null: it is not published yet. */
  readonly ratio: string | null;
  /** What the ratio is applied to; null: not known. */
  readonly index: string | null;
}

/** Everything that one pricing decision depends on. */
export interface PricingInput extends MarketView {
  readonly adNumber: string;
  readonly currentPrice: string;
  readonly priceScale: number;
  /** Null: not known, and rules that need them let no competitor count. */
  readonly terms: AdTerms | null;
  readonly rules: PricingRules;
  readonly serviceRange: PriceRange | null;
  /** The other own ads of the pair, either side; the price never crosses those of the other side. */
  readonly ownPrices: readonly OwnPrice[];
  readonly lastChangeAtMs: number | null;
  /** How many of the last changes in a row were small steps that answered a rival. */
  readonly answers: number;
  /** A human's price; ignored from `untilMs` on. */
  readonly override: PriceOverride | null;
  /** Absent or null: the ad's price is fixed. */
  readonly floating?: FloatingAd | null;
}
