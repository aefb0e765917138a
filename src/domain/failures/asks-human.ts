/** When a failure becomes a human's: not at all, at once, or after it has lasted for some time. */
export type AsksHuman = 'never' | 'at-once' | { readonly afterMs: number };
