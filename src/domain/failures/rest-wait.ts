/** Why something that is done once did not get through, and what it waits for until it is tried again; `src/words` says it. */
import type { FailureCategory } from './error-category.ts';
import type { OwnFailure } from './own-failures.ts';

/** A call that the service or this desk refused. The message is that of the one who refused it. */
export interface RefusedCall {
  readonly category: FailureCategory | OwnFailure;
  /** The service's own code. */
  readonly answer: string | null;
  readonly message: string;
}

/** Why a try had no effect. Not-executed: reads have proven it, whatever the call was answered. */
export type RestCause =
  | ({ readonly code: 'refused' } & RefusedCall)
  /** The merchant's business is closed or on a break, by the service's own code. */
  | { readonly code: 'business'; readonly answer: string | null }
  | { readonly code: 'not-executed'; readonly message: string };

/** What lies between two tries. Blocked and offline: only a person's word goes on, and without one it ends in time. */
export type RestWait =
  | { readonly code: 'waiting'; readonly until: 'pause' | 'ban-end'; readonly cause: RestCause }
  | { readonly code: 'blocked' | 'offline'; readonly cause: RestCause };

/** A wait that ended without another try: by a person's word, or by none in its time (null). */
export interface GivenUp {
  readonly code: 'given-up';
  readonly by: string | null;
  readonly cause: RestCause;
}
