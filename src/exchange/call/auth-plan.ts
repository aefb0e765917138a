import type { AuthMode, Operation } from '../table/operation.ts';

/** One way to send a call. */
export interface AuthStep {
  /** The API key header. */
  readonly key: boolean;
  /** Timestamp, recvWindow and signature in the query string. */
  readonly signed: boolean;
  /** Where the parameters go: as declared by the operation, or into the body instead of the query string. */
  readonly parameters: 'as-declared' | 'body';
}

export const authSteps = {
  signed: { key: true, signed: true, parameters: 'as-declared' },
  'signed-body': { key: true, signed: true, parameters: 'body' },
  key: { key: true, signed: false, parameters: 'as-declared' },
  open: { key: false, signed: false, parameters: 'as-declared' },
} as const satisfies Readonly<Record<string, AuthStep>>;

export type AuthStepName = keyof typeof authSteps;

/** Returns "unknown" for a step that is not in `authSteps`. */
export function stepName(step: AuthStep): string {
  return Object.entries(authSteps).find(([, one]) => one === step)?.[0] ?? 'unknown';
}

/** Which failures of a step lead to the next one. A ban, a rate limit or a missing answer never does. */
type Advance = 'never' | 'sync-errors' | 'any-answer';

export interface AuthPlan {
  readonly steps: readonly AuthStepName[];
  readonly advance: Advance;
}

/** Interface 5 in one place. Every step carries clientType: web (wire-facts 1). */
export const authPlans: Readonly<Record<AuthMode, AuthPlan>> = {
  // Rules 1 to 3.
  hmac: { steps: ['signed'], advance: 'never' },
  // Rule 5, EP-13 and EP-24: some market environments reject a signature there.
  adaptive: { steps: ['signed', 'key'], advance: 'sync-errors' },
  // Rule 6, EP-16.
  chain: { steps: ['signed', 'signed-body', 'key'], advance: 'any-answer' },
  // Rule 4.
  key: { steps: ['key'], advance: 'never' },
  none: { steps: ['open'], advance: 'never' },
  // Rule 7, EP-31 and EP-32: a timestamp or a signature causes an authentication error.
  'key-web': { steps: ['key'], advance: 'never' },
};

/** Other steps, by auth mode or operation; those of the operation win. Interface 9.7. */
export type AuthStepOverrides = Readonly<Record<string, readonly AuthStepName[]>>;

/**
 * Returns the plan of an operation. A mode with a single step continues to an added second one only after -1021 and
 * -1022, as rule 5 does.
 */
export function authPlanOf({ name, auth }: Pick<Operation, 'name' | 'auth'>, overrides: AuthStepOverrides): AuthPlan {
  const plan = authPlans[auth];
  const steps = overrides[name] ?? overrides[auth];
  if (steps === undefined) return plan;
  return { steps, advance: plan.advance === 'never' ? 'sync-errors' : plan.advance };
}

/**
 * Validates overrides from outside. Throws a TypeError for a name that is neither mode nor operation, for an unknown
 * step and for an empty list.
 *
 * @example
 * const authSteps = checkAuthSteps({ getUserOrderDetail: ['key', 'signed'] }, operations);
 * authSteps; // → { getUserOrderDetail: ['key', 'signed'] }
 */
export function checkAuthSteps(
  overrides: Readonly<Record<string, readonly string[]>>,
  operations: Readonly<Record<string, unknown>>,
): AuthStepOverrides {
  const checked = Object.entries(overrides).map(([name, steps]) => {
    const isKnown = Object.hasOwn(authPlans, name) || Object.hasOwn(operations, name);
    if (!isKnown) throw new TypeError(`${name} is neither an auth mode nor an operation`);
    if (steps.length === 0) throw new TypeError(`${name} needs at least one auth step`);
    return [name, steps.map(stepNamed)] as const;
  });
  return Object.fromEntries(checked);
}

function stepNamed(name: string): AuthStepName {
  if (isStepName(name)) return name;
  throw new TypeError(`${name} is no auth step: the steps are ${Object.keys(authSteps).join(', ')}`);
}

function isStepName(name: string): name is AuthStepName {
  return Object.hasOwn(authSteps, name);
}
