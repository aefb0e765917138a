import { describe, expect, it } from 'vitest';
import { droppedText } from '../../../../src/words/ads/rival-words.ts';
import type { MarketOffer } from '../../../../src/domain/ads/ad-facts.ts';
import { competitorFilterSchema } from '../../../../src/domain/pricing/competitors/competitor-filter.ts';
import { medianPrice } from '../../../../src/domain/pricing/competitors/competitor.ts';
import { offer, offers } from '../pricing-fixture.ts';
import { findCompetitors, type Competition, type CompetitorSearch } from '../../pricing-by-text.ts';

function find(book: readonly MarketOffer[], changes: Partial<CompetitorSearch> = {}): Competition {
  const filter = competitorFilterSchema.parse({});
  return findCompetitors({ side: 'SELL', offers: book, filter, ownAdNumbers: [], referencePrice: '10', ...changes });
}

function keptPrices(competition: Competition): string[] {
  return competition.kept.map((item) => item.price);
}

function reasons(competition: Competition): string[] {
  return competition.dropped.map((item) => item.reason);
}

describe('I15: who counts as a competitor', () => {
  it('I15: the best comes first whatever the book’s order', () => {
    expect(keptPrices(find(offers('10.2', '10', '10.1')))).toEqual(['10', '10.1', '10.2']);
    expect(keptPrices(find(offers('10.2', '10', '10.1'), { side: 'BUY' }))).toEqual(['10.2', '10.1', '10']);
  });

  it('I16: own ads are no competitors', () => {
    const book = [offer('10.0', { adNumber: 'mine' }), offer('10.1')];
    const competition = find(book, { ownAdNumbers: ['mine'] });
    expect(keptPrices(competition)).toEqual(['10.1']);
    expect(reasons(competition)).toEqual(['own']);
  });

  it.each(['', 'free', '0', '-10', '1e1', 'NaN', '10,5'])('I15: an offer at "%s" is dropped', (price) => {
    expect(reasons(find([offer(price)]))).toEqual(['bad-price']);
  });

  it('I15: an ad listed twice counts once', () => {
    const competition = find([offer('10', { adNumber: 'a' }), offer('9.9', { adNumber: 'a' })]);
    expect(keptPrices(competition)).toEqual(['10']);
    expect(reasons(competition)).toEqual(['duplicate']);
  });

  it('I15: ignored and untradable offers are dropped, unknown tradability is not', () => {
    const filter = competitorFilterSchema.parse({ ignoreNicknames: ['shark'] });
    const book = [
      offer('10', { nickname: 'shark' }),
      offer('10.1', { tradable: false }),
      offer('10.2', { tradable: null }),
    ];
    const competition = find(book, { filter });
    expect(keptPrices(competition)).toEqual(['10.2']);
    expect(reasons(competition)).toEqual(['ignored', 'not-tradable']);
  });

  it('I15: what is not known of an offer counts against it only where a minimum is asked for, be it none', () => {
    const book = [offer('10', { finishRate: null, orderCount: null, remaining: null })];
    expect(keptPrices(find(book))).toEqual(['10']);
    const filter = competitorFilterSchema.parse({ minFinishRate: 0 });
    expect(reasons(find(book, { filter }))).toEqual(['finish-rate']);
  });

  it('I15: minimum rates, counts and amounts are kept, and the unknown does not meet them', () => {
    const filter = competitorFilterSchema.parse({ minFinishRate: 0.9, minOrderCount: 10, minRemaining: '50' });
    const book = [
      offer('10.1', { finishRate: 0.89 }),
      offer('10.2', { finishRate: null }),
      offer('10.3', { orderCount: 9 }),
      offer('10.4', { orderCount: null }),
      offer('10.21', { remaining: '49.99' }),
      offer('10.22', { remaining: '?' }),
      offer('10', { finishRate: 0.9, orderCount: 10, remaining: '50.0' }),
    ];
    const competition = find(book, { filter });
    expect(keptPrices(competition)).toEqual(['10']);
    expect(competition.dropped.map((item) => [item.reason, droppedText(item)])).toEqual([
      ['finish-rate', 'finish rate 0.89 is below 0.9'],
      ['finish-rate', 'finish rate unknown is below 0.9'],
      ['order-count', '9 orders are fewer than 10'],
      ['order-count', 'unknown orders are fewer than 10'],
      ['remaining', 'remaining 49.99 is below 50'],
      ['remaining', 'remaining ? is below 50'],
    ]);
  });
});

