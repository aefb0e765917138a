/** What is remarked of a person, beside the block list: it restricts nothing, and is shown with their orders. */
export interface Remark {
  /** The user number, or `nickname:` and what nicknames are compared by (`blockKey`). */
  readonly person: string;
  readonly text: string;
  readonly by: string;
  readonly atMs: number;
}
