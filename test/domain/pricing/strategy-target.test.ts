import { describe, expect, it } from 'vitest';
import type { PriceStrategy } from '../../../src/domain/pricing/price-strategy.ts';
import { strategyTarget, type StrategyView } from '../pricing-by-text.ts';
import { offer } from './pricing-fixture.ts';

const rivals = (...prices: readonly string[]) => prices.map((price) => offer(price));

const selling: StrategyView = {
  side: 'SELL',
  priceScale: 2,
  rivals: rivals('10.00', '10.10', '10.20'),
  index: '10.20',
  referencePrice: '10.05',
  anchors: [
    { adNumber: '7', price: '9.80', isDerived: false },
    { adNumber: '8', price: '9.90', isDerived: true },
  ],
  spots: [
    { symbol: 'USDTBRL', price: '9.25' },
    { symbol: 'USDTARS', price: null },
  ],
};
const buying: StrategyView = { ...selling, side: 'BUY', rivals: rivals('10.20', '10.10', '10.00') };
const empty: StrategyView = { ...selling, rivals: [] };

function target(strategy: PriceStrategy, view: StrategyView = selling): string | null {
  return strategyTarget(strategy, view).price;
}

describe('design 6: beside the best competitor', () => {
  it('design 6: undercut is better than the best by its ticks', () => {
    expect(target({ kind: 'undercut', ticks: 1 })).toBe('9.99');
    expect(target({ kind: 'undercut', ticks: 3 }, buying)).toBe('10.23');
    expect(strategyTarget({ kind: 'undercut', ticks: 1 }, selling).note).toContain('1 tick better is 9.99');
    expect(strategyTarget({ kind: 'undercut', ticks: 3 }, buying).note).toContain('3 ticks better is 10.23');
  });

  it('design 6: or by a percentage of its price', () => {
    expect(target({ kind: 'undercut', percent: '0.5' })).toBe('9.95');
    expect(target({ kind: 'undercut', percent: '0.5' }, buying)).toBe('10.251');
    expect(strategyTarget({ kind: 'undercut', percent: '0.5' }, selling).note).toContain('0.5 % better is 9.95');
  });

  it('design 6: a percentage below a tick is a tick, or the ad would stand on the best price', () => {
    expect(target({ kind: 'undercut', percent: '0.01' })).toBe('9.99');
    expect(target({ kind: 'trail', percent: '0.01' })).toBe('10.01');
  });

  it('design 6: match is the best price', () => {
    expect(target({ kind: 'match' })).toBe('10.00');
    expect(target({ kind: 'match' }, buying)).toBe('10.20');
  });

  it('design 6: trail stands behind it', () => {
    expect(target({ kind: 'trail', ticks: 2 })).toBe('10.02');
    expect(target({ kind: 'trail', percent: '1' }, buying)).toBe('10.098');
    expect(strategyTarget({ kind: 'trail', ticks: 2 }, selling).note).toContain('2 ticks behind is 10.02');
  });

  it('design 6: rank goes a tick ahead of the one it displaces', () => {
    expect(target({ kind: 'rank', rank: 1 })).toBe('9.99');
    expect(target({ kind: 'rank', rank: 2 })).toBe('10.09');
    expect(target({ kind: 'rank', rank: 3 }, buying)).toBe('10.01');
  });

  it('design 6: rank never passes the competitor that is to stay ahead', () => {
    expect(target({ kind: 'rank', rank: 2 }, { ...selling, rivals: rivals('10.00', '10.00') })).toBe('10.00');
    expect(target({ kind: 'rank', rank: 2 }, { ...buying, rivals: rivals('10.00', '10.00') })).toBe('10.00');
  });

  it('design 6: with fewer competitors than the rank it goes a tick behind the last', () => {
    expect(target({ kind: 'rank', rank: 9 })).toBe('10.21');
    expect(target({ kind: 'rank', rank: 4 }, buying)).toBe('9.99');
  });

  it.each<[PriceStrategy, string]>([
    [{ kind: 'undercut', ticks: 1 }, 'the best competitor is 10.00; 1 tick better is 9.99'],
    [{ kind: 'match' }, 'the best of 3 competitors is 10.00'],
    [{ kind: 'trail', percent: '1' }, 'the best competitor is 10.00; 1 % behind is 10.1'],
    [{ kind: 'rank', rank: 2 }, 'rank 2 of 3 competitors, ahead of 10.10, is 10.09'],
    [{ kind: 'rank', rank: 4 }, 'rank 4 of only 3 competitors: 1 tick behind the last at 10.20 is 10.21'],
  ])('design 6: %o says what it goes by', (strategy, note) => {
    expect(strategyTarget(strategy, selling).note).toBe(note);
  });

  it.each<PriceStrategy>([
    { kind: 'undercut', ticks: 1 },
    { kind: 'match' },
    { kind: 'trail', ticks: 1 },
    { kind: 'rank', rank: 1 },
    { kind: 'follow', users: ['s1'], position: { kind: 'match' } },
  ])('design 6: $kind has no target without competitors', (strategy) => {
    expect(strategyTarget(strategy, empty)).toMatchObject({ price: null, missing: 'competitor' });
  });
});

