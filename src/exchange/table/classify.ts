import { namesBan } from '../../domain/failures/ban-text.ts';
import {
  ErrorCategory,
  notServedHere,
  TransportCondition,
  type ErrorFacts,
  type FailureCategory,
} from '../../domain/failures/error-category.ts';
import { classifyWrapped, includesAny, wrappedRangeWords } from '../../domain/failures/wrapped-refusal.ts';
import { errorRow } from './error-table.ts';

const wrapperCode = '-9000';
const rateLimitCode = '429';
/** "Too many requests": also behind a relay that passes a refusal on as a success or as a failure of its own. */
const tooManyCode = '-1003';
const rangeWords = [...wrappedRangeWords, 'price range'];

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
 * Returns the transport's condition if there is one (418, 429, -1003, 404; interface 7.1 and 7.7), else the category from
 * `classify`. With -1003 at any status the text decides between a ban of the address and a limit: it says until when, or
 * for how long. A 404 or 451 with a code of interface 7.3 is an application error.
 */
export function categorize(facts: ErrorFacts): FailureCategory {
  const { httpStatus, code, message } = facts;
  if (httpStatus === 418) return TransportCondition.IP_BAN;
  if (code === tooManyCode) return namesBan(message) ? TransportCondition.IP_BAN : TransportCondition.RATE_LIMITED;
  if (httpStatus === 429 || code === rateLimitCode) return TransportCondition.RATE_LIMITED;
  if (httpStatus === 404 && errorRow(code) === null) return TransportCondition.NOT_FOUND;
  // No retry from this address changes it: a human has to know at once.
  if (httpStatus === notServedHere && errorRow(code) === null) return ErrorCategory.NON_RETRIABLE_BUSINESS;
  return classify(facts);
}
