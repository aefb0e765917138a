/** What the placement of an order does, waits for and ends with, as codes with what completes them; `src/words` says them. */
import type { RefusedCall } from '../failures/rest-wait.ts';

/** Why it is unknown whether the order was placed. The message is that of the call. */
export type PlacementDoubt =
  | { readonly code: 'no-outcome'; readonly message: string }
  /** It was placed, and the answer has no number. */
  | { readonly code: 'no-number' };

/** Why no order was placed. */
export type PlacementRefusal =
  /** The service allows no order on the ad. */
  | { readonly code: 'not-allowed' }
  | ({ readonly code: 'refused' } & RefusedCall)
  /** Its cancellation was asked for in Temporal before its call. */
  | { readonly code: 'cancelled' }
  /** Reads have proven it, whatever the call was answered. */
  | { readonly code: 'not-executed'; readonly message: string }
  /** A person has said it: that it was not placed, or that the desk looks no longer. */
  | { readonly code: 'ruled'; readonly outcome: 'not-placed' | 'given-up'; readonly by: string | null };

export type PlacementEnd =
  | { readonly code: 'placed'; readonly orderNumber: string }
  | { readonly code: 'refused'; readonly because: PlacementRefusal }
  /** In shadow nothing is sent. */
  | { readonly code: 'intent' };

/** Its code is the placement's state. */
export type PlacementWait =
  | { readonly code: 'checking' | 'placing' | 'outcome-unknown' }
  | { readonly code: 'needs-human'; readonly doubt: PlacementDoubt }
  | PlacementEnd;
