export const releasePolicyNames = ['approve', 'paid', 'match'] as const;
/** 'approve': a human approved. 'paid': the order's status is enough. 'match': an incoming payment matches. */
export type ReleasePolicyName = (typeof releasePolicyNames)[number];

/** What a process may release, whatever the request (design 6). */
export interface ReleasePermission {
  policies: readonly ReleasePolicyName[];
  /** Largest single release by fiat, as decimal text; empty: no limit. */
  maxRelease: Readonly<Record<string, string>>;
  /** Largest sum of a day by fiat, as decimal text; empty: no limit. */
  maxReleasePerDay: Readonly<Record<string, string>>;
}
