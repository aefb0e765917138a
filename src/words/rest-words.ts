/** What is said between two tries of something that is done once. */
import { businessRest } from '../domain/ads/state/ad-state.ts';
import type { GivenUp, RestCause, RestWait } from '../domain/failures/rest-wait.ts';
import { failedText } from './failure-words.ts';
import { businessWords } from './ads/offline-words.ts';

/** Returns why a try had no effect. */
export function causeText(cause: RestCause): string {
  switch (cause.code) {
    case 'refused':
      return failedText(cause);
    case 'business':
      return businessWords[businessRest(cause.answer)];
    case 'not-executed':
      return notExecutedText(cause.message);
  }
}

/** Returns that reads have proven it. */
export const notExecutedText = (message: string): string => `proven not executed: ${message}`;

/** Who gives up what is cancelled in Temporal: no one is named there. */
export const cancelGiver = 'a cancellation in Temporal';

/** What ended before a call because its cancellation was asked for in Temporal. */
export const cancelledText = `ended by ${cancelGiver} before its next call`;

/** Returns why it waits, and what ends that. */
export function restText(wait: RestWait): string {
  const why = causeText(wait.cause);
  switch (wait.code) {
    case 'waiting':
      return wait.until === 'pause' ? `${why}; tried again after a pause` : `${why}; continues when the ban is over`;
    case 'blocked':
      return `${why}; put it right and \`retry\`, or it ends`;
    case 'offline':
      return `${why}; continues when a human says retry`;
  }
}

/** Returns who ended a wait, and for what it waited. */
export function givenUpText({ by, cause }: GivenUp): string {
  return by === null ? `${causeText(cause)}; it ended without a retry` : `given up by ${by}: ${causeText(cause)}`;
}
