import { describe, expect, it } from 'vitest';
import { couldBePublished, isRounded, meansMethod, termDifferences } from '../../../src/domain/ads/listed-terms.ts';
import { chooseMethods } from '../../../src/domain/ads/method-choice.ts';
import {
  publishedTermsSchema,
  termsPartSchema,
  type PublishedTerms,
  type TermsPart,
} from '../../../src/domain/ads/published-terms.ts';
import { bank, listedAd, tigo } from './terms-fixture.ts';

const published: PublishedTerms = {
  asset: 'USDT',
  fiat: 'BOB',
  side: 'SELL',
  quantity: '500',
  minOrder: '100',
  maxOrder: '2000',
  payMethods: ['BANK'],
};

describe('interface 4.2, EP-5: the terms of an ad', () => {
  it.each<[string, object, string]>([
    ['a smallest order above the largest', { ...published, minOrder: '3000' }, 'must not be above the largest order'],
    ['an amount that is none', { ...published, maxOrder: 'all' }, 'must be a decimal above zero'],
    ['a smallest order that is none', { ...published, minOrder: 'any' }, 'must be a decimal above zero'],
    ['a quantity of nothing', { ...published, quantity: '0' }, 'must be a decimal above zero'],
    ['no payment method', { ...published, payMethods: [] }, 'must name a payment method'],
    ['a side that is none', { ...published, side: 'sell' }, 'must be BUY or SELL'],
    ['words beyond the service’s length', { ...published, remarks: 'x'.repeat(1_001) }, 'at most 1000 characters'],
    ['a currency in small letters', { ...published, fiat: 'bob' }, 'must be a currency in capitals'],
  ])('%s is refused', (...[, terms, words]) => {
    for (const schema of [publishedTermsSchema, termsPartSchema]) {
      expect(schema.safeParse(terms).error?.issues.map(({ message }) => message)).toEqual([
        expect.stringContaining(words),
      ]);
    }
  });

  const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `bank-${index}`);
  it.each<[string, keyof PublishedTerms, readonly unknown[], readonly unknown[]]>([
    ['limits that are one sum', 'minOrder', ['2000'], ['2000.01']],
    ['up to twenty methods', 'payMethods', [names(20)], [names(21)]],
    ['methods of up to eighty letters', 'payMethods', [['A'], [` ${'A'.repeat(80)} `]], [[' '], ['A'.repeat(81)]]],
    ['a day to pay at most', 'payTimeMinutes', [1, 1_440], [0, 1_441]],
    ['ten years of registration at most', 'minRegisterDays', [0, 3_650], [-1, 3_651]],
  ])('%s', (...[, name, right, wrong]) => {
    for (const schema of [publishedTermsSchema, termsPartSchema]) {
      const accepts = (value: unknown): boolean => schema.safeParse({ ...published, [name]: value }).success;
      expect(right.map(accepts)).not.toContain(false);
      expect(wrong.map(accepts)).not.toContain(true);
    }
  });

  it('an ad that exists may have any part of them, one that is published needs what the service needs', () => {
    expect(termsPartSchema.safeParse({ minOrder: '50' }).success).toBe(true);
    expect(termsPartSchema.safeParse({}).success).toBe(true);
    expect(publishedTermsSchema.safeParse({ minOrder: '50' }).error?.issues.map(({ path }) => path[0])).toEqual([
      'asset',
      'fiat',
      'side',
      'quantity',
      'maxOrder',
      'payMethods',
    ]);
  });
});

describe('a difference between the file and the app', () => {
  it('is not reported where the numbers are equal, or where the service says nothing', () => {
    const same: TermsPart = {
      ...published,
      quantity: '500.00000000',
      maxOrder: '2000.00',
      payMethods: ['bank transfer'],
    };
    expect(termDifferences(same, listedAd())).toEqual([]);
    expect(
      termDifferences(
        { payTimeMinutes: 30, payMethods: ['BANK'] },
        listedAd({ payTimeMinutes: null, payMethods: null }),
      ),
    ).toEqual([]);
  });

  it('goes by the words themselves, by numbers only where both are, and not by the space around them', () => {
    for (const [wanted, listed] of [
      ['5', 'no cards'],
      ['no cards', '5'],
    ] as const) {
      expect(termDifferences({ remarks: wanted }, listedAd({ remarks: listed }))).toHaveLength(1);
    }
    expect(termDifferences({ remarks: ' no cards' }, listedAd({ remarks: 'no cards\n' }))).toEqual([]);
  });

  it('names each term with both values; asset, fiat, side and category an ad keeps for life', () => {
    const wanted: TermsPart = {
      side: 'BUY',
      category: 'block',
      quantity: '800',
      maxOrder: '3000',
      payMethods: ['BANK', 'TigoMoney'],
      payTimeMinutes: 30,
      remarks: 'no third parties',
      buyerKyc: true,
      minRegisterDays: 30,
    };
    expect(termDifferences(wanted, listedAd())).toEqual([
      { term: 'side', wanted: 'BUY', listed: 'SELL', isForLife: true },
      { term: 'category', wanted: 'block', listed: 'mass', isForLife: true },
      { term: 'quantity', wanted: '800', listed: '500.00000000', isForLife: false },
      { term: 'maxOrder', wanted: '3000', listed: '2000.00', isForLife: false },
      { term: 'payMethods', wanted: 'BANK, TigoMoney', listed: 'BANK', isForLife: false },
      { term: 'payTimeMinutes', wanted: '30', listed: '15', isForLife: false },
      { term: 'remarks', wanted: 'no third parties', listed: '', isForLife: false },
      { term: 'buyerKyc', wanted: 'true', listed: 'false', isForLife: false },
      { term: 'minRegisterDays', wanted: '30', listed: '0', isForLife: false },
    ]);
  });

  it('of payment methods goes by id, identifier or name, as often as each', () => {
    const two = listedAd({ payMethods: [bank, tigo] });
    expect(termDifferences({ payMethods: ['40000001', 'tigo money'] }, two)).toEqual([]);
    expect(termDifferences({ payMethods: ['BANK', '40000001'] }, two)).toHaveLength(1);
    const accounts = listedAd({ payMethods: [bank, { ...bank, payId: '40000002' }] });
    for (const payMethods of [['BANK'], ['BANK', 'Zelle']]) {
      expect(termDifferences({ payMethods }, accounts)).toHaveLength(1);
    }
    const unnamed = { payId: '7', identifier: '', name: '' };
    const [other] = termDifferences({ payMethods: ['BANK'] }, listedAd({ payMethods: [unnamed] }));
    expect(other).toMatchObject({ listed: '7' });
    expect([meansMethod(' bank ', bank), meansMethod('', unnamed)]).toEqual([true, false]);
    const named = { payId: '7', identifier: '', name: 'Old Bank' };
    expect(termDifferences({ payMethods: ['BANK'] }, listedAd({ payMethods: [named] }))[0]).toMatchObject({
      listed: 'Old Bank',
    });
  });
});

