/** Quotas a minute of the weight headers (api-facts 14): by address, by account, and the general one. */
const quotas: readonly (readonly [header: string, quota: number])[] = [
  ['x-sapi-used-ip-weight-1m', 12_000],
  ['x-sapi-used-uid-weight-1m', 180_000],
  ['x-mbx-used-weight-1m', 6_000],
];

/** Takes the headers of an answer and gives the largest used share of a quota, 0 when none is told. */
export function usedShare(headers: Readonly<Record<string, string | string[] | undefined>>): number {
  let largest = 0;
  for (const [header, quota] of quotas) {
    const share = Number(headers[header] ?? 0) / quota;
    if (Number.isFinite(share)) largest = Math.max(largest, share);
  }
  return largest;
}
