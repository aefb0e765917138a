/** The steps of a pricing decision. What they found are codes with their numbers; `src/words` says them. */
import type { Price } from '../price.ts';
import type { StepSize } from './price-strategy.ts';

type StepName =
  | 'target'
  | 'margin'
  | 'limits'
  | 'service-range'
  | 'exclusion-zone'
  | 'tick'
  | 'maximum-step'
  | 'minimum-change'
  | 'hold'
  | 'own-order'
  | 'ratio';

export interface PricingStep {
  readonly name: StepName;
  /** The price after this step; null when none is left. */
  readonly price: string | null;
  /** What it found. */
  readonly note: StepNote;
}

/** What a step found, made when it is read: a replay of a market reads none. */
export type Note<Found extends StepNote = StepNote> = () => Found;

/** A step with its price in ticks. */
export interface PriceStep {
  readonly name: StepName;
  readonly price: Price | null;
  readonly note: Note;
}

/** What a price is derived from. */
export type LevelBasis =
  | { readonly of: 'reference' | 'rate' }
  | { readonly of: 'spot'; readonly symbol: string }
  | { readonly of: 'own-ad'; readonly adNumber: string };

/** A competitor beside whom a price stands; `user` is null for the best one. */
interface BesideRival {
  readonly user: string | null;
  readonly at: string;
}

/** An own ad of the other side that narrows the merchant's limits. */
export interface Crossing {
  readonly adNumber: string;
  readonly does: 'buys' | 'sells';
  readonly at: string;
}

interface Span {
  readonly low: string;
  readonly high: string;
}

/** A guard that a price breaks. */
export type BrokenNote =
  | ({ readonly code: 'outside-limits'; readonly price: string; readonly crossing: Crossing | null } & Span)
  | ({ readonly code: 'outside-service-range'; readonly price: string } & Span)
  | { readonly code: 'in-own-zone'; readonly price: string; readonly ticks: number };

/** Why no price follows from what was read. */
export interface StaleNote {
  readonly code: 'stale';
  readonly what: 'market' | 'reference';
  readonly ageMs: number;
}

/** Why a strategy has no target. */
export type NoTargetNote =
  | { readonly code: 'no-competitor' }
  | { readonly code: 'none-followed'; readonly users: readonly string[] }
  | { readonly code: 'basis-unknown'; readonly basis: LevelBasis }
  | { readonly code: 'ad-derived' | 'ad-not-online'; readonly adNumber: string };

type TargetNote =
  | NoTargetNote
  | StaleNote
  | {
      readonly code: 'level';
      readonly percent: string;
      readonly basis: LevelBasis;
      readonly at: string;
      readonly price: string;
    }
  | { readonly code: 'index-level'; readonly percent: string; readonly index: string; readonly price: string }
  /** `of`: how many there are. */
  | { readonly code: 'best'; readonly of: number; readonly price: string }
  | ({ readonly code: 'same' } & BesideRival)
  | ({ readonly code: 'better' | 'behind'; readonly size: StepSize; readonly price: string } & BesideRival)
  | {
      readonly code: 'rank';
      readonly rank: number;
      readonly of: number;
      readonly before: string;
      readonly price: string;
    }
  | {
      readonly code: 'rank-last';
      readonly rank: number;
      readonly of: number;
      readonly last: string;
      readonly price: string;
    }
  | { readonly code: 'combined'; readonly of: number; readonly take: 'merchant' | 'taker'; readonly best: StepNote }
  | { readonly code: 'fixed' | 'by-hand'; readonly price: string }
  | { readonly code: 'fallback'; readonly instead: StepNote; readonly price: string }
  | { readonly code: 'no-target'; readonly target: StepNote; readonly broken: BrokenNote };

/** What the merchant's margin allows, or why it cannot be checked. */
export type MarginNote =
  | {
      readonly code: 'margin';
      readonly percent: string;
      readonly reference: string;
      readonly fee: string;
      readonly is: 'least' | 'most';
      readonly price: string;
    }
  | { readonly code: 'margin-unchecked'; readonly percent: string; readonly lacks: 'reference' | 'fee' };

type GuardNote =
  | MarginNote
  | ({ readonly code: 'within'; readonly price: string } & Span)
  | ({
      readonly code: 'clamped';
      readonly price: string;
      readonly to: string;
      readonly crossing: Crossing | null;
    } & Span)
  /** What narrows the limits until nothing is left. */
  | ({ readonly code: 'limits-crossed'; readonly by: 'margin' | 'own-ads' } & Span)
  | { readonly code: 'range-unknown' }
  | ({ readonly code: 'limits-beyond-range'; readonly limit: 'floor' | 'ceiling'; readonly at: string } & Span)
  | { readonly code: 'clear'; readonly price: string; readonly ads: number }
  /** `to`: null where no price is left. */
  | { readonly code: 'zone-left'; readonly price: string; readonly ticks: number; readonly to: string | null }
  | { readonly code: 'on-tick'; readonly price: string }
  | { readonly code: 'to-tick'; readonly price: string; readonly to: string | null };

type ChangeNote =
  | { readonly code: 'step-within'; readonly price: string; readonly size: StepSize; readonly from: string }
  | {
      readonly code: 'step-cut';
      readonly price: string;
      readonly size: StepSize;
      readonly from: string;
      readonly to: string;
      /** No price on that way is free. */
      readonly isStuck: boolean;
    }
  | {
      readonly code: 'change';
      readonly price: string;
      readonly ticks: string;
      readonly from: string;
      readonly least: number;
    }
  | { readonly code: 'never-changed' }
  /** `answer`: which one in a row waits; null: the minimum hold counts. */
  | { readonly code: 'hold'; readonly elapsedMs: number; readonly holdMs: number; readonly answer: number | null };

type PlaceNote =
  | { readonly code: 'waits-for-own-ad'; readonly price: string; readonly adNumber: string; readonly at: string }
  | { readonly code: 'steps-aside'; readonly price: string };

type RatioNote =
  | { readonly code: 'ratio'; readonly ratio: string; readonly index: string; readonly price: string }
  | { readonly code: 'index-unknown'; readonly price: string }
  | { readonly code: 'no-ratio'; readonly price: string; readonly index: string };

export type StepNote = TargetNote | BrokenNote | GuardNote | ChangeNote | PlaceNote | RatioNote;
