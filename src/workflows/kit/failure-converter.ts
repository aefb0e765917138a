import { DefaultFailureConverter, type FailureConverter } from '@temporalio/common';
import { AheadOfTask } from './ahead-of-task.ts';

const sealed = new DefaultFailureConverter({ encodeCommonAttributes: true });
const open = new DefaultFailureConverter();

/**
 * Messages and stack traces travel as payloads, which the codec seals: they may hold names and amounts. The one that asks
 * for a repetition holds none, and its reader may have no key.
 */
export const failureConverter: FailureConverter = {
  errorToFailure: (error, ...rest) => (error instanceof AheadOfTask ? open : sealed).errorToFailure(error, ...rest),
  failureToError: (...given) => sealed.failureToError(...given),
};
