import type { KeyObject } from 'node:crypto';
import type { AuthStep } from './auth-plan.ts';
import type { WireFields } from './call-input.ts';
import type { WireRequest } from '../wire/wire-message.ts';
import type { HttpMethod, Operation } from '../table/operation.ts';
import { encodeQuery, signQuery, type QueryPair } from '../wire/query-string.ts';

interface RequestParts {
  readonly operation: Pick<Operation, 'parameters' | 'fixedBody'>;
  readonly form: { readonly method: HttpMethod; readonly path: string };
  readonly step: AuthStep;
  readonly fields: WireFields;
  readonly timestampMs: number;
  readonly recvWindowMs: number;
  /** Headers beside those that the step needs, which count more. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The key as it is sent, and the secret imported once, which makes each signature cheaper. */
export interface SigningKeys {
  readonly apiKey: string;
  readonly secret: KeyObject;
}

/**
 * Builds one request: clientType on every call, the key header and the signature as the step requires. The signed bytes
 * are exactly the query string that is sent; a JSON body is not signed (interface 5, wire-facts 1).
 */
export function buildRequest(parts: RequestParts, keys: SigningKeys): WireRequest {
  const inBody = parts.step.parameters === 'body' || parts.operation.parameters === 'body';
  const body = bodyOf(parts, inBody);
  const query = queryOf(parts, inBody, keys);
  const accepted = { accept: 'application/json', 'accept-encoding': 'identity' };
  const headers: Record<string, string> = { ...parts.headers, clientType: 'web', ...accepted };
  if (parts.step.key) headers['X-MBX-APIKEY'] = keys.apiKey;
  if (body !== null) headers['content-type'] = 'application/json';
  return {
    method: parts.form.method,
    target: query === '' ? parts.form.path : `${parts.form.path}?${query}`,
    headers,
    body,
  };
}

function bodyOf({ operation, fields }: RequestParts, inBody: boolean): string | null {
  if (operation.parameters === 'none') return operation.fixedBody ?? null;
  return inBody ? JSON.stringify(fields) : null;
}

function queryOf(parts: RequestParts, inBody: boolean, keys: SigningKeys): string {
  const own = inBody || parts.operation.parameters === 'none' ? [] : queryPairs(parts.fields);
  if (!parts.step.signed) return encodeQuery(own);
  // EP-16 has recvWindow among its own parameters: sent twice it would be refused.
  const windowed = own.some(([name]) => name === 'recvWindow');
  if (!windowed) own.push(['recvWindow', String(parts.recvWindowMs)]);
  own.push(['timestamp', String(parts.timestampMs)]);
  const query = encodeQuery(own);
  return `${query}&signature=${signQuery(query, keys.secret)}`;
}

/** Returns query pairs in the order of the fields: an array repeats its name, null and undefined are omitted. */
export function queryPairs(fields: WireFields): QueryPair[] {
  const pairs: QueryPair[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const one of values) if (one !== null && one !== undefined) pairs.push([name, queryText(one)]);
  }
  return pairs;
}

function queryText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
