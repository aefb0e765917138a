import { isPositiveDecimalText } from '../domain/decimal.ts';
import { releasePolicyNames } from '../domain/orders/release-rules.ts';
import type { ReleasePolicyName } from '../domain/orders/release-rules.ts';
import type { ReleasePermission } from '../activities/dependencies.ts';
import { ConfigurationError } from './service-environment.ts';
import type { Environment } from './service-environment.ts';

const policies = releasePolicyNames;

/**
 * Reads what this process may release, whoever asks: PEERDESK_RELEASE_POLICIES, PEERDESK_MAX_RELEASE and
 * PEERDESK_MAX_RELEASE_PER_DAY (design 6). Throws ConfigurationError.
 */
export function readReleasePermission(env: Environment): ReleasePermission {
  return {
    policies: readPolicies(env['PEERDESK_RELEASE_POLICIES'] ?? ''),
    maxRelease: readSums(env, 'PEERDESK_MAX_RELEASE'),
    maxReleasePerDay: readSums(env, 'PEERDESK_MAX_RELEASE_PER_DAY'),
  };
}

/** `paid` is among them without a word, because it counts at a proven simulator only. */
function readPolicies(text: string): readonly ReleasePolicyName[] {
  const names = parts(text);
  if (names.length === 0) return policies;
  const unknown = names.find((name) => !policies.some((policy) => policy === name));
  if (unknown === undefined) return policies.filter((policy) => names.includes(policy));
  throw new ConfigurationError(
    `PEERDESK_RELEASE_POLICIES: ${unknown.slice(0, 40)} is no release policy; give some of ${policies.join(', ')}`,
  );
}

/** The form is `5000 BOB, 700 USD`: the largest sum for each fiat. */
function readSums(env: Environment, name: string): Readonly<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const part of parts(env[name] ?? '')) {
    const [amount = '', fiat = '', ...more] = part.split(/\s+/);
    const isSum = isPositiveDecimalText(amount) && /^[A-Z]{3,5}$/.test(fiat) && more.length === 0;
    if (!isSum) throw new ConfigurationError(`${name}: ${part.slice(0, 40)} is no sum such as 5000 BOB`);
    if (fiat in sums) throw new ConfigurationError(`${name} gives two sums for ${fiat}`);
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
