import { describe, expect, it } from 'vitest';
import { noteOf, wordedSteps } from '../pricing-by-text.ts';
import { decidePrice } from '../../../src/domain/pricing/pricing.ts';
import type { PricingDecision } from '../../../src/domain/pricing/pricing-decision.ts';
import type { PricingInput } from '../../../src/domain/pricing/pricing-input.ts';
import { offer, offers, pricingInput, rules } from './pricing-fixture.ts';

function decide(changes: Partial<PricingInput> = {}): PricingDecision {
  return decidePrice(pricingInput(changes));
}

function own(...prices: readonly string[]): { adNumber: string; price: string }[] {
  return prices.map((price, index) => ({ adNumber: `other-${index}`, price }));
}

describe('design 6: a decision', () => {
  it('design 6: selling undercuts the best, with every step explained', () => {
    const decision = decide();
    expect({ ...decision, steps: wordedSteps(decision) }).toEqual({
      action: 'set',
      price: '10.19',
      reason: 'target',
      target: '10.19',
      steps: [
        { name: 'target', price: '10.19', note: 'the best competitor is 10.20; 1 tick better is 10.19' },
        { name: 'limits', price: '10.19', note: '10.19 is within 9.00 to 12.00' },
        { name: 'service-range', price: '10.19', note: 'the service range is not known' },
        { name: 'exclusion-zone', price: '10.19', note: '10.19 is clear of 0 own ads' },
        { name: 'tick', price: '10.19', note: '10.19 is on a tick' },
        { name: 'minimum-change', price: '10.19', note: '10.19 is 31 ticks from 10.50, at least 1 wanted' },
        { name: 'hold', price: '10.19', note: 'never changed before' },
      ],
      dropped: [],
      rank: 1,
      bound: null,
      rivals: ['10.20', '10.25', '10.30'].map((price) => ({
        adNumber: `competitor-${price}`,
        nickname: `merchant-${price}`,
        userNo: `s-${price}`,
        price,
      })),
      rivalCount: 3,
      hits: [],
      isAnswer: false,
    });
  });

  it('design 6: buying goes above the best', () => {
    expect(decide({ side: 'BUY', currentPrice: '10.00' })).toMatchObject({ action: 'set', price: '10.31', rank: 1 });
  });

  it('design 6: the rank counts the competitors that are better', () => {
    expect(decide({ rules: rules({ strategy: { kind: 'rank', rank: 3 } }) })).toMatchObject({
      price: '10.29',
      rank: 3,
    });
    expect(decide({ side: 'BUY', rules: rules({ strategy: { kind: 'rank', rank: 2 } }) }).rank).toBe(2);
  });

  it('design 6: it shows the ten best competitors, and counts them all', () => {
    const prices = Array.from({ length: 11 }, (_, place) => `10.${20 + place}`);
    const { rivals, rivalCount } = decide({ offers: offers(...prices) });
    expect(rivals?.map(({ price }) => price)).toEqual(prices.slice(0, 10));
    expect(rivalCount).toBe(11);
  });

  it('I19: no update when the target equals the current price', () => {
    expect(decide({ currentPrice: '10.190' })).toMatchObject({ action: 'keep', reason: 'at-target', price: '10.190' });
  });

  it('I16: own ads in the book are no competitors, whichever list names them', () => {
    const book = ['own-ad', 'listed', 'other-0'].map((adNumber) => offer('10.00', { adNumber }));
    const decision = decide({
      offers: [...book, ...offers('10.20')],
      ownAdNumbers: ['listed'],
      ownPrices: own('11.00'),
    });
    expect(decision.price).toBe('10.19');
    expect(decision.dropped.map((item) => item.reason)).toEqual(['own', 'own', 'own']);
  });

  it('I16: the ad itself, listed among the own ads, does not stand in its own way', () => {
    expect(decide({ ownPrices: [{ adNumber: 'own-ad', price: '10.20' }] }).price).toBe('10.19');
  });
});

describe('promise 4: an offer that cannot be read', () => {
  it('hides no other, is named with its reason, and is none where it is an own one', () => {
    const unread = [
      { adNumber: 'odd', why: 'adv.price: not a decimal' },
      { adNumber: 'other-0', why: 'adv.price: missing' },
    ];
    const { action, price, dropped } = decide({ unread, ownPrices: own('11.00') });
    expect({ action, price }).toEqual({ action: 'set', price: '10.19' });
    expect(dropped).toEqual([
      {
        adNumber: 'odd',
        nickname: '',
        price: '',
        reason: 'unreadable',
        why: 'adv.price: not a decimal',
      },
    ]);
  });
});

