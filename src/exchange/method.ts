import type { z } from 'zod';
import type { CallOptions } from './call-options.ts';
import type { OperationRow } from './operation.ts';

/** One page of a paged answer; `total` counts all rows, null when the service did not say. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number | null;
}

type Data<O extends OperationRow> = O['envelope'] extends 'page' ? Page<z.output<O['data']>> : z.output<O['data']>;
type Input<O extends OperationRow> = z.output<O['input']>;
/** Operations with one field that matters take it as a plain string too. */
type Argument<O extends OperationRow> = O extends { readonly sole: string } ? string | Input<O> : Input<O>;

/** The typed method of one row of the table. */
export type Method<O extends OperationRow> = O['parameters'] extends 'none'
  ? (options?: CallOptions) => Promise<Data<O>>
  : (input: Argument<O>, options?: CallOptions) => Promise<Data<O>>;

/** The typed methods of a group. Editors show no comment through it, so `calls/` declares each method once more. */
export type Methods<R extends Record<string, OperationRow>> = { readonly [K in keyof R]: Method<R[K]> };
