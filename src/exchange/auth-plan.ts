import type { AuthMode } from './operation.ts';

/** One way to send a call. */
export interface AuthStep {
  /** The API key header. */
  readonly key: boolean;
  /** Timestamp, recvWindow and signature in the query string. */
  readonly signed: boolean;
  /** Where the parameters go: as the operation says, or in the body instead of the query string. */
  readonly parameters: 'as-declared' | 'body';
}

/** Which failures of a step lead to the next one; a ban, a rate limit or a missing answer never does. */
export type Advance = 'never' | 'sync-errors' | 'any-answer';

export interface AuthPlan {
  readonly steps: readonly AuthStep[];
  readonly advance: Advance;
}

export type AuthPlans = Readonly<Record<AuthMode, AuthPlan>>;

const signed: AuthStep = { key: true, signed: true, parameters: 'as-declared' };
const signedBody: AuthStep = { key: true, signed: true, parameters: 'body' };
const keyOnly: AuthStep = { key: true, signed: false, parameters: 'as-declared' };
const open: AuthStep = { key: false, signed: false, parameters: 'as-declared' };

/** Interface section 5, in one place. Every step carries clientType: web (api-facts 1). */
export const defaultAuthPlans: AuthPlans = {
  // Rules 1 to 3.
  hmac: { steps: [signed], advance: 'never' },
  // Rule 5, EP-13 and EP-24: some market environments want no signature there.
  adaptive: { steps: [signed, keyOnly], advance: 'sync-errors' },
  // Rule 6, EP-16.
  chain: { steps: [signed, signedBody, keyOnly], advance: 'any-answer' },
  // Rule 4.
  key: { steps: [keyOnly], advance: 'never' },
  none: { steps: [open], advance: 'never' },
  // Rule 7, EP-31 and EP-32: a timestamp or a signature causes an authentication error.
  'key-web': { steps: [keyOnly], advance: 'never' },
};
