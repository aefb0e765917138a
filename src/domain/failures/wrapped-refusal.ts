/** A refusal that only its text reveals (-9000): a workflow reads it in a message that its history holds. */
import { ErrorCategory } from './error-category.ts';

const volumeCodes = ['187049', '187040', '187031'];
/** A refusal that names the range of prices. */
export const wrappedRangeWords = ['rango limitado', 'limited range'];

/** Whether a text has one of these words, whatever its capitals. */
export function includesAny(message: string, words: readonly string[]): boolean {
  const lower = message.toLowerCase();
  return words.some((word) => lower.includes(word));
}

/** -9000 only wraps: the real error is in its message, in the table order of section 7.2. */
export function classifyWrapped(message: string): ErrorCategory {
  if (includesAny(message, volumeCodes)) return ErrorCategory.RETRY_WITH_VOLUME_SYNC;
  if (includesAny(message, wrappedRangeWords)) return ErrorCategory.PRICE_RANGE_LIMIT;
  return ErrorCategory.RETRIABLE_WITH_BACKOFF;
}
