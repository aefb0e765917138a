import { z } from 'zod';

export type HttpMethod = 'GET' | 'POST';

/** How an operation is authenticated (interface section 5); `authPlans` tells the steps of each. */
export type AuthMode = 'hmac' | 'adaptive' | 'chain' | 'key' | 'none' | 'key-web';

/** What may happen to a call that failed: repeated freely, repeated by its caller, or never without looking first. */
export type RetryClass = 'read' | 'idempotent-write' | 'money';

export type OperationGroup =
  | 'ads'
  | 'orders'
  | 'chat'
  | 'merchant'
  | 'user'
  | 'paymentMethods'
  | 'commission'
  | 'currencies'
  | 'public'
  | 'system';

/** What an answer refuses with. */
export interface Refusal {
  readonly code: string | null;
  readonly message: string;
}

/** One row of the table. Everything the client does with a call follows from it. */
export interface OperationRow<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> {
  /** The number of the endpoint in the interface document, null where it has none. */
  readonly ep: string | null;
  /** What it does, in one sentence: for the command line and the documents. */
  readonly summary: string;
  readonly method: HttpMethod;
  readonly path: string;
  readonly auth: AuthMode;
  readonly parameters: 'query' | 'body' | 'none';
  readonly kind: RetryClass;
  readonly input: I;
  readonly data: O;
  /** single: data is one value; page: data is an array beside a total; bare: no envelope at all. */
  readonly envelope: 'single' | 'page' | 'bare';
  /** The one field that matters: a plain string as argument means this field. */
  readonly sole?: string;
  /** The field that holds the ad of the call, for the rate limit of one ad. */
  readonly adField?: string;
  /** A body to send although the operation has no parameters. */
  readonly fixedBody?: string;
  /** Another form of the same endpoint, taken when the service does not know this one (EP-37). */
  readonly alternative?: { readonly method: HttpMethod; readonly path: string };
  /** Success with `data: false` is no success for these. */
  readonly mustBeTrue?: boolean;
  /**
   * Field of the request and field of the answer (with points: inside it) that must agree, where the answer has it:
   * replies about another order have been seen. Of a page, the rows that do not agree are left out.
   */
  readonly echo?: { readonly sent: string; readonly answered: string };
  /** Finds a refusal inside an answer that calls itself a success; takes the checked data and the fields that were sent. */
  readonly refusal?: (data: unknown, fields: Readonly<Record<string, unknown>>) => Refusal | null;
  /** The public host instead of the account's. */
  readonly host?: 'public';
}

/** A row with its name and group: what the rest of the client works with. */
export interface Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> extends OperationRow<
  I,
  O
> {
  readonly name: string;
  readonly group: OperationGroup;
  /** `input` with unknown fields let through; made once, because making a schema costs more than a call. */
  readonly accepts: z.ZodType<Record<string, unknown>>;
}

type Named<R extends Record<string, OperationRow>> = {
  readonly [K in keyof R]: R[K] & Pick<Operation, 'name' | 'group' | 'accepts'>;
};

/** Names the rows of one group after their keys. What a caller should know of each stands in `calls/`. */
export function defineGroup<const R extends Record<string, OperationRow>>(group: OperationGroup, rows: R): Named<R> {
  const entries = Object.entries(rows).map(([name, row]) => [
    name,
    { ...row, name, group, accepts: z.looseObject(row.input.shape) },
  ]);
  return Object.fromEntries(entries) as Named<R>;
}