describe('design 6: following a merchant by user number', () => {
  const follow = (users: string[], position: object = { kind: 'match' }): PriceStrategy =>
    ({ kind: 'follow', users, position }) as PriceStrategy;

  it('design 6: beside the named merchant, not the best one', () => {
    expect(target(follow(['s-10.10']))).toBe('10.10');
    expect(target(follow(['s-10.10'], { kind: 'undercut', ticks: 2 }))).toBe('10.08');
    expect(target(follow(['s-10.10'], { kind: 'trail', ticks: 2 }), buying)).toBe('10.08');
  });

  it('design 6: the first merchant of the list who competes, even when another is cheaper', () => {
    expect(target(follow(['s-gone', 's-10.20', 's-10.00']))).toBe('10.20');
  });

  it('design 6: the best offer of a merchant with several', () => {
    const two = [offer('10.10', { userNo: 's1' }), ...rivals('10.20'), offer('10.30', { userNo: 's1' })];
    expect(target(follow(['s1']), { ...selling, rivals: two })).toBe('10.10');
  });

  it('design 6: none of them leaves no target, and says who is missing', () => {
    const none = strategyTarget(follow(['s-gone', 's-away']), selling);
    expect(none).toMatchObject({ price: null, missing: 'competitor' });
    expect(none.note).toBe('none of the followed merchants competes: s-gone, s-away');
  });

  it('design 6: it says beside whom it stands', () => {
    const note = (position: object): string => strategyTarget(follow(['s-10.10'], position), selling).note;
    expect(note({ kind: 'match' })).toBe('merchant s-10.10 stands at 10.10: the same');
    expect(note({ kind: 'trail', ticks: 2 })).toBe('merchant s-10.10 stands at 10.10; 2 ticks behind is 10.12');
  });
});

describe('design 6: without competitors', () => {
  it('design 6: fixed needs no competitor', () => {
    expect(target({ kind: 'fixed', price: '11' }, empty)).toBe('11');
  });

  it('design 6: percent of the reference price, of a rate, of an own ad', () => {
    expect(target({ kind: 'reference', percent: '101.5' }, empty)).toBe('10.20075');
    expect(target({ kind: 'rate', rate: '9.40', percent: '99' }, empty)).toBe('9.306');
    expect(target({ kind: 'own-ad', adNumber: '7', percent: '98' }, empty)).toBe('9.604');
    expect(strategyTarget({ kind: 'reference', percent: '101.5' }, empty).note).toBe(
      '101.5 % of the reference price 10.05 is 10.20075',
    );
    expect(strategyTarget({ kind: 'rate', rate: '9.40', percent: '99' }, empty).note).toBe(
      '99 % of the rate 9.40 is 9.306',
    );
    expect(strategyTarget({ kind: 'own-ad', adNumber: '7', percent: '98' }, empty).note).toBe(
      '98 % of own ad 7 at 9.80 is 9.604',
    );
    expect(strategyTarget({ kind: 'fixed', price: '11' }, empty).note).toBe('the fixed price is 11');
  });

  it('ads#a-percentage-of-a-spot-price: percent of the spot price, which must be known', () => {
    expect(target({ kind: 'spot', symbol: 'USDTBRL', percent: '101' }, empty)).toBe('9.3425');
    for (const symbol of ['USDTARS', 'USDTEUR']) {
      const none = strategyTarget({ kind: 'spot', symbol, percent: '101' }, selling);
      expect(none).toEqual({ price: null, missing: 'basis', note: `the spot price of ${symbol} is not known` });
    }
  });

  it('ads#a-floating-ad-by-its-ratio: what floats is percent of the index, cut to a tick', () => {
    expect(strategyTarget({ kind: 'floating', ratio: '100.55' }, empty)).toEqual({
      price: '10.25',
      note: '100.55 % of the index 10.20, cut to a tick, is 10.25',
    });
    const none = strategyTarget({ kind: 'floating', ratio: '100.55' }, { ...empty, index: null });
    expect(none).toEqual({ price: null, missing: 'basis', note: 'the reference price is not known' });
  });

  it.each([null, '', '0', 'none'])('design 6: the reference "%s" is no basis', (referencePrice) => {
    const none = strategyTarget({ kind: 'reference', percent: '101' }, { ...selling, referencePrice });
    expect(none).toEqual({ price: null, missing: 'basis', note: 'the reference price is not known' });
  });

  it('design 6: an own ad that is not online is no basis', () => {
    const none = strategyTarget({ kind: 'own-ad', adNumber: '9', percent: '98' }, selling);
    expect(none).toEqual({ price: null, missing: 'basis', note: 'own ad 9 is not online' });
  });

  it('I16: an own ad that follows an own ad itself is no basis, so that no two lead each other away', () => {
    const none = strategyTarget({ kind: 'own-ad', adNumber: '8', percent: '98' }, selling);
    expect(none).toMatchObject({ price: null, missing: 'basis' });
    expect(none.note).toBe('own ad 8 follows an own ad itself: follow that one, or give it another strategy');
  });
});

