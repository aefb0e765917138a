import { describe, expect, it } from 'vitest';
import { realSleep, timerMs } from '../../../src/exchange/limits/sleep.ts';

describe('design section 4: a wait is as long as it was meant to be', () => {
  it('one that no timer can hold does not end at once, and ends with the signal', async () => {
    for (const ms of [2 ** 31, 30 * 86_400_000, Number.POSITIVE_INFINITY]) {
      const stop = new AbortController();
      let isOver = false;
      const sleeping = realSleep(ms, stop.signal).finally(() => {
        isOver = true;
      });
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(isOver).toBe(false);
      stop.abort(new Error('enough'));
      await expect(sleeping).rejects.toThrow('enough');
    }
  });

  it('none at all ends', async () => {
    await realSleep(0);
    await realSleep(-1);
  });

  it('a timer gets what it can hold', () => {
    expect([timerMs(5), timerMs(2 ** 31), timerMs(Number.POSITIVE_INFINITY)]).toEqual([
      5, 2_147_483_647, 2_147_483_647,
    ]);
  });
});