describe('design 6: nothing to go by', () => {
  it('design 6: without a competitor the ad keeps its price and says so', () => {
    const decision = decide({ offers: [] });
    expect(decision).toMatchObject({
      action: 'keep',
      reason: 'no-competitor',
      price: '10.50',
      target: null,
      rank: null,
    });
    expect(wordedSteps(decision)).toEqual([{ name: 'target', price: null, note: 'no competitor is left to go by' }]);
  });

  it('I15: a book of bait is no competitor either', () => {
    expect(decide({ offers: offers('5.00', '5.01') })).toMatchObject({ action: 'keep', reason: 'no-competitor' });
  });

  it('design 6: without a competitor a price that breaks the limits still moves inside', () => {
    const decision = decide({ offers: [], currentPrice: '12.50' });
    expect(decision).toMatchObject({ action: 'set', price: '12.00', reason: 'guards-broken' });
    expect(noteOf(decision, 'target')).toBe(
      'no competitor is left to go by, but 12.50 is outside the limits 9.00 to 12.00',
    );
  });
});

describe('I15: limits and service range', () => {
  it('I15: floor and ceiling hold', () => {
    expect(decide({ offers: offers('8.99'), referencePrice: null }).price).toBe('9.00');
    expect(decide({ offers: offers('15'), referencePrice: null })).toMatchObject({ price: '12.00', target: '14.99' });
    expect(noteOf(decide({ offers: offers('15'), referencePrice: null }), 'limits')).toBe(
      '14.99 is outside 9.00 to 12.00: 12.00',
    );
  });

  it('I15: the effective range is the intersection with the service’s', () => {
    const decision = decide({ serviceRange: { low: '10.205', high: '11.9' } });
    expect(decision).toMatchObject({ action: 'set', price: '10.21', hits: ['service-range'] });
    expect(noteOf(decision, 'service-range')).toBe('10.19 is outside 10.205 to 11.9: 10.205');
    expect(noteOf(decision, 'tick')).toBe('10.205 on a tick: 10.21');
  });

  it('I15: a price inside the service range passes', () => {
    expect(noteOf(decide({ serviceRange: { low: '9.5', high: '11.9' } }), 'service-range')).toBe(
      '10.19 is within 9.5 to 11.9',
    );
  });

  it('I15: a floor above the service range keeps the price and says why', () => {
    const decision = decide({ serviceRange: { low: '7', high: '8.5' } });
    expect(decision).toMatchObject({ action: 'keep', reason: 'no-price-satisfies', price: '10.50' });
    expect(noteOf(decision, 'service-range')).toBe('the floor 9.00 is above the service range 7 to 8.5');
    expect(decision.steps.at(-1)?.price).toBeNull();
  });

  it('I15: a ceiling below the service range keeps the price and says why', () => {
    const decision = decide({ serviceRange: { low: '13', high: '14' } });
    expect(decision.reason).toBe('no-price-satisfies');
    expect(noteOf(decision, 'service-range')).toBe('the ceiling 12.00 is below the service range 13 to 14');
  });

  it('I15: limits between two ticks leave no price', () => {
    const decision = decide({ rules: rules({ limits: { floor: '10.001', ceiling: '10.009' } }) });
    expect(decision).toMatchObject({ action: 'keep', reason: 'no-price-satisfies' });
    expect(noteOf(decision, 'tick')).toBe('10.009 on a tick: none satisfies limits, range and zones');
  });

  it('I15: limits the wrong way round leave no price', () => {
    const crossed = { ...rules(), limits: { floor: '12.00', ceiling: '9.00' } };
    expect(decide({ rules: crossed })).toMatchObject({ action: 'keep', reason: 'no-price-satisfies' });
  });
});

describe('design 6: a limit that binds is said', () => {
  it.each<[string, Partial<PricingInput>, PricingDecision['bound']]>([
    ['the ceiling of a SELL', { offers: offers('15'), referencePrice: null }, 'ceiling'],
    ['the floor of a BUY', { side: 'BUY', offers: offers('8'), referencePrice: null }, 'floor'],
    ['not a ceiling that is the target', { offers: offers('12.01'), referencePrice: null }, null],
    ['not a floor that is the target', { side: 'BUY', offers: offers('8.99'), referencePrice: null }, null],
    ['the floor of a SELL, which protects', { offers: offers('8'), referencePrice: null }, null],
    ['the ceiling of a BUY, which protects', { side: 'BUY', offers: offers('15'), referencePrice: null }, null],
    ['no price at all', { serviceRange: { low: '7', high: '8.5' } }, 'no-price'],
    ['no competitor', { offers: [] }, null],
    ['nothing', {}, null],
  ])('design 6: %s', (_name, changes, bound) => {
    expect(decide(changes).bound).toBe(bound);
  });
});

