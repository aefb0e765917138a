/** Thirty days: a longer wait is a mistake, and must not stop a desk for years. */
const maxWaitMs = 2_592_000_000;

/**
 * Returns the wait of a Retry-After header (seconds, or an HTTP date in one of its three forms) in ms, at most thirty
 * days: a ban may last days. Returns null for a header that is missing, invalid or in the past.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  const value = header?.trim();
  if (value === undefined || value === '') return null;
  const waitMs = /^\d+(?:\.\d+)?$/.test(value) ? Math.ceil(Number(value) * 1000) : instantOf(value) - nowMs;
  return waitMs > 0 ? Math.min(waitMs, maxWaitMs) : null;
}

/** An HTTP date always names its weekday; other forms would be guesses of the engine's date parser. */
function instantOf(value: string): number {
  if (!/^[A-Za-z]{3,9},? /.test(value)) return Number.NaN;
  // The oldest of the three forms names no zone, and means GMT.
  return Date.parse(/(?:GMT|UTC|Z)$/.test(value) ? value : `${value} GMT`);
}
