/** A row of a list that cannot be read. It is left out; the others are not. */
export interface OddRow {
  /** Its place in the answer, from 0. */
  readonly index: number;
  /** The order, ad or message that it is about; null: that cannot be read either. */
  readonly subject: string | null;
  /** Field and reason, such as "totalPrice: not a decimal"; never the value, which may be personal. */
  readonly why: string;
}
