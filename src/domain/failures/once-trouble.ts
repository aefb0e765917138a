/** What goes wrong around a placement, a publication or a change of an ad, while a person may have to look. */
export type OnceTrouble =
  /** A read has no answer yet; the message is that of its last try. */
  | { readonly code: 'unanswered'; readonly message: string }
  /** It has been refused for a while, and is tried again. */
  | { readonly code: 'refused'; readonly category: string }
  /** Its cancellation was asked for in Temporal: it ends before its next call. */
  | { readonly code: 'cancelled' };
