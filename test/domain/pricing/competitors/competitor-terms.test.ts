import { describe, expect, it } from 'vitest';
import { droppedText } from '../../../../src/words/ads/rival-words.ts';
import type { MarketOffer } from '../../../../src/domain/ads/ad-facts.ts';
import { competitorFilterSchema } from '../../../../src/domain/pricing/competitors/competitor-filter.ts';
import { offer, offers } from '../pricing-fixture.ts';
import { findCompetitors, type CompetitorSearch } from '../../pricing-by-text.ts';

const own = { minFiat: '200', maxFiat: '1000', payMethods: ['BANK', 'Yape'] };

/** The reason and note of each dropped offer by its price; an offer that counts is absent. */
function dropped(
  filter: object,
  book: readonly MarketOffer[],
  changes: Partial<CompetitorSearch> = {},
): Record<string, string> {
  const search = { side: 'SELL' as const, ownAdNumbers: [], referencePrice: '10', terms: own };
  const parsed = competitorFilterSchema.parse(filter);
  const found = findCompetitors({ ...search, filter: parsed, offers: book, ...changes });
  return Object.fromEntries(found.dropped.map((offer) => [offer.price, `${offer.reason}: ${droppedText(offer)}`]));
}

describe('I15: a competitor’s merchant', () => {
  it('I15: merchants only: a user is dropped, and so is one of whom nothing is known', () => {
    const book = [offer('10.0'), offer('10.1', { userType: 'user' }), offer('10.2', { userType: null })];
    expect(dropped({ merchantsOnly: true }, book)).toEqual({
      '10.1': 'no-merchant: it is not a merchant’s',
      '10.2': 'no-merchant: it is not known to be a merchant’s',
    });
    expect(dropped({}, book)).toEqual({});
  });

  it('I15: the block list goes by user number, whatever the nickname is', () => {
    const book = [offer('10.0', { nickname: 's9' }), offer('10.1', { userNo: 's9' }), offer('10.2', { userNo: null })];
    expect(dropped({ ignoreUsers: ['s9'] }, book)).toEqual({ '10.1': 'ignored: its merchant is on the ignore list' });
  });

  it('I15: with an allow list no one else counts', () => {
    const book = [offer('10.0', { userNo: 's1' }), offer('10.1', { userNo: 's2' }), offer('10.2', { userNo: null })];
    expect(dropped({ onlyUsers: ['s1'] }, book)).toEqual({
      '10.1': 'not-listed: its merchant s2 is not on the list of those that count',
      '10.2': 'not-listed: its merchant (unknown) is not on the list of those that count',
    });
  });
});

