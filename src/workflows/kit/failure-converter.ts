import { DefaultFailureConverter } from '@temporalio/common';

/** Messages and stack traces travel as payloads, which the codec seals: they may hold names and amounts. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
