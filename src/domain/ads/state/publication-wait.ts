/** What the publication of an ad does, waits for and ends with, as codes with what completes them; `src/words` says them. */
import type { GivenUp, RefusedCall, RestCause, RestWait } from '../../failures/rest-wait.ts';
import type { StepNote } from '../../pricing/price-step.ts';
import type { TermDifference } from '../listed-terms.ts';

/** Why it is unknown whether the ad was published. The message is that of the call. */
export type PublicationDoubt =
  | { readonly code: 'no-outcome'; readonly message: string }
  /** A run that has ended sent it; null: the listing cannot be read. */
  | { readonly code: 'sent-before'; readonly isListed: false | null }
  /** The service refused it, which proves nothing, and the listing cannot be read. */
  | { readonly code: 'refused-unread' }
  /** It was published, and the answer has no number. */
  | { readonly code: 'no-number' }
  /** The ad belongs to another name, or the name has another ad. */
  | { readonly code: 'owned'; readonly adNumber: string; readonly owner: string; readonly ownersAd: string }
  /** A person named an ad that is not among the own ones. */
  | { readonly code: 'no-such-ad'; readonly adNumber: string }
  /** A person named an ad that is of other terms. */
  | ({ readonly code: 'other-ad'; readonly adNumber: string } & Pick<TermDifference, 'term' | 'listed'>);

/** Why no ad was published. */
export type PublicationRefusal =
  /** It cannot be published as it is written; the message says what is wrong. */
  | { readonly code: 'unpublishable'; readonly message: string }
  | ({ readonly code: 'refused' } & RefusedCall)
  | { readonly code: 'too-often'; readonly times: number; readonly cause: RestCause }
  | GivenUp
  /** Its cancellation was asked for in Temporal before its next call. */
  | { readonly code: 'cancelled' }
  /** A person has said that it was not published. */
  | { readonly code: 'ruled'; readonly by: string | null };

export type PublicationEnd =
  | { readonly code: 'published'; readonly adNumber: string }
  | { readonly code: 'refused'; readonly because: PublicationRefusal }
  /** In shadow nothing is sent. */
  | { readonly code: 'intent' };

/** Its code is the publication's state. */
export type PublicationWait =
  | { readonly code: 'checking' | 'outcome-unknown' }
  /** The note is that of the pricing. */
  | { readonly code: 'publishing'; readonly price: string; readonly note: StepNote | null }
  | RestWait
  | { readonly code: 'needs-human'; readonly doubt: PublicationDoubt }
  | PublicationEnd;
