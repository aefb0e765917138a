import type { MarketOffer } from '../ads/ad-facts.ts';
import type { Price } from '../price.ts';
import type { Competition, DroppedOffer } from './competitors/competitor.ts';
import type { PriceGuards } from './price-guards.ts';
import type { PriceStep, PricingStep } from './price-step.ts';

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
type GuardHit = 'margin' | 'limits' | 'service-range' | 'maximum-step';

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

type Same = 'action' | 'reason' | 'rank' | 'bound' | 'heldUntilMs';

/** A pricing decision in ticks, before it is written down. */
export interface TickDecision extends Pick<PricingDecision, Same> {
  readonly price: Price;
  readonly target: Price | null;
  readonly isAnswer: boolean;
  readonly steps: readonly PriceStep[];
  readonly competition: Competition;
  readonly guards: PriceGuards;
}

const countedHits: ReadonlySet<string> = new Set([
  'margin',
  'limits',
  'service-range',
  'maximum-step',
] satisfies GuardHit[]);

function isGuardHit(name: string): name is GuardHit {
  return countedHits.has(name);
}

/** The guards that moved the price away from the target. */
function hitsOf(steps: readonly PriceStep[]): GuardHit[] {
  return steps.flatMap(({ name, price }, index) => {
    const before = steps[index - 1]?.price ?? null;
    const moved = before !== null && (price === null || !price.equals(before));
    return moved && isGuardHit(name) ? [name] : [];
  });
}

/** A page shows the first ones; a heartbeat must stay small. */
const shownRivals = 10;

function shownOf({ adNumber, nickname, userNo, price }: MarketOffer) {
  return { adNumber, nickname, userNo, price };
}

/** Returns a decision as the desk keeps it: decimals and codes. */
export function writtenDecision({
  competition,
  guards: _guards,
  price,
  target,
  steps,
  ...same
}: TickDecision): PricingDecision {
  const { kept, dropped } = competition;
  return {
    ...same,
    price: price.text,
    target: target?.text ?? null,
    steps: steps.map((step) => ({ name: step.name, price: step.price?.text ?? null, note: step.note() })),
    dropped: [...dropped],
    rivals: kept.slice(0, shownRivals).map(({ offer }) => shownOf(offer)),
    rivalCount: kept.length,
    hits: hitsOf(steps),
  };
}
