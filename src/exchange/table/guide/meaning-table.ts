/** Meanings by the name of the parameter; of an inner field by both names, as in `tradeMethods.payId`. */
export type Meanings = Readonly<Record<string, string>>;

/** What one name means in one operation, where other operations mean something else by it or limit it otherwise. */
export type MeaningsByOperation = Readonly<Record<string, Meanings>>;
