import { expect, it } from 'vitest';
import { nowAndThen } from '../../../src/cli/list/now-and-then.ts';

it('reads again only after its time, and at once after a failure', async () => {
  let nowMs = 0;
  let reads = 0;
  const read = nowAndThen(
    async () => {
      reads += 1;
      if (reads === 1) throw new Error('away');
      return reads;
    },
    30_000,
    () => nowMs,
  );
  await expect(read()).rejects.toThrow('away');
  expect([await read(), await read()]).toEqual([2, 2]);
  nowMs = 29_999;
  expect(await read()).toBe(2);
  nowMs = 30_000;
  expect(await read()).toBe(3);
});
