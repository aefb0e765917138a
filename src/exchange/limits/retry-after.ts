import { epochMs } from '../../domain/epoch.ts';
import { banEndIn, banLengthIn, limitRestIn } from '../../domain/failures/ban-text.ts';
import { lengthOf, momentOf } from '../../domain/moment-text.ts';

/** Thirty days: a longer wait is a mistake, and must not stop a desk for years. */
const maxWaitMs = 2_592_000_000;

/** Commas separate values, and one stands inside a date, behind its weekday. */
const valueForm = /"?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, [^,]*|[^\s,][^,]*/gi;

/** No one waits thirty years: such a number is a moment, in seconds or milliseconds since the epoch. */
const firstMomentS = 1e9;
/** Between the two lies no moment of these days: a wait by mistake, which the bound ends. */
const noMoments = [1e11, 1e12] as const;

/**
 * Returns the wait of a Retry-After header in ms, at most thirty days: a ban may last days. It holds seconds, an HTTP
 * date in one of its three forms, or what others write there (a moment since the epoch, an ISO date, a length with its
 * unit), or several of them, of which the longest counts. Returns null for a header that is missing, invalid or in the
 * past.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  const values = header?.match(valueForm) ?? [];
  return bounded(Math.max(0, ...values.map((value) => waitOf(value.trim(), nowMs))));
}

/** What a refusal for too many calls says. */
interface SaidRefusal {
  /** The answer as it came, at most its beginning. */
  readonly page: string;
  readonly message: string;
}

/**
 * Returns for how long a refusal for too many calls asks to wait, in ms, at most thirty days: the later end counts; null:
 * it names none that is to come. A page has many numbers: there only the words of a ban count.
 */
export function saidRestMs({ page, message }: SaidRefusal, nowMs: number): number | null {
  const bans = [page, message].flatMap((text) => [(banEndIn(text) ?? nowMs) - nowMs, banLengthIn(text) ?? 0]);
  return bounded(Math.max(...bans, limitRestIn(message, { nowMs, maxMs: maxWaitMs }) ?? 0));
}

const bounded = (waitMs: number): number | null => (waitMs > 0 ? Math.min(waitMs, maxWaitMs) : null);

/** Quotes around a value, and parameters behind it, belong to no form, and change none. */
function waitOf(text: string, nowMs: number): number {
  const value = text
    .replace(/;.*$/, '')
    .replace(/^"(.*)"$/, '$1')
    .trim();
  if (!/^\+?(?:\d+\.?\d*|\.\d+)(?:e\d{1,3})?$/i.test(value)) return lengthOf(value) || momentOf(value) - nowMs || 0;
  const number = Number(value);
  return isMoment(number) ? epochMs(number) - nowMs : Math.ceil(number * 1_000);
}

function isMoment(number: number): boolean {
  const [from, to] = noMoments;
  return number >= firstMomentS && (number < from || number >= to);
}
