/** In seconds a time since 2001 has ten digits, in ms thirteen, in microseconds sixteen. */
const firstSeconds = 1e9;
const firstMillis = 1e11;
const firstMicros = 1e14;

/**
 * Returns a time since the epoch in ms, whatever its unit: its size says whether it counts seconds, milliseconds or
 * microseconds. What is smaller than any time of these days stays as it is: a zero means that there is none.
 */
export function epochMs(time: number): number {
  if (time >= firstMicros) return Math.floor(time / 1_000);
  return time >= firstSeconds && time < firstMillis ? time * 1_000 : time;
}
