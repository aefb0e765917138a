/** The short form of `npm run losses`: an older backup takes the place of the register while a worker dies. */
import { expect, it } from 'vitest';
import { runCase } from './losses/judge.ts';

it('a register that is put back from a backup releases nothing twice, and money moves again', async () => {
  const { line, wrong, seen } = await runCase({ name: 'older', backend: 'sqlite', seed: 20_261_125 });
  expect(wrong, [line, ...seen].join('\n')).toEqual([]);
  expect(line).toMatch(/^older on sqlite, .*doubleReleases 0, .*releasesOnUsedPayment 0, .*: ok$/);
});
