/**
 * Takes a Retry-After header (seconds, or an HTTP date) and the wall time in ms and gives the wait in ms, never capped:
 * a ban may last days. Gives null for a header that is missing or makes no sense.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  const value = header?.trim();
  if (value === undefined || value === '') return null;
  if (/^\d{1,9}(?:\.\d{1,3})?$/.test(value)) return Math.ceil(Number(value) * 1000);
  // An HTTP date always names its weekday; other forms would be guesses of the engine's date parser.
  if (!/^[A-Za-z]{3},? /.test(value)) return null;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? null : Math.max(0, instant - nowMs);
}
