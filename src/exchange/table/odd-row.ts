/** A row of a list that cannot be read. It is left out; the others are not. */
export interface OddRow {
  /** Its place in the answer, from 0. */
  readonly index: number;
  /** The order, ad or message that it is about; null: that cannot be read either. */
  readonly subject: string | null;
  /** Field and reason, such as "totalPrice: not a decimal"; never the value, which may be personal. */
  readonly why: string;
}

/**
 * Names an odd row for people: its number, or its place in the list.
 *
 * @example
 * oddName({ subject: null, index: 0 }); // → 'row 1 of the list'
 */
export function oddName({ subject, index }: Pick<OddRow, 'subject' | 'index'>): string {
  return subject ?? `row ${index + 1} of the list`;
}
