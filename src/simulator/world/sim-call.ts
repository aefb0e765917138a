import type { z } from 'zod';
import { readDecimal } from './amounts.ts';
import type { Marketplace } from './marketplace.ts';
import type { SimAccount } from './simulator-options.ts';
import type { TradeSide } from './simulator-state.ts';
import { illegalParameter } from './sim-refusal.ts';

export type SimAuth = 'hmac' | 'adaptive' | 'chain' | 'key' | 'none' | 'key-web';

/** One call that was let in. */
export interface SimCall {
  marketplace: Marketplace;
  /** The caller; null for an endpoint without credentials. */
  account: SimAccount | null;
  /** The checked fields from the query or the body, as the operation accepts them. Empty values count as absent. */
  fields: Readonly<Record<string, unknown>>;
  /** The earlier moment as of which reads are answered, when a fault makes them stale; else null. */
  asOfMs: number | null;
  /** How long a release appears to be under way before it fails, when a fault requires it; else null. */
  rollBackMs: number | null;
  /** Address of this service as the caller wrote it, host and port. */
  host: string;
}

/** A handler's answer: it goes into the success envelope. */
export interface SimAnswer {
  data?: unknown;
  total?: number;
}

/** The description of an operation, without its effect. */
export interface OperationFacts {
  name: string;
  /** The number of the endpoint in the interface document. */
  ep: string | null;
  method: 'GET' | 'POST';
  path: string;
  auth: SimAuth;
  parameters: 'query' | 'body' | 'none';
  /** Checks the request. A missing required field is refused with -1102. */
  input: z.ZodObject;
  /** The shape of `data`, of one of its rows where `paged`; null where success carries no data. */
  answer: z.ZodType | null;
  paged: boolean;
  /** One sentence for the description of the service. */
  summary: string;
  /** sapi: the account's host; public: the web page's host, with another envelope; bare: no envelope. */
  envelope: 'sapi' | 'public' | 'bare';
  /** Whether a signed call must carry the header clientType, or, where nothing is signed, every call. */
  needsClientType: boolean;
  /** Which weight it counts on: the address's or the account's. */
  countedBy: 'ip' | 'uid';
  weight: number;
  /** What a 404 reports as missing; undefined where no 404 is answered. */
  missing?: string;
}

export interface SimOperation extends OperationFacts {
  /** Answers a missing parameter with "illegal parameter" and no name, as EP-13 does live. */
  vague?: boolean;
  /** An effect on money: the state is written before the answer. */
  money?: boolean;
  handle: (call: SimCall) => SimAnswer;
  /** Records an attempt in the ledger, executed or not. */
  observe?: (call: SimCall) => void;
}

/** Returns the caller's name; authentication lets no one else into an endpoint that needs one. */
export function callerOf(call: SimCall): string {
  if (call.account === null) throw new TypeError('This operation needs an account.');
  return call.account.name;
}

/** A parameter as it was sent; undefined when absent. */
export const parameter = (call: SimCall, name: string): unknown => call.fields[name];

/** Returns a parameter as text; null when absent or empty. Accepts a number too, as the service does. */
export function textParameter(call: SimCall, name: string): string | null {
  const value = parameter(call, name);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A mandatory text, checked before the handler ran. */
export const requiredText = (call: SimCall, name: string): string => textParameter(call, name) ?? '';

/** A whole number; null when absent. Refuses anything else. */
export function integerParameter(call: SimCall, name: string): number | null {
  const text = textParameter(call, name);
  if (text === null) return null;
  if (!/^-?\d{1,16}$/.test(text)) throw illegalParameter();
  return Number(text);
}

/** Returns a decimal from a JSON string or number; null when absent. Refuses anything else. */
export function decimalParameter(call: SimCall, name: string): string | null {
  const value = parameter(call, name);
  if (value === undefined || value === null || value === '') return null;
  const decimal = readDecimal(value);
  if (decimal === null) throw illegalParameter();
  return decimal;
}

/** Texts of an array; empty when absent. */
export function textList(call: SimCall, name: string): string[] {
  const value = parameter(call, name);
  return Array.isArray(value) ? value.map(String) : [];
}

/** Returns the requested page of a list; pages count from 1 and are cut to `maxRows`. */
export function pageOf<T>(call: SimCall, rows: readonly T[], maxRows: number): T[] {
  const page = Math.max(1, integerParameter(call, 'page') ?? 1);
  const size = Math.min(maxRows, Math.max(1, integerParameter(call, 'rows') ?? maxRows));
  return rows.slice((page - 1) * size, page * size);
}

/** Returns a side by name or by the number of the server's enumeration; null when absent. */
export function sideParameter(call: SimCall): TradeSide | null {
  const text = textParameter(call, 'tradeType')?.toUpperCase() ?? null;
  if (text === null) return null;
  return text === '0' || text === 'BUY' ? 'BUY' : 'SELL';
}
