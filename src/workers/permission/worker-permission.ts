import type { Mode } from '../../domain/mode.ts';
import type { ReleasePermission, ReleasePolicyName } from '../../domain/orders/release-permission.ts';
import type { ServiceKind } from '../egress/service-identity.ts';
import type { AccountConfig } from '../../config/egress-config.ts';

/** What a worker process may do, whatever the request. */
export interface WorkerPermission extends ReleasePermission {
  service: ServiceKind;
  modes: readonly Mode[];
  /** The ads that it holds in shadow. */
  shadowAds: readonly string[];
  /** The approvers whose signed approvals count; null: typed ones count. */
  approvers: readonly string[] | null;
}

type Permitted = Pick<AccountConfig, 'allowLive' | 'releasePermission'> &
  Partial<Pick<AccountConfig, 'approvers' | 'shadowAds'>>;

/** Returns what a process may do with this configuration at this kind of service (design 2, 6). */
export function permissionOf(
  { allowLive, releasePermission, approvers = null, shadowAds = [] }: Permitted,
  service: ServiceKind,
): WorkerPermission {
  const isSimulator = service === 'simulator';
  return {
    ...releasePermission,
    service,
    shadowAds,
    approvers: approvers === null ? null : [...approvers.keys()],
    modes: [
      ...(isSimulator ? (['sim'] as const) : []),
      'shadow',
      ...(isSimulator || allowLive ? (['live'] as const) : []),
    ],
    policies: releasePermission.policies.filter((policy) => policy !== 'paid' || isSimulator),
  };
}

/** Creates the check of a release's policy: an allow-list, because the starter of a workflow writes the policy. */
export function createPolicyCheck(
  config: Permitted,
  service: () => ServiceKind,
): (policy: ReleasePolicyName) => boolean {
  return (policy) => permissionOf(config, service()).policies.some((allowed) => allowed === policy);
}

/** The permission in one line for people. */
export function permissionText(permission: WorkerPermission): string {
  const { service, modes, shadowAds, policies, maxRelease, maxReleasePerDay, approvers } = permission;
  const kinds = { simulator: 'a proven simulator', real: 'a real service', unknown: 'a service not reached yet' };
  return [
    kinds[service],
    `modes ${modes.join(', ')}`,
    ...(shadowAds.length === 0 ? [] : [`ads in shadow ${shadowAds.join(', ')}`]),
    `release policies ${policies.join(', ')}`,
    `largest release ${sumsText(maxRelease)}`,
    `releases a day ${sumsText(maxReleasePerDay)}`,
    ...(approvers === null ? [] : [`approvals signed by ${approvers.join(', ')}`]),
  ].join('; ');
}

function sumsText(sums: Readonly<Record<string, string>>): string {
  const parts = Object.entries(sums).map(([fiat, amount]) => `${amount} ${fiat}`);
  return parts.length === 0 ? 'unlimited' : parts.join(', ');
}
