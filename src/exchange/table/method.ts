import type { z } from 'zod';
import type { CallOptions } from '../call-options.ts';
import type { Known } from './known-fields.ts';
import type { OddRow } from '../../domain/odd-row.ts';
import type { OperationRow } from './operation.ts';

/** A list: the rows that can be read, and those that cannot. */
interface Rows<T> {
  readonly items: readonly T[];
  readonly odd: readonly OddRow[];
}

/** One page of a paged answer; `total` counts all rows, null when the service did not send it. */
export interface Page<T> extends Rows<T> {
  readonly total: number | null;
}

/** Arguments are read only. */
type Given<T> = T extends string
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Given<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: Given<T[K]> }
      : T;

type Row<O extends OperationRow> = Known<z.output<O['data']>>;
type Data<O extends OperationRow> = O['envelope'] extends 'page'
  ? Page<Row<O>>
  : O['envelope'] extends 'list'
    ? Rows<Row<O>>
    : Row<O>;
type Input<O extends OperationRow> = Given<Known<z.output<O['input']>>>;
/** Operations with one main field accept it as a plain string too. */
type Argument<O extends OperationRow> = O extends { readonly sole: string } ? string | Input<O> : Input<O>;

/** The typed method of one row of the table. */
export type Method<O extends OperationRow> = O['parameters'] extends 'none'
  ? (options?: CallOptions) => Promise<Data<O>>
  : (input: Argument<O>, options?: CallOptions) => Promise<Data<O>>;

/** The typed methods of a group. Editors show no comment through it, so `calls/` declares each method once more. */
export type Methods<R extends Record<string, OperationRow>> = { readonly [K in keyof R]: Method<R[K]> };
