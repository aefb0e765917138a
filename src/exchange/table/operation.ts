import { z } from 'zod';
import type { RefusalCode } from './guide/refusal-meaning.ts';

export type HttpMethod = 'GET' | 'POST';

/** How an operation is authenticated (interface 5); `authPlans` lists the steps of each. */
export type AuthMode = 'hmac' | 'adaptive' | 'chain' | 'key' | 'none' | 'key-web';

/** What may happen to a failed call: repeated freely, repeated by its caller, or never without reading first. */
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

/** A refusal in an answer. */
export interface Refusal {
  readonly code: string | null;
  readonly message: string;
}

/** The fields of a call as a user would fill them in. */
export type ExampleFields = Readonly<Record<string, unknown>>;

/** One row of the table. Everything the client does with a call follows from it. */
export interface OperationRow<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> {
  /** The number of the endpoint in the interface document, or null. */
  readonly ep: string | null;
  /** One sentence about its effect, for the command line and the documents. */
  readonly summary: string;
  readonly method: HttpMethod;
  readonly path: string;
  readonly auth: AuthMode;
  readonly parameters: 'query' | 'body' | 'none';
  readonly kind: RetryClass;
  readonly input: I;
  readonly data: O;
  /**
   * single: data is one value; list: an array; page: an array beside a total; bare: no envelope at all. Lists and pages
   * are read row by row.
   */
  readonly envelope: 'single' | 'list' | 'page' | 'bare';
  /** The field (dotted: inside it) that names a row: of one that cannot be read it may be all that is known. */
  readonly rowName?: string;
  /** The main field: a plain string as argument means this field. */
  readonly sole?: string;
  /** The field with the call's ad, for the rate limit of one ad. */
  readonly adField?: string;
  /** A body to send although the operation has no parameters. */
  readonly fixedBody?: string;
  /** Another form of the same endpoint, for a service that does not know this one (EP-37). */
  readonly alternative?: { readonly method: HttpMethod; readonly path: string };
  /** Success with `data: false` is no success for these. */
  readonly mustBeTrue?: boolean;
  /**
   * Field of the request and field of the answer (dotted: inside it) that must agree, where present: replies about
   * another order have been seen. Of a page, rows that do not agree are dropped.
   */
  readonly echo?: { readonly sent: string; readonly answered: string };
  /** Finds a refusal inside an answer that claims success, from the checked data and the fields that were sent. */
  readonly refusal?: (data: unknown, fields: Readonly<Record<string, unknown>>) => Refusal | null;
  /** The public host instead of the account's. */
  readonly host?: 'public';
  /** For people: likely codes, beside those that any call may meet. */
  readonly refusals: readonly RefusalCode[];
  /** For people: when the answer is false, where only true is a success. */
  readonly falseWhen?: string;
  /** For people: where it is documented, in the interface, the wire-facts, the field tables of release 7.4. */
  readonly source: string;
  /**
   * For people, of an operation with parameters: calls that work once the words in capitals are replaced. Every call
   * that moves money has one, so that a copied line does nothing.
   */
  readonly examples?: readonly ExampleFields[];
}

/** A row with its name and group, as the rest of the client uses it. */
export interface Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> extends OperationRow<
  I,
  O
> {
  readonly name: string;
  readonly group: OperationGroup;
  /** `input` with unknown fields allowed; built once, because building a schema costs more than a call. */
  readonly accepts: z.ZodType<Record<string, unknown>>;
}

type Named<R extends Record<string, OperationRow>> = {
  readonly [K in keyof R]: R[K] & Pick<Operation, 'name' | 'group' | 'accepts'>;
};

/** Names the rows of one group after their keys. `calls/` documents each for callers. */
export function defineGroup<const R extends Record<string, OperationRow>>(group: OperationGroup, rows: R): Named<R> {
  const entries = Object.entries(rows).map(([name, row]) => [
    name,
    { ...row, name, group, accepts: z.looseObject(row.input.shape) },
  ]);
  return Object.fromEntries(entries) as Named<R>;
}
