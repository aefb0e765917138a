import type { SeededRandom } from '../../src/simulator/world/seeded-random.ts';

/**
 * Deals cards in an order that follows from the seed: first each kind once, then all cards repeatedly, so that none is
 * left out however short the run.
 */
export function* deal<Card>(random: SeededRandom, cards: readonly Card[]): Generator<Card, never> {
  yield* shuffled(random, [...new Set(cards)]);
  for (;;) yield* shuffled(random, cards);
}

function shuffled<Card>(random: SeededRandom, cards: readonly Card[]): Card[] {
  return cards
    .map((card) => ({ card, place: random.next() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ card }) => card);
}
