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
  /** The caller; an endpoint without credentials has none. */
  account: SimAccount | null;
  /** What was sent, checked: from the query or from the body, as the operation takes it. Empty values count as absent. */
  fields: Readonly<Record<string, unknown>>;
  /** The earlier moment that reads are answered as of, when a fault makes them stale; else null. */
  asOfMs: number | null;
  /** How long a release shows that it is on its way before it comes to nothing, when a fault says so; else null. */
  rollBackMs: number | null;
  /** Address of this service as the caller wrote it, host and port. */
  host: string;
}

/** What a handler answers: it goes into the success envelope. */
export interface SimAnswer {
  data?: unknown;
  total?: number;
}

/** What an operation is, apart from what it does. */
export interface OperationFacts {
  name: string;
  /** The number of the endpoint in the interface document. */
  ep: string | null;
  method: 'GET' | 'POST';
  path: string;
  auth: SimAuth;
  parameters: 'query' | 'body' | 'none';
  /** Checks what is sent. What it requires and does not get is refused with -1102. */
  input: z.ZodObject;
  /** The shape of `data`, of one of its rows where `paged`; null where success says nothing more. */
  answer: z.ZodType | null;
  paged: boolean;
  /** One sentence for the description of the service. */
  summary: string;
  /** sapi: the account's host; public: the web page's host, with another envelope; bare: no envelope. */
  envelope: 'sapi' | 'public' | 'bare';
  /** Whether a signed call must carry the header clientType, or, where nothing is signed, every call. */
  needsClientType: boolean;
  /** Whose weight it counts on: the address's or the account's. */
  countedBy: 'ip' | 'uid';
  weight: number;
  /** What it is that a 404 says is not there; undefined where no 404 is answered. */
  missing?: string;
}

export interface SimOperation extends OperationFacts {
  /** Answers a missing parameter with "illegal parameter" and no name, as EP-13 does live. */
  vague?: boolean;
  /** An effect on money: the state is written before the answer. */
  money?: boolean;
  handle: (call: SimCall) => SimAnswer;
  /** What an attempt tells the ledger, executed or not. */
  observe?: (call: SimCall) => void;
}

/** The caller's name; an endpoint that needs one has let nobody else in. */
export function callerOf(call: SimCall): string {
  if (call.account === null) throw new TypeError('This operation needs an account.');
  return call.account.name;
}

/** A parameter as it was sent; undefined when absent. */
export const parameter = (call: SimCall, name: string): unknown => call.fields[name];

/** A parameter as text; null when absent or empty. A number is taken too, as the service does. */
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

/** A decimal from a JSON string or number; null when absent. Refuses anything else. */
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

/** One page of a list, as the caller asked for it; pages count from 1, longer ones than `maxRows` are cut. */
export function pageOf<T>(call: SimCall, rows: readonly T[], maxRows: number): T[] {
  const page = Math.max(1, integerParameter(call, 'page') ?? 1);
  const size = Math.min(maxRows, Math.max(1, integerParameter(call, 'rows') ?? maxRows));
  return rows.slice((page - 1) * size, page * size);
}

/** A side by name or by the number of the server's enumeration; null when absent. */
export function sideParameter(call: SimCall): TradeSide | null {
  const text = textParameter(call, 'tradeType')?.toUpperCase() ?? null;
  if (text === null) return null;
  return text === '0' || text === 'BUY' ? 'BUY' : 'SELL';
}
