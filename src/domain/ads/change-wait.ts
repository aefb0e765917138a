/** What a change of an ad does, waits for and ends with, as codes with what completes them; `src/words` says them. */
import type { GivenUp, RefusedCall, RestWait } from '../failures/rest-wait.ts';
import type { TermDifference } from './listed-terms.ts';

type ShownDifference = Pick<TermDifference, 'term' | 'wanted' | 'listed'>;

/** Why the ad is not as it was wanted. */
export type ChangeRefusal =
  | { readonly code: 'no-such-ad' }
  /** A closed ad is closed for good. */
  | { readonly code: 'closed' }
  /** An ad keeps the term for life. */
  | ({ readonly code: 'for-life' } & ShownDifference)
  /** So many writes have not changed it. Rounded: the service keeps fewer decimals than it was sent. */
  | {
      readonly code: 'unchanged';
      readonly tries: number;
      readonly differences: readonly ShownDifference[];
      readonly isRounded: boolean;
    }
  | ({ readonly code: 'refused' } & RefusedCall)
  | GivenUp
  /** Its cancellation was asked for in Temporal before its next call. */
  | { readonly code: 'cancelled' };

export type ChangeEnd =
  /** Compared: so many terms differ. */
  | { readonly code: 'done'; readonly how: 'compared'; readonly differences: number }
  | { readonly code: 'done'; readonly how: 'closed' | 'as-wanted' }
  | { readonly code: 'refused'; readonly because: ChangeRefusal }
  /** In shadow nothing is sent. */
  | { readonly code: 'intent' };

/** Its code is the state of the change. */
export type ChangeWait =
  | { readonly code: 'reading' }
  /** The ad is being changed in these terms, or closed. */
  | { readonly code: 'changing'; readonly terms: readonly TermDifference['term'][] | 'closing' }
  | RestWait
  | ChangeEnd;
