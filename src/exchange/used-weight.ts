/** Quotas a minute of the weight headers (api-facts 14): by address, by account, and the general one. */
const quotas: Readonly<Record<string, number>> = {
  'x-sapi-used-ip-weight-1m': 12_000,
  'x-sapi-used-uid-weight-1m': 180_000,
  'x-mbx-used-weight-1m': 6_000,
};

/** Takes the headers of an answer and gives the largest used share of a quota, 0 when none is told. */
export function usedShare(headers: Readonly<Record<string, string | string[] | undefined>>): number {
  const shares = Object.entries(quotas).map(([name, quota]) => {
    const used = Number(headers[name] ?? 0);
    return Number.isFinite(used) ? used / quota : 0;
  });
  return Math.max(0, ...shares);
}