describe('design 6: strategies combined', () => {
  const combine = (take: 'first' | 'merchant' | 'taker', of: object[]): PriceStrategy =>
    ({ kind: 'combine', take, of }) as PriceStrategy;
  const gone = { kind: 'follow', users: ['s-gone'], position: { kind: 'match' } };
  const match = { kind: 'match' };
  const reference = { kind: 'reference', percent: '102' };

  it('design 6: the first with a target', () => {
    expect(target(combine('first', [gone, match, reference]))).toBe('10.00');
    expect(target(combine('first', [gone, reference]), empty)).toBe('10.251');
  });

  it('design 6: the target best for the merchant, or for the taker', () => {
    expect(target(combine('merchant', [match, reference]))).toBe('10.251');
    expect(target(combine('taker', [match, reference]))).toBe('10.00');
    expect(target(combine('merchant', [match, reference]), buying)).toBe('10.20');
    expect(target(combine('taker', [match, reference]), buying)).toBe('10.251');
    expect(strategyTarget(combine('taker', [match, reference]), selling).note).toContain(
      'of 2 targets the taker’s best',
    );
  });

  it('design 6: an empty book leaves the others to choose from, an unknown basis does not', () => {
    expect(target(combine('merchant', [match, reference]), empty)).toBe('10.251');
    const unknown = strategyTarget(combine('merchant', [match, reference]), { ...selling, referencePrice: null });
    expect(unknown).toMatchObject({ price: null, missing: 'basis' });
    expect(target(combine('first', [reference, match]), { ...selling, referencePrice: null })).toBe('10.00');
  });

  it('design 6: without any target the unknown basis is named before the empty book', () => {
    const blind = { ...empty, referencePrice: null };
    expect(strategyTarget(combine('first', [match, reference]), blind)).toMatchObject({ missing: 'basis' });
    expect(strategyTarget(combine('taker', [match, gone]), empty)).toMatchObject({ missing: 'competitor' });
  });

  it('design 6: of several that are missing the first is named', () => {
    const spot = { kind: 'spot', symbol: 'USDTARS', percent: '101' };
    const blind = { ...empty, referencePrice: null };
    const why = (...of: object[]): string => strategyTarget(combine('first', of), blind).note;
    expect(why(gone, match)).toBe('none of the followed merchants competes: s-gone');
    expect(why(match, gone)).toBe('no competitor is left to go by');
    expect(why(match, spot, reference)).toBe('the spot price of USDTARS is not known');
    expect(why(reference, spot)).toBe('the reference price is not known');
  });

  it('design 6: the best is found wherever it stands in the list', () => {
    const levels = ['101', '103', '102'].map((percent) => ({ kind: 'reference', percent }));
    for (const parts of [levels, levels.toReversed(), levels.slice(1), levels.toReversed().slice(1)]) {
      const prices = parts.map(({ percent }) => Number(target({ kind: 'reference', percent })));
      expect(Number(target(combine('merchant', parts)))).toBe(Math.max(...prices));
      expect(Number(target(combine('taker', parts)))).toBe(Math.min(...prices));
      expect(Number(target(combine('merchant', parts), buying))).toBe(Math.min(...prices));
      expect(Number(target(combine('taker', parts), buying))).toBe(Math.max(...prices));
    }
  });
});
