/** The short form of `npm run losses`: a backup takes the place of the register, and Temporal is emptied, while workers die. */
import { expect, it } from 'vitest';
import { runCase } from './losses/judge.ts';

it('a register that is put back from a backup releases nothing twice, and money moves again', async () => {
  const { line, wrong, seen } = await runCase({ name: 'older', backend: 'sqlite', seed: 20_261_125 });
  expect(wrong, [line, ...seen].join('\n')).toEqual([]);
  expect(line).toMatch(/^older on sqlite, .*doubleReleases 0, .*releasesOnUsedPayment 0, .*: ok$/);
});

it('recover carries an order of each state again after Temporal was emptied, and nothing of it happens twice', async () => {
  const { line, wrong, seen } = await runCase({ name: 'busy', backend: 'sqlite', seed: 20_261_128, orders: 14 });
  expect(wrong, [line, ...seen].join('\n')).toEqual([]);
  expect(line).toMatch(/^busy on sqlite, .*repeatedAttempts 0, doubleReleases 0, .*, carried 11, .*: ok$/);
});
