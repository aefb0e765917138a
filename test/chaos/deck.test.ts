import { expect, it } from 'vitest';
import { createRandom } from '../../src/simulator/world/seeded-random.ts';
import { deal } from './deck.ts';

const cards = ['a', 'a', 'a', 'b', 'c'] as const;
function dealt(seed: number, count: number): string[] {
  const dealing = deal(createRandom(seed), cards);
  return Array.from({ length: count }, () => dealing.next().value);
}

it('every kind comes once before any comes again, then each as often as the deck has it; the seed says in which order', () => {
  for (const seed of [1, 2, 3]) {
    const first = dealt(seed, 8);
    expect(first.slice(0, 3).toSorted()).toEqual(['a', 'b', 'c']);
    expect(first.slice(3).toSorted()).toEqual(['a', 'a', 'a', 'b', 'c']);
    expect(dealt(seed, 8)).toEqual(first);
  }
  expect(new Set([1, 2, 3, 4, 5].map((seed) => dealt(seed, 8).join(''))).size).toBeGreaterThan(1);
});
