import type { ReleasePermission } from '../activities/dependencies.ts';
import type { Mode } from '../domain/mode.ts';
import type { ReleasePolicyName } from '../domain/orders/release-rules.ts';
import type { ServiceKind } from './service-identity.ts';
import type { WorkerConfig } from './worker-environment.ts';

/** What a worker process may do, whoever asks. */
export interface WorkerPermission extends ReleasePermission {
  service: ServiceKind;
  modes: readonly Mode[];
}

/** Returns what a process may do with this configuration in front of this kind of service (design 2, 6). */
export function permissionOf(
  { allowLive, releasePermission }: Pick<WorkerConfig, 'allowLive' | 'releasePermission'>,
  service: ServiceKind,
): WorkerPermission {
  const isSimulator = service === 'simulator';
  return {
    ...releasePermission,
    service,
    modes: [
      ...(isSimulator ? (['sim'] as const) : []),
      'shadow',
      ...(isSimulator || allowLive ? (['live'] as const) : []),
    ],
    policies: releasePermission.policies.filter((policy) => policy !== 'paid' || isSimulator),
  };
}

/** Makes the check of a release's policy: it names those that pass, because the starter of a workflow writes the policy. */
export function createPolicyCheck(
  config: Pick<WorkerConfig, 'allowLive' | 'releasePermission'>,
  service: () => ServiceKind,
): (policy: ReleasePolicyName) => boolean {
  return (policy) => permissionOf(config, service()).policies.some((allowed) => allowed === policy);
}

/** The permission in one line for people. */
export function permissionText({ service, modes, policies, maxRelease, maxReleasePerDay }: WorkerPermission): string {
  const kinds = { simulator: 'a proven simulator', real: 'a real service', unknown: 'a service not reached yet' };
  return [
    kinds[service],
    `modes ${modes.join(', ')}`,
    `release policies ${policies.join(', ')}`,
    `largest release ${sumsText(maxRelease)}`,
    `releases a day ${sumsText(maxReleasePerDay)}`,
  ].join('; ');
}

function sumsText(sums: Readonly<Record<string, string>>): string {
  const parts = Object.entries(sums).map(([fiat, amount]) => `${amount} ${fiat}`);
  return parts.length === 0 ? 'unlimited' : parts.join(', ');
}
