import { epochMs } from '../../domain/epoch.ts';
import { banEndIn } from '../../domain/failures/ban-text.ts';

/** Thirty days: a longer wait is a mistake, and must not stop a desk for years. */
const maxWaitMs = 2_592_000_000;

/** Commas separate values, and one stands inside a date, behind its weekday. */
const valueForm = /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, [^,]*|[^\s,][^,]*/g;

/** No one waits thirty years: such a number is a moment, in seconds or milliseconds since the epoch. */
const firstMomentS = 1e9;
/** Between the two lies no moment of these days: a wait by mistake, which the bound ends. */
const noMoments = [1e11, 1e12] as const;

/**
 * Returns the wait of a Retry-After header in ms, at most thirty days: a ban may last days. It holds seconds, an HTTP
 * date in one of its three forms, a moment since the epoch, or several of them, of which the longest counts. Returns
 * null for a header that is missing, invalid or in the past.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  const values = header?.match(valueForm) ?? [];
  return bounded(Math.max(0, ...values.map((value) => waitOf(value.trim(), nowMs))));
}

/** Returns for how long a text bans this address, in ms, at most thirty days; null: it names no end that is to come. */
export function banRestMs(text: string, nowMs: number): number | null {
  return bounded((banEndIn(text) ?? nowMs) - nowMs);
}

const bounded = (waitMs: number): number | null => (waitMs > 0 ? Math.min(waitMs, maxWaitMs) : null);

function waitOf(value: string, nowMs: number): number {
  if (!/^\d+(?:\.\d+)?$/.test(value)) return instantOf(value) - nowMs || 0;
  const number = Number(value);
  return isMoment(number) ? epochMs(number) - nowMs : Math.ceil(number * 1_000);
}

function isMoment(number: number): boolean {
  const [from, to] = noMoments;
  return number >= firstMomentS && (number < from || number >= to);
}

/** An HTTP date always names its weekday; other forms would be guesses of the engine's date parser. */
function instantOf(value: string): number {
  if (!/^[A-Za-z]{3,9},? /.test(value)) return Number.NaN;
  // The oldest of the three forms names no zone, and means GMT.
  return Date.parse(/(?:GMT|UTC|Z)$/.test(value) ? value : `${value} GMT`);
}
