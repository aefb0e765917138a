/** What troubles a desk, as codes with what completes them; `src/words` says it. */
import type { FailureCategory } from '../failures/error-category.ts';
import type { Channel } from './reported-needs.ts';

/** The look at its orders, or the taking over of its ads, is refused; until then where an end is known. */
interface RefusedLook {
  readonly category: FailureCategory;
  /** The service's own code. */
  readonly answer: string | null;
  readonly message: string;
  readonly untilMs: number | null;
}

/** A way on which messages to the merchant do not arrive; null: no worker has sent one in time. */
export interface SilentWay {
  readonly channel: Channel;
  readonly message: string | null;
}

export type DeskTrouble =
  | ({ readonly code: 'intake' | 'adoption' } & RefusedLook)
  /** The guard does not answer. Cancelled: in Temporal, and it goes on. */
  | { readonly code: 'guard' | 'cancelled' }
  /** So many orders could not be reached; why is that of the first. */
  | { readonly code: 'telling'; readonly count: number; readonly why: string }
  | { readonly code: 'notices'; readonly ways: readonly SilentWay[] }
  /** These accounts work with the same API key. */
  | { readonly code: 'key'; readonly accounts: readonly string[] }
  /** So many open orders wait to be taken in; so many of them until their time is over. */
  | { readonly code: 'waiting'; readonly count: number; readonly late?: number }
  /** Releases that are not this desk's. Stops: the register knows none of them, so no money moves. */
  | { readonly code: 'releases'; readonly orders: readonly string[]; readonly stops: boolean };
