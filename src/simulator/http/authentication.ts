import { timingSafeEqual } from 'node:crypto';
import { signQuery } from '../../exchange/wire/query-string.ts';
import type { SimAuth } from '../world/sim-call.ts';
import { missingParameters, SimRefusal } from '../world/sim-refusal.ts';
import type { SimAccount } from '../world/simulator-options.ts';

/** What authentication checks: raw bytes, nothing decoded. */
export interface Credentials {
  apiKey: string | null;
  rawQuery: string;
  query: ReadonlyMap<string, string>;
  /** The service's clock as this call sees it. */
  nowMs: number;
  bodyNames: readonly string[];
}

interface AuthRules {
  accounts: readonly SimAccount[];
  adaptiveKeyOnly: boolean;
}

const defaultRecvWindowMs = 5_000;
const maxRecvWindowMs = 60_000;
const maxAheadMs = 1_000;

const invalidKeyFormat = (): SimRefusal => new SimRefusal(-2014, 'API-key format invalid.', 401);
const invalidKeyId = (): SimRefusal => new SimRefusal(-2008, 'Invalid Api-Key ID.');
const notPermitted = (): SimRefusal => new SimRefusal(-2015, 'Invalid API-key, IP, or permissions for action.', 401);
const invalidSignature = (): SimRefusal => new SimRefusal(-1022, 'Signature for this request is not valid.');
const tooOld = (): SimRefusal => new SimRefusal(-1021, 'Timestamp for this request is outside of the recvWindow.');
const tooEarly = (): SimRefusal =>
  new SimRefusal(-1021, "Timestamp for this request was 1000ms ahead of the server's time.");

/**
 * Authenticates a call, or refuses it as the service does (interface 5).
 *
 * Returns the account; null where the endpoint requires no credentials and none were sent.
 */
export function authenticate(auth: SimAuth, credentials: Credentials, rules: AuthRules): SimAccount | null {
  switch (auth) {
    case 'none':
      return optional(credentials, rules);
    case 'key':
      return isSigned(credentials) ? signed(credentials, rules) : keyOnly(credentials, rules);
    case 'key-web':
      return keyAndNothingElse(credentials, rules);
    case 'hmac':
      return signed(credentials, rules);
    case 'adaptive':
      return rules.adaptiveKeyOnly && !isSigned(credentials) ? keyOnly(credentials, rules) : signed(credentials, rules);
    case 'chain':
      return isSigned(credentials) ? signed(credentials, rules) : keyOnly(credentials, rules);
  }
}

/** Whether a query is signed: half a signature is judged as a signature. */
export const isSigned = ({ query }: Pick<Credentials, 'query'>): boolean =>
  query.has('signature') || query.has('timestamp');

/** Returns the owner of a key without judging the call; for budgets, which count refused calls too. */
export function accountOfKey(apiKey: string | null, accounts: readonly SimAccount[]): SimAccount | null {
  return accounts.find((account) => account.apiKey === apiKey) ?? null;
}

function optional(credentials: Credentials, rules: AuthRules): SimAccount | null {
  return isSigned(credentials) ? signed(credentials, rules) : accountOfKey(credentials.apiKey, rules.accounts);
}

function keyOnly(credentials: Credentials, rules: AuthRules): SimAccount {
  if (credentials.apiKey === null) throw invalidKeyFormat();
  const account = accountOfKey(credentials.apiKey, rules.accounts);
  if (account === null) throw invalidKeyId();
  return account;
}

/** EP-31 and EP-32: a timestamp or a signature, in query or body, is itself an authentication error. */
function keyAndNothingElse(credentials: Credentials, rules: AuthRules): SimAccount {
  const account = keyOnly(credentials, rules);
  const names = [...credentials.query.keys(), ...credentials.bodyNames];
  if (names.includes('timestamp') || names.includes('signature')) throw notPermitted();
  return account;
}

function signed(credentials: Credentials, rules: AuthRules): SimAccount {
  if (credentials.apiKey === null) throw invalidKeyFormat();
  const account = accountOfKey(credentials.apiKey, rules.accounts);
  if (account === null) throw notPermitted();
  requireBoth(credentials);
  requireTimely(credentials);
  requireSignature(credentials, account.apiSecret);
  return account;
}

/** A call with neither was not signed; one of the two without the other is a missing parameter. */
function requireBoth({ query }: Credentials): void {
  const missing = ['timestamp', 'signature'].filter((name) => (query.get(name) ?? '') === '');
  if (missing.length === 1) throw missingParameters(missing);
  if (missing.length === 2) throw invalidSignature();
}

function requireTimely({ query, nowMs }: Credentials): void {
  const stamp = query.get('timestamp') ?? '';
  if (!/^\d{1,15}$/.test(stamp)) throw missingParameters(['timestamp']);
  const window = query.get('recvWindow') ?? String(defaultRecvWindowMs);
  if (!/^\d{1,9}$/.test(window)) throw missingParameters(['recvWindow']);
  if (Number(window) > maxRecvWindowMs) throw new SimRefusal(-1131, 'recvWindow must be less than 60000.');
  if (Number(stamp) > nowMs + maxAheadMs) throw tooEarly();
  if (nowMs - Number(stamp) > Number(window)) throw tooOld();
}

const encoded = String.raw`(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})*`;
const pair = `${encoded}(?:=${encoded})?`;
/** One bare `=` in a pair and bare `&` between pairs; everything else that is not unreserved must be encoded. */
const encodedQuery = new RegExp(`^${pair}(?:&${pair})*$`);

function requireSignature({ rawQuery }: Credentials, secret: string): void {
  // Since 2026 only a percent-encoded query may be signed: a character that should have been encoded is refused.
  if (!encodedQuery.test(rawQuery)) throw invalidSignature();
  const pairs = rawQuery.split('&');
  const given = pairs.find((pair) => pair.startsWith('signature='))?.slice('signature='.length) ?? '';
  const payload = pairs.filter((pair) => !pair.startsWith('signature=')).join('&');
  const expected = Buffer.from(signQuery(payload, secret));
  const actual = Buffer.from(given.toLowerCase());
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw invalidSignature();
}
