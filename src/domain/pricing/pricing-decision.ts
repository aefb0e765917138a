import type { MarketOffer } from '../ads/ad-facts.ts';
import type { DroppedOffer } from './competitors/competitor.ts';
import type { PricingStep } from './price-guards.ts';

/**
 * 'set': target, override, guards-broken (the current price breaks a guard and moves at once), steps-aside (for an own
 * ad). 'keep': at-target, below-change, held, no-competitor, no-basis (a price that the rules refer to is not known),
 * stale (market or reference are too old), no-price-satisfies, waits-for-own-ad.
 */
export type PricingReason =
  | 'target'
  | 'override'
  | 'guards-broken'
  | 'steps-aside'
  | 'waits-for-own-ad'
  | 'at-target'
  | 'below-change'
  | 'held'
  | 'no-competitor'
  | 'no-basis'
  | 'stale'
  | 'no-price-satisfies';

/** A guard that moved the price away from the target. */
export type GuardHit = 'margin' | 'limits' | 'service-range' | 'maximum-step';

type Rival = Pick<MarketOffer, 'adNumber' | 'nickname' | 'userNo' | 'price'>;

export interface PricingDecision {
  readonly action: 'set' | 'keep';
  /** The new price, or the current one. */
  readonly price: string;
  readonly reason: PricingReason;
  /** What the strategy or the override aimed for, before any guard. */
  readonly target: string | null;
  readonly steps: PricingStep[];
  readonly dropped: DroppedOffer[];
  /** Rank of `price` among the competitors that count: 1 + how many are better; null without competitors. */
  readonly rank: number | null;
  /**
   * What keeps the ad from its target, to the merchant's harm: the ceiling of a SELL (sold too cheaply), the floor of a
   * BUY, that no price satisfies all guards, or, where the rules take the ad offline for it, a rival beyond the limit or
   * a market without competitors; null: nothing.
   */
  readonly bound: 'ceiling' | 'floor' | 'no-price' | 'rival' | 'no-competitor' | null;
  /** The competitors that count, best first, at most ten. */
  readonly rivals: Rival[];
  /** How many competitors count. */
  readonly rivalCount: number;
  readonly hits: GuardHit[];
  /** A small step that answers a rival: the next one waits longer. */
  readonly isAnswer?: boolean;
  /** Of a price that is held: when it may change. */
  readonly heldUntilMs?: number;
  /** Of an ad whose price floats: the ratio to write, or the one that it keeps; absent: the price is fixed. */
  readonly floatingRatio?: string;
}