describe('I3: which listed ad is the one that was published', () => {
  it('goes by market, side, quantity and limits, not by what moves by itself', () => {
    expect(couldBePublished(published, listedAd({ price: '99', status: 'offline', remarks: 'x' }))).toBe(true);
    for (const part of [
      { asset: 'BTC' },
      { fiat: 'ARS' },
      { side: 'BUY' as const },
      { quantity: '501' },
      { minOrder: '99' },
    ]) {
      expect(couldBePublished(published, listedAd(part)), JSON.stringify(part)).toBe(false);
    }
  });
});

describe('I3: an ad whose amounts the service has rounded is found, or it would be published twice', () => {
  const long = { ...published, quantity: '500.126', minOrder: '99.999', maxOrder: '2000' };

  it.each([
    ['500.12', '99.99'],
    ['500.13', '100.00'],
    ['500.12000000', '100'],
    ['501', '99'],
  ])('quantity %s, smallest order %s', (quantity, minOrder) => {
    expect(couldBePublished(long, listedAd({ quantity, minOrder }))).toBe(true);
  });

  it.each([
    ['500.14', '100'],
    ['500.1261', '100'],
    ['502', '100'],
    ['500.12', '101'],
  ])('not quantity %s, smallest order %s', (quantity, minOrder) => {
    expect(couldBePublished(long, listedAd({ quantity, minOrder }))).toBe(false);
  });

  it('what is equal, or no number, is not rounded', () => {
    expect(isRounded({ wanted: '500.1', listed: '500.10' })).toBe(false);
    expect(isRounded({ wanted: '500.1', listed: 'all' })).toBe(false);
    expect(isRounded({ wanted: 'all', listed: '500' })).toBe(false);
  });

  it('a difference is told all the same', () => {
    expect(termDifferences({ quantity: '500.126' }, listedAd({ quantity: '500.13' }))).toHaveLength(1);
  });
});

describe('interface 4.4, EP-36 to 38: payment methods are looked up', () => {
  const known = [bank, tigo, { ...bank, payId: '40000002' }];

  it('by identifier, name or id, whatever the capitals; twice is once', () => {
    expect(chooseMethods(['TIGO money', 'tigomoney', '40000002'], known)).toEqual({
      kind: 'found',
      methods: [tigo, known[2]],
    });
  });

  it('one of several is not guessed: the ids are named', () => {
    expect(chooseMethods(['BANK'], known)).toEqual({
      kind: 'missing',
      why: 'payment method BANK is one of several: write its id, 40000001 or 40000002',
    });
    const twins = [
      { payId: '', identifier: 'A', name: 'Same' },
      { payId: '', identifier: 'B', name: 'Same' },
    ];
    expect(chooseMethods(['same'], twins)).toMatchObject({ why: expect.stringContaining('write its id, A or B') });
  });

  it('an unknown one is named with those that exist', () => {
    expect(chooseMethods(['Zelle'], [bank, { payId: '9', identifier: '', name: 'Cash' }])).toEqual({
      kind: 'missing',
      why: 'payment method Zelle is not known: there are BANK, Cash',
    });
    const many = Array.from({ length: 21 }, (_, index) => ({ ...bank, identifier: `bank-${index}` }));
    expect(chooseMethods(['Zelle'], many)).toMatchObject({
      why: expect.stringMatching(/: there are bank-0, .*, bank-19$/),
    });
    expect(chooseMethods(['Zelle'], [])).toEqual({
      kind: 'missing',
      why: 'payment method Zelle is not known: there is none',
    });
  });
});