describe('I15: a number that cannot be what its name says', () => {
  it('I15: is unknown and satisfies no minimum: a rate in percent, a count that is a time', () => {
    const filter = competitorFilterSchema.parse({ minFinishRate: 0.9, minOrderCount: 10 });
    const good = { finishRate: 0.9, orderCount: 10 };
    const odd = [45, 98, 1.5, Number.POSITIVE_INFINITY].map((finishRate) => offer('10.1', { ...good, finishRate }));
    const book = [...odd, offer('10.2', { ...good, orderCount: 1_795_000_000_000 })];
    const distinct = book.map((one, index) => ({ ...one, adNumber: `A${index}` }));
    expect(find(distinct, { filter }).dropped.map(droppedText)).toEqual([
      ...odd.map(() => 'finish rate unknown is below 0.9'),
      'unknown orders are fewer than 10',
    ]);
  });
});

describe('I15: the filter as it is written', () => {
  const accepts = (part: object): boolean => competitorFilterSchema.safeParse(part).success;

  it.each([
    ['a finish rate from 0 to 1', 'minFinishRate', [0, 1], [-0.01, 1.01]],
    ['a number of orders', 'minOrderCount', [0, 1_000], [-1, 0.5]],
    ['methods of up to eighty letters', 'payMethods', [['A'], ['A'.repeat(80)]], [[], [''], ['A'.repeat(81)]]],
  ] as const)('I15: takes %s', (...row) => {
    const [, name, right, wrong] = row;
    expect(right.map((value) => accepts({ [name]: value }))).not.toContain(false);
    expect(wrong.map((value) => accepts({ [name]: value }))).not.toContain(true);
  });
});

describe('I15: bait', () => {
  it('I15: offers too far from the reference are dropped on both sides, with the numbers', () => {
    const competition = find(offers('9.49', '9.5', '10.5', '10.51'));
    expect(keptPrices(competition)).toEqual(['9.5', '10.5']);
    expect(competition.dropped).toEqual([
      {
        adNumber: 'competitor-9.49',
        nickname: 'merchant-9.49',
        price: '9.49',
        reason: 'bait',
        share: '0.05',
        basis: 'reference',
        at: '10',
      },
      expect.objectContaining({ price: '10.51', reason: 'outlier' }),
    ]);
  });

  it('I15: when buying, the bait is the high offer', () => {
    expect(reasons(find(offers('9', '11'), { side: 'BUY' }))).toEqual(['outlier', 'bait']);
  });

  it.each([null, '', '0', '-1', 'none'])(
    'I15: with the reference "%s" the median of the offers stands in',
    (reference) => {
      const competition = find(offers('5', '10', '10.1', '10.2', '30'), { referencePrice: reference });
      expect(keptPrices(competition)).toEqual(['10', '10.1', '10.2']);
      expect(competition.dropped.map(droppedText)[0]).toContain('median of the offers 10.1');
    },
  );

  it('I15: own, unreadable and repeated offers do not move the median', () => {
    const book = [offer('1', { adNumber: 'mine' }), offer('0'), offer('10'), offer('10'), offer('10.1'), offer('2')];
    const competition = find(book, { referencePrice: null, ownAdNumbers: ['mine'] });
    expect(keptPrices(competition)).toEqual(['10', '10.1']);
  });

  it('I15: offers that other rules drop still say where the market is', () => {
    const filter = competitorFilterSchema.parse({ minOrderCount: 10 });
    const book = [offer('5'), ...['10', '10.1', '10.2'].map((price) => offer(price, { orderCount: 1 }))];
    expect(keptPrices(find(book, { filter, referencePrice: null }))).toEqual([]);
  });

  it('I15: the filter can be switched off', () => {
    const filter = competitorFilterSchema.parse({ maxDeviationRatio: null });
    expect(keptPrices(find(offers('1', '10'), { filter }))).toEqual(['1', '10']);
  });

  it('I15: an empty book has no competitors and no reference', () => {
    expect(find([], { referencePrice: null })).toEqual({ kept: [], dropped: [] });
    expect(find([offer('0')], { referencePrice: null }).kept).toEqual([]);
  });

  it('I15: the median of an even number lies between the middle two', () => {
    expect(medianPrice(['3', '1', '2', '10'])).toBe('2.5');
    expect(medianPrice(['3', '1', '2'])).toBe('2');
    expect(medianPrice([])).toBeNull();
  });
});
