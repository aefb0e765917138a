/** What a quota counts by: the outgoing address, the account, or neither is said. */
export type QuotaName = 'address' | 'account' | 'general';

/** The weight a minute that the service usually allows an address (wire-facts 14). */
export const addressQuota = 12_000;

/** Quotas a minute of the weight headers (wire-facts 14). */
const quotas: readonly (readonly [header: string, quota: number, name: QuotaName])[] = [
  ['x-sapi-used-ip-weight-1m', addressQuota, 'address'],
  ['x-sapi-used-uid-weight-1m', 180_000, 'account'],
  ['x-mbx-used-weight-1m', 6_000, 'general'],
];

/** Returns what the quota of a weight header counts by. */
export function quotaName(header: string): QuotaName {
  return quotas.find(([known]) => known === header)?.[2] ?? 'general';
}

/** A quota's header and its used share, 0 to 1 and above. */
export type UsedShare = readonly [header: string, share: number];

/** Returns the used share of each quota among the headers of an answer. */
export function usedShares(headers: Readonly<Record<string, string | string[] | undefined>>): UsedShare[] {
  const shares: UsedShare[] = [];
  for (const [header, quota] of quotas) {
    const told = headers[header];
    if (told === undefined) continue;
    // Proxies may add a header of their own: the largest counts.
    const share = Math.max(...[told].flat().map(Number)) / quota;
    if (Number.isFinite(share)) shares.push([header, share]);
  }
  return shares;
}
