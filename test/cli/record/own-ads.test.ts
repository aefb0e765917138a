import { expect, it } from 'vitest';
import { OwnAds } from '../../../src/cli/record/own-ads.ts';

const second = 1_000;

/** Own ads whose reads answer one after the other; null: the read fails. */
function scripted(...answers: (readonly string[] | null)[]) {
  const said: string[] = [];
  const own = new OwnAds((without) => {
    said.push(without);
    return Promise.resolve(answers[said.length - 1] ?? null);
  });
  return { said, own };
}

it('own ads are read once a minute', async () => {
  const { own, said } = scripted(['1'], ['1', '2']);
  expect(await own.numbersAt(0)).toEqual(['1']);
  expect(await own.numbersAt(60 * second - 1)).toEqual(['1']);
  expect(said).toHaveLength(1);
  expect(await own.numbersAt(60 * second)).toEqual(['1', '2']);
});

it('own ads that were never read are unknown: one would be recorded as a competitor', async () => {
  const { own, said } = scripted(null, ['1']);
  expect(await own.numbersAt(0)).toBeNull();
  expect(said).toEqual(['not recorded, as own ads are unknown']);
  expect(await own.numbersAt(1)).toEqual(['1']);
});

it('a list that cannot be read is the one of a while ago, which is said, and for ten minutes at most', async () => {
  const { own, said } = scripted(['1'], null, null, null, ['2']);
  await own.numbersAt(0);
  expect(await own.numbersAt(60 * second)).toEqual(['1']);
  expect(await own.numbersAt(600 * second - 1)).toEqual(['1']);
  expect(await own.numbersAt(600 * second)).toBeNull();
  expect(said.slice(1)).toEqual([
    'own ads as they were a while ago',
    'own ads as they were a while ago',
    'not recorded, as own ads are unknown',
  ]);
  expect(await own.numbersAt(601 * second)).toEqual(['2']);
});
