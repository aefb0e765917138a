import { describe, expect, it } from 'vitest';
import { pagesNeeded } from '../../../src/domain/pricing/market-depth.ts';
import type { PriceStrategy } from '../../../src/domain/pricing/price-strategy.ts';
import { offers } from './pricing-fixture.ts';

/** So many offers, those at the dropped places of which do not count. */
function pages(strategy: PriceStrategy, count: number, droppedPlaces: readonly number[] = []): number {
  const book = offers(...Array.from({ length: count }, (_, place) => `${10 + place}`));
  const dropped = droppedPlaces.map((place) => ({
    adNumber: `competitor-${10 + place}`,
    nickname: '',
    price: '1',
    reason: 'duplicate' as const,
  }));
  return pagesNeeded({ strategy, offers: book, decision: { dropped, rivalCount: count - dropped.length } });
}

const rank = (place: number): PriceStrategy => ({ kind: 'rank', rank: place });
const follow = (...users: string[]): PriceStrategy => ({ kind: 'follow', users, position: { kind: 'match' } });
const places = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

describe('design 8: as many pages of a market as its strategies go by', () => {
  it.each<[string, PriceStrategy, number, number[], number]>([
    ['the best is on the first', { kind: 'undercut', ticks: 1 }, 40, [], 1],
    ['the first that counts is on the second', { kind: 'match' }, 40, places(0, 20), 2],
    ['no one counts on one page', { kind: 'trail', ticks: 1 }, 20, places(0, 20), 2],
    ['an empty market', { kind: 'match' }, 0, [], 2],
    ['the rank is on the first', rank(20), 20, [], 1],
    ['the rank is on the second', rank(21), 40, [], 2],
    ['one that does not count moves it to the second', rank(20), 40, [3], 2],
    ['too few count', rank(20), 20, [3], 2],
    ['no one counts to undercut', { kind: 'undercut', ticks: 1 }, 20, places(0, 20), 2],
    ['one that counts is enough', { kind: 'match' }, 20, places(0, 19), 1],
    ['too few on a page and a part of one', rank(50), 25, [], 3],
    ['too few on two pages', rank(50), 40, [], 3],
    ['a deep rank no longer needs what was read', rank(3), 60, [], 1],
    ['the merchant is on the first', follow('s-12'), 40, [], 1],
    ['the merchant is on the second', follow('s-31'), 40, [], 2],
    ['the merchant was not seen', follow('s-99'), 40, [], 3],
    ['each of the merchants', follow('s-12', 's-99'), 20, [], 2],
    ['the merchant does not count', follow('s-12'), 40, [2], 3],
    ['nothing of the market is needed', { kind: 'fixed', price: '9' }, 40, places(0, 40), 1],
    [
      'the most of a combination',
      { kind: 'combine', take: 'first', of: [{ kind: 'match' }, { kind: 'rank', rank: 25 }] },
      40,
      [],
      2,
    ],
  ])('%s', (...[, strategy, count, dropped, expected]) => {
    expect(pages(strategy, count, dropped)).toBe(expected);
  });
});
