/** Meanings by parameter name; an inner field by both names, as in `tradeMethods.payId`. */
export type Meanings = Readonly<Record<string, string>>;

/** Meanings of a name in one operation, where it differs from the general one. */
export type MeaningsByOperation = Readonly<Record<string, Meanings>>;
