/** In seconds a time since 2001 has ten digits, in ms thirteen, in microseconds sixteen, in nanoseconds nineteen. */
const firstSeconds = 1e9;
const firstMillis = 1e11;
const firstMicros = 1e14;
const firstNanos = 1e17;

/**
 * Returns a time since the epoch in ms, whatever its unit: its size says whether it counts seconds, milliseconds,
 * microseconds or nanoseconds. What is smaller than any time of these days stays as it is: a zero means that there is none.
 */
export function epochMs(time: number): number {
  if (time >= firstNanos) return Math.floor(time / 1_000_000);
  if (time >= firstMicros) return Math.floor(time / 1_000);
  return time >= firstSeconds && time < firstMillis ? Math.floor(time * 1_000) : time;
}

/**
 * Returns a time of the service in ms, or null for one that is none: a service may write 0 where nothing has happened,
 * and what is before all desks was no time to begin with.
 */
export function knownTime(timeMs: number | null | undefined): number | null {
  return timeMs !== null && timeMs !== undefined && timeMs >= firstMillis ? timeMs : null;
}
