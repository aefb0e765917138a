import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { unreadableReason } from '../../workflows/contract/unreadable.ts';

/**
 * Refuses an activity whose input cannot be read, before any of its code runs. It may be tried again: another worker may
 * have the key.
 */
export const refuseUnreadable: ActivityInterceptorsFactory = () => ({
  inbound: {
    execute: async (input, next) => {
      const reason = input.args.map(unreadableReason).find((found) => found !== null);
      if (reason !== undefined) throw ApplicationFailure.retryable(reason, 'UNREADABLE_INPUT');
      return next(input);
    },
  },
});
