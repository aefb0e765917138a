/** What troubles an ad, as codes with what completes them; `src/words` says it. */
import type { FailureCategory } from '../../failures/error-category.ts';
import type { MistypedRules } from '../../pricing/pricing-rules.ts';
import type { Bound } from '../../pricing/bound.ts';
import type { ForeignPrices } from '../price-trail.ts';

export type AdTrouble =
  /** Its worker does not know whether its hours are open. */
  | { readonly code: 'hours-unknown' }
  /** A price that this desk did not write. */
  | ({ readonly code: 'foreign-price' } & ForeignPrices)
  /** It could not be taken offline yet. Back-in-app: the merchant put it online in the app, where it stands unpriced. */
  | { readonly code: 'not-off-yet' | 'back-in-app' }
  /** It cannot be put online now; the message is that of the call. */
  | { readonly code: 'not-online'; readonly message: string }
  /** Caps of methods that the account does not have. */
  | { readonly code: 'unknown-caps'; readonly methods: readonly string[] }
  /** In Temporal. */
  | { readonly code: 'cancelled' }
  /** Its limits look mistyped, and so it is paused. */
  | { readonly code: 'limits-mistyped'; readonly doubt: MistypedRules }
  /** Guards have changed its price too often, and so it is paused; `now`: those that changed the last one. */
  | { readonly code: 'guard-hits'; readonly hits: number; readonly withinMs: number; readonly now: readonly string[] }
  /** A limit has bound it for long. */
  | { readonly code: 'limit'; readonly bound: Bound }
  | { readonly code: 'refused'; readonly category: FailureCategory; readonly message: string };
