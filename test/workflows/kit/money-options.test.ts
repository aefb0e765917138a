import { expect, it } from 'vitest';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { moneyStepOptions } from '../../../src/workflows/kit/money-options.ts';

it('I4, I7: a money step has one attempt, ends at its bound, and a cancellation awaits the end of a call that has left', () => {
  expect(moneyStepOptions({ ...defaultSettings, moneyStepBoundMs: 7_000 })).toEqual({
    startToCloseTimeout: 7_000,
    scheduleToCloseTimeout: 7_000,
    heartbeatTimeout: 7_000,
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    retry: { maximumAttempts: 1 },
  });
});
