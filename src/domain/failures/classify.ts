import { ErrorCategory, TransportCondition, type ErrorFacts, type FailureCategory } from './error-category.ts';
import { errorRow } from './error-table.ts';

const wrapperCode = '-9000';
const rateLimitCode = '429';
const wrappedVolumeCodes = ['187049', '187040', '187031'];
const wrappedRangeWords = ['rango limitado', 'limited range'];
const rangeWords = [...wrappedRangeWords, 'price range'];

function includesAny(message: string, words: readonly string[]): boolean {
  const lower = message.toLowerCase();
  return words.some((word) => lower.includes(word));
}

/** -9000 only wraps: the real error is in its message, in the table order of section 7.2. */
function classifyWrapped(message: string): ErrorCategory {
  if (includesAny(message, wrappedVolumeCodes)) return ErrorCategory.RETRY_WITH_VOLUME_SYNC;
  if (includesAny(message, wrappedRangeWords)) return ErrorCategory.PRICE_RANGE_LIMIT;
  return ErrorCategory.RETRIABLE_WITH_BACKOFF;
}

type Matcher = (facts: ErrorFacts) => ErrorCategory | null;

function byTable(category: ErrorCategory): Matcher {
  return ({ code }) => (errorRow(code)?.category === category ? category : null);
}

/** In the order of interface 7.2; the first match wins. */
const matchers: readonly Matcher[] = [
  byTable(ErrorCategory.AD_OFFLINE),
  byTable(ErrorCategory.RETRY_WITH_SYNC),
  ({ code, message }) => (code === wrapperCode ? classifyWrapped(message) : null),
  // Section 7.4 lists the application code 429 beside -1000.
  ({ code }) => (code === rateLimitCode ? ErrorCategory.RETRIABLE_WITH_BACKOFF : null),
  byTable(ErrorCategory.RETRIABLE_WITH_BACKOFF),
  byTable(ErrorCategory.RETRY_WITH_VOLUME_SYNC),
  byTable(ErrorCategory.NON_RETRIABLE_BUSINESS),
  byTable(ErrorCategory.SPECIAL_HANDLER),
  ({ message }) => (includesAny(message, rangeWords) ? ErrorCategory.PRICE_RANGE_LIMIT : null),
];

/** Returns the category of an application error. Never throws. Interface 7.2. */
export function classify(facts: ErrorFacts): ErrorCategory {
  for (const matcher of matchers) {
    const category = matcher(facts);
    if (category !== null) return category;
  }
  return ErrorCategory.UNKNOWN;
}

/**
 * Returns the transport's condition if there is one (418, 429, 404; interface 7.1 and 7.7), else the category from
 * `classify`. A 404 with a code of interface 7.3 is an application error.
 */
export function categorize(facts: ErrorFacts): FailureCategory {
  if (facts.httpStatus === 418) return TransportCondition.IP_BAN;
  if (facts.httpStatus === 429 || facts.code === rateLimitCode) return TransportCondition.RATE_LIMITED;
  if (facts.httpStatus === 404 && errorRow(facts.code) === null) return TransportCondition.NOT_FOUND;
  return classify(facts);
}
