import type { TradeSide } from '../orders/order-facts.ts';
import type { TickDecision } from '../pricing/pricing-decision.ts';

/** A market whose prices are whole numbers of ticks. */
export interface TickMarket {
  readonly side: TradeSide;
  readonly priceScale: number;
}

/** Where the replayed ad stands. */
export interface ReplayedAd {
  readonly ticks: number;
  readonly changedAtMs: number | null;
  /** How many of the last changes in a row answered a rival. */
  readonly answers: number;
}

/** What was decided on a row, with its price in ticks; the same words as `PricingDecision`. */
export interface ReplayedDecision extends Pick<TickDecision, 'reason' | 'isAnswer' | 'rank' | 'bound'> {
  readonly isSet: boolean;
  readonly ticks: number;
  /** Where takers find it: behind all competitors that are better or equal; null: it is alone. */
  readonly place: number | null;
  /** The best competitor; null: none is left. */
  readonly best: number | null;
}
