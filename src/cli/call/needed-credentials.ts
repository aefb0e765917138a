import { authSteps, type AuthPlan } from '../../exchange/call/auth-plan.ts';
import type { Credentials } from '../../exchange/client.ts';
import { readApiKey, readCredentials } from '../../config/environment/service-environment.ts';
import type { Environment } from '../kit/command-context.ts';

/** Placeholder for a credential that no step of the call sends. */
const unused = 'not-sent-by-this-call';

/**
 * Returns the credentials that the steps of a call send; others need not be set. Throws a ConfigurationError for a
 * missing one.
 */
export function neededCredentials({ steps }: Pick<AuthPlan, 'steps'>, env: Environment): Credentials {
  if (steps.some((step) => authSteps[step].signed)) return readCredentials(env);
  const isKeySent = steps.some((step) => authSteps[step].key);
  return { apiKey: isKeySent ? readApiKey(env) : unused, apiSecret: unused };
}
