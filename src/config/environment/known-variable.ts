/** A variable of ours, as the tables of them describe it. */
export interface KnownVariable {
  readonly name: string;
  /** What it may be, and in what. */
  readonly value: string;
  /** What holds without it; empty: nothing. */
  readonly without: string;
  readonly text: string;
  /** The same name with _FILE names a file that holds it. */
  readonly orFile?: true;
}