describe('I16: the exclusion zone', () => {
  it('I16: an undercut that lands in an own zone stands behind it, on the merchant’s side', () => {
    const decision = decide({ ownPrices: own('10.21') });
    expect(decision).toMatchObject({ price: '10.26', reason: 'target' });
    expect(noteOf(decision, 'exclusion-zone')).toBe('10.19 is within 4 ticks of an own ad: 10.26');
  });

  it('I16: a rule that asks for the rank moves it to the taker’s side', () => {
    expect(decide({ ownPrices: own('10.21'), rules: rules({ behindOwn: 'taker' }) }).price).toBe('10.16');
  });

  it('I16: when the ceiling is in the way it moves to the other side', () => {
    const limits = { floor: '9.00', ceiling: '10.25' };
    expect(decide({ ownPrices: own('10.21'), rules: rules({ limits }) }).price).toBe('10.16');
  });

  it('I16: buying moves down first, and up when a rule asks for the rank', () => {
    const buying = { side: 'BUY', currentPrice: '10.00', ownPrices: own('10.31') } as const;
    expect(decide(buying).price).toBe('10.26');
    expect(decide({ ...buying, rules: rules({ behindOwn: 'taker' }) }).price).toBe('10.36');
  });

  it('I16: zones that fill what is allowed keep the price and say why', () => {
    const limits = { floor: '10.17', ceiling: '10.25' };
    const decision = decide({ ownPrices: own('10.21'), rules: rules({ limits }), currentPrice: '10.21' });
    expect(decision).toMatchObject({ action: 'keep', reason: 'no-price-satisfies' });
    expect(noteOf(decision, 'exclusion-zone')).toContain('no price outside the zones satisfies limits and range');
  });

  it('I16: rounding does not bring a price back into a zone', () => {
    const strategy = { kind: 'fixed', price: '10.1651' };
    const ownPrices = own('10.21');
    expect(decide({ rules: rules({ strategy }), ownPrices }).price).toBe('10.26');
    expect(decide({ rules: rules({ strategy, behindOwn: 'taker' }), ownPrices }).price).toBe('10.16');
  });

  it('I15: prices are rounded in the merchant’s favour', () => {
    const fixed = rules({ strategy: { kind: 'fixed', price: '10.1251' } });
    expect(decide({ rules: fixed }).price).toBe('10.13');
    expect(decide({ rules: fixed, side: 'BUY' }).price).toBe('10.12');
  });
});

describe('design 6: a human’s override', () => {
  it('design 6: it wins over the strategy, the hold and the minimum change', () => {
    const strict = rules({ minimumHoldMs: 60_000, minimumChangeTicks: 500 });
    const override = { price: '10.45', untilMs: 1_000_001 };
    const decision = decide({ override, rules: strict, lastChangeAtMs: 999_999 });
    expect(decision).toMatchObject({ action: 'set', price: '10.45', reason: 'override', target: '10.45' });
    expect(decision.isAnswer).toBe(false);
    expect(noteOf(decision, 'target')).toBe('a human set 10.45');
  });

  it('I15: it does not win over limits, range and zone', () => {
    const override = { price: '20', untilMs: 1_000_001 };
    expect(decide({ override }).price).toBe('12.00');
    expect(decide({ override, ownPrices: own('12.00') }).price).toBe('11.95');
  });

  it('design 6: it needs no competitor', () => {
    expect(decide({ override: { price: '10.45', untilMs: 1_000_001 }, offers: [] }).price).toBe('10.45');
  });

  it('design 6: an expired one is ignored', () => {
    expect(decide({ override: { price: '10.45', untilMs: 1_000_000 } }).price).toBe('10.19');
  });
});

describe('8: decimals of other markets', () => {
  it.each([
    [0, '4100', '4099'],
    [3, '920.199', '920.198'],
    [8, '0.00001234', '0.00001233'],
  ])('8: with %i decimals one tick below %s is %s', (priceScale, best, expected) => {
    const limits = { floor: '0.00000001', ceiling: '5000' };
    const decision = decide({ priceScale, offers: offers(best), referencePrice: null, rules: rules({ limits }) });
    expect(decision).toMatchObject({ action: 'set', price: expected });
  });
});