describe('I15: a competitor’s terms', () => {
  it('I15: an additional identity check, known or possible, is dropped where the rules say so', () => {
    const book = [
      offer('10.0', { additionalKyc: false }),
      offer('10.1', { additionalKyc: true }),
      offer('10.2', { additionalKyc: null }),
    ];
    expect(dropped({ withoutExtraKyc: true }, book)).toEqual({
      '10.1': 'extra-kyc: it demands an additional identity check',
      '10.2': 'extra-kyc: it may demand an additional identity check',
    });
    expect(dropped({}, book)).toEqual({});
  });

  it('I15: limits overlap at their ends, both included', () => {
    const book = [
      offer('10.0', { minFiat: '1', maxFiat: '200' }),
      offer('10.1', { minFiat: '1000', maxFiat: '9000' }),
      offer('10.2', { minFiat: '1', maxFiat: '199.99' }),
      offer('10.3', { minFiat: '1000.01', maxFiat: '9000' }),
      offer('10.4', { minFiat: '1', maxFiat: null }),
      offer('10.5', { minFiat: 'some' }),
      offer('9.8', { maxFiat: 'all' }),
      offer('9.9', { minFiat: null }),
    ];
    expect(dropped({ limitsOverlap: true }, book)).toEqual({
      '10.2': 'limits: it takes 1 to 199.99, the own ad 200 to 1000',
      '10.3': 'limits: it takes 1000.01 to 9000, the own ad 200 to 1000',
      '10.4': 'limits: its limits are not known',
      '10.5': 'limits: its limits are not known',
      '9.8': 'limits: its limits are not known',
      '9.9': 'limits: its limits are not known',
    });
    expect(dropped({}, book)).toEqual({});
  });

  it('I15: payment methods in common', () => {
    const book = [
      offer('10.0', { payMethods: ['Zinli', 'Yape'] }),
      offer('10.1', { payMethods: ['Zinli'] }),
      offer('10.2', { payMethods: [] }),
      offer('10.3', { payMethods: null }),
    ];
    expect(dropped({ payMethods: 'shared' }, book)).toEqual({
      '10.1': 'pay-methods: it takes Zinli, not BANK, Yape',
      '10.2': 'pay-methods: it takes none, not BANK, Yape',
      '10.3': 'pay-methods: its payment methods are not known',
    });
    expect(Object.keys(dropped({ payMethods: ['Zinli'] }, book))).toEqual(['10.2', '10.3']);
  });

  it('I15: where the terms of the own ad are not known, no competitor counts', () => {
    const book = offers('10.0');
    const nothing = { minFiat: null, maxFiat: null, payMethods: null };
    for (const terms of [nothing, null]) {
      expect(dropped({ payMethods: 'shared' }, book, { terms })).toEqual({
        '10.0': 'pay-methods: the payment methods of the own ad are not known',
      });
    }
    expect(dropped({ limitsOverlap: true }, book, { terms: null })).toEqual({
      '10.0': 'limits: the limits of the own ad are not known',
    });
    expect(dropped({ payMethods: 'shared' }, book, { terms: { ...own, payMethods: [] } })).toEqual({
      '10.0': 'pay-methods: it takes BANK, not any',
    });
  });

  it('I15: an unknown remainder is dropped where a minimum is asked for', () => {
    expect(dropped({ minRemaining: '1' }, [offer('10', { remaining: null })])).toEqual({
      '10': 'remaining: remaining unknown is below 1',
    });
  });
});

describe('I15: bait beside the median and by size', () => {
  it('I15: too far from the median of five offers, on both sides', () => {
    const filter = { maxDeviationRatio: null, maxMedianDeviationRatio: '0.02' };
    expect(dropped(filter, offers('9.79', '9.80', '10.00', '10.20', '10.21'))).toEqual({
      '9.79': 'bait: 9.79 is away from it by more than 0.02 of the median of the offers 10',
      '10.21': 'outlier: 10.21 is away from it by more than 0.02 of the median of the offers 10',
    });
    expect(dropped(filter, offers('9.00', '10.00', '10.01', '11.00'))).toEqual({});
  });

  it('I15: the reference and the median each object', () => {
    const filter = { maxDeviationRatio: '0.01', maxMedianDeviationRatio: '0.02' };
    const book = offers('9.89', '10.00', '10.10', '10.11', '10.11');
    expect(Object.keys(dropped(filter, book))).toEqual(['9.89', '10.11']);
  });

  it('I15: a largest order far below the usual one is for show', () => {
    const sizes = ['49.99', '50', '1000', '1000', '4000'];
    const book = [
      ...sizes.map((maxFiat, index) => offer(`10.0${index}`, { maxFiat })),
      offer('10.08', { maxFiat: null }),
      offer('10.09', { maxFiat: 'all' }),
    ];
    expect(dropped({ minOrderSizeRatio: '0.05' }, book)).toEqual({
      '10.00': 'tiny-limits: its largest order, 49.99, is below 0.05 of the median one, 1000',
      '10.08': 'tiny-limits: its largest order, unknown, is below 0.05 of the median one, 1000',
      '10.09': 'tiny-limits: its largest order, all, is below 0.05 of the median one, 1000',
    });
    expect(dropped({}, book)).toEqual({});
    expect(dropped({ minOrderSizeRatio: '0.05' }, [offer('10', { maxFiat: null })])).toEqual({});
  });
});
