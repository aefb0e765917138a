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
 * PEERDESK_MAX_RELEASE_PER_DAY (design 6). With signed approvals policy approve remains, and match where it is named and a door
 * signs payments: one that is typed into Temporal does not count. Throws ConfigurationError.
 */
export function readReleasePermission(env: Environment, proof: Proof = {}): ReleasePermission {
  const names = readPolicies(env['PEERDESK_RELEASE_POLICIES'] ?? '');
  return {
    policies: proof.isSigned === true ? signedPolicies(names, proof) : (names ?? policies),
    maxRelease: readSums(env, 'PEERDESK_MAX_RELEASE'),
    maxReleasePerDay: readSums(env, 'PEERDESK_MAX_RELEASE_PER_DAY'),
  };
}

/** What a release must rest on. */
interface Proof {
  /** Approvals count only when they are signed. Absent: typed ones count, too. */
  readonly isSigned?: boolean;
  /** Sources of payments are signed by a door. Absent: there is none. */
  readonly hasEvidence?: boolean;
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

function signedPolicies(
  names: readonly ReleasePolicyName[] | null,
  { hasEvidence = false }: Proof,
): readonly ReleasePolicyName[] {
  const unsigned = names?.find((name) => name !== 'approve' && (name !== 'match' || !hasEvidence));
  // Who starts a workflow writes its policy: one that asks no person is named by the merchant.
  if (unsigned === undefined) return names ?? ['approve'];
  const remedy = unsigned === 'match' ? 'name sources in PEERDESK_EVIDENCE, or leave it out' : 'leave it out';
  throw new ConfigurationError(
    `PEERDESK_RELEASE_POLICIES: policy ${unsigned} needs no signature, so it cannot stand beside PEERDESK_APPROVALS=signed: ${remedy}`,
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
