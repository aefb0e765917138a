import { isPositiveDecimalText } from '../../domain/decimal.ts';
import { unclearAmount } from '../../domain/typed-amount.ts';
import {
  releasePolicyNames,
  type ReleasePermission,
  type ReleasePolicyName,
} from '../../domain/orders/release-permission.ts';
import { ConfigurationError, type Environment } from './service-environment.ts';

const policies = releasePolicyNames;

/**
 * Reads what this process may release, whatever the request: PEERDESK_RELEASE_POLICIES, PEERDESK_MAX_RELEASE and
 * PEERDESK_MAX_RELEASE_PER_DAY (design 6). With signed approvals only policy approve remains: a payment match is typed
 * into Temporal, too. Throws ConfigurationError.
 */
export function readReleasePermission(env: Environment, demandsSignatures = false): ReleasePermission {
  const names = readPolicies(env['PEERDESK_RELEASE_POLICIES'] ?? '');
  return {
    policies: demandsSignatures ? signedPolicies(names) : (names ?? policies),
    maxRelease: readSums(env, 'PEERDESK_MAX_RELEASE'),
    maxReleasePerDay: readSums(env, 'PEERDESK_MAX_RELEASE_PER_DAY'),
  };
}

/** Null: not set. `paid` is always included, because it counts at a proven simulator only. */
function readPolicies(text: string): readonly ReleasePolicyName[] | null {
  const names = parts(text);
  if (names.length === 0) return null;
  const unknown = names.find((name) => !policies.some((policy) => policy === name));
  if (unknown === undefined) return policies.filter((policy) => names.includes(policy));
  throw new ConfigurationError(
    `PEERDESK_RELEASE_POLICIES: ${unknown.slice(0, 40)} is no release policy; give some of ${policies.join(', ')}`,
  );
}

function signedPolicies(names: readonly ReleasePolicyName[] | null): readonly ReleasePolicyName[] {
  const unsigned = names?.find((name) => name !== 'approve');
  if (unsigned === undefined) return ['approve'];
  throw new ConfigurationError(
    `PEERDESK_RELEASE_POLICIES: policy ${unsigned} needs no signature, so it cannot stand beside PEERDESK_APPROVALS=signed: leave approve alone there`,
  );
}

/** The form is `5000 BOB, 700 USD`: the largest sum for each fiat. */
function readSums(env: Environment, name: string): Readonly<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const part of parts(env[name] ?? '')) {
    const [amount = '', fiat = '', ...more] = part.split(/\s+/);
    const isSum = isPositiveDecimalText(amount) && /^[A-Z]{3,5}$/.test(fiat) && more.length === 0;
    const why = unclearAmount(amount);
    if (why !== null) throw new ConfigurationError(`${name}: ${why}`);
    if (!isSum) throw new ConfigurationError(`${name}: ${part.slice(0, 40)} is no sum such as 5000 BOB`);
    if (fiat in sums) throw new ConfigurationError(`${name} has two sums for ${fiat}`);
    sums[fiat] = amount;
  }
  return sums;
}

function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
