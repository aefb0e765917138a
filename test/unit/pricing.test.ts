import { describe, expect, it } from 'vitest';
import { decidePrice } from '../../src/domain/pricing/pricing.ts';
import type { PricingDecision, PricingInput } from '../../src/domain/pricing/pricing.ts';
import { offer, offers, pricingInput, rules } from './pricing-fixture.ts';

function decide(changes: Partial<PricingInput> = {}): PricingDecision {
  return decidePrice(pricingInput(changes));
}

function note(decision: PricingDecision, name: string): string | undefined {
  return decision.steps.find((step) => step.name === name)?.note;
}

function own(...prices: readonly string[]): { adNumber: string; price: string }[] {
  return prices.map((price, index) => ({ adNumber: `other-${index}`, price }));
}

describe('design 6: a decision', () => {
  it('design 6: selling undercuts the best, with every step explained', () => {
    const decision = decide();
    expect(decision).toEqual({
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

  it('I16: the ad itself, listed among its others, is in nobody’s way', () => {
    expect(decide({ ownPrices: [{ adNumber: 'own-ad', price: '10.20' }] }).price).toBe('10.19');
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
    expect(decision.steps).toEqual([{ name: 'target', price: null, note: 'no competitor is left to go by' }]);
  });

  it('I15: a book of bait is no competitor either', () => {
    expect(decide({ offers: offers('5.00', '5.01') })).toMatchObject({ action: 'keep', reason: 'no-competitor' });
  });

  it('design 6: without a competitor a price that breaks the limits still moves inside', () => {
    const decision = decide({ offers: [], currentPrice: '12.50' });
    expect(decision).toMatchObject({ action: 'set', price: '12.00', reason: 'guards-broken' });
    expect(note(decision, 'target')).toBe('no competitor to go by, but 12.50 is outside the limits 9.00 to 12.00');
  });
});

describe('I15: limits and service range', () => {
  it('I15: floor and ceiling hold', () => {
    expect(decide({ offers: offers('8.99'), referencePrice: null }).price).toBe('9.00');
    expect(decide({ offers: offers('15'), referencePrice: null })).toMatchObject({ price: '12.00', target: '14.99' });
    expect(note(decide({ offers: offers('15'), referencePrice: null }), 'limits')).toBe(
      '14.99 is outside 9.00 to 12.00: 12.00',
    );
  });

  it('I15: the effective range is the intersection with the service’s', () => {
    const decision = decide({ serviceRange: { low: '10.205', high: '11.9' } });
    expect(decision).toMatchObject({ action: 'set', price: '10.21' });
    expect(note(decision, 'service-range')).toBe('10.19 is outside 10.205 to 11.9: 10.205');
    expect(note(decision, 'tick')).toBe('10.205 on a tick: 10.21');
  });

  it('I15: a price inside the service range passes', () => {
    expect(note(decide({ serviceRange: { low: '9.5', high: '11.9' } }), 'service-range')).toBe(
      '10.19 is within 9.5 to 11.9',
    );
  });

  it('I15: a floor above the service range keeps the price and says why', () => {
    const decision = decide({ serviceRange: { low: '7', high: '8.5' } });
    expect(decision).toMatchObject({ action: 'keep', reason: 'no-price-satisfies', price: '10.50' });
    expect(note(decision, 'service-range')).toBe('the floor 9.00 is above the service range 7 to 8.5');
    expect(decision.steps.at(-1)?.price).toBeNull();
  });

  it('I15: a ceiling below the service range keeps the price and says why', () => {
    const decision = decide({ serviceRange: { low: '13', high: '14' } });
    expect(decision.reason).toBe('no-price-satisfies');
    expect(note(decision, 'service-range')).toBe('the ceiling 12.00 is below the service range 13 to 14');
  });

  it('I15: limits between two ticks leave no price', () => {
    const decision = decide({ rules: rules({ limits: { floor: '10.001', ceiling: '10.009' } }) });
    expect(decision).toMatchObject({ action: 'keep', reason: 'no-price-satisfies' });
    expect(note(decision, 'tick')).toBe('10.009 on a tick: none satisfies limits, range and zones');
  });

  it('I15: limits the wrong way round leave no price', () => {
    const crossed = { ...rules(), limits: { floor: '12.00', ceiling: '9.00' } };
    expect(decide({ rules: crossed })).toMatchObject({ action: 'keep', reason: 'no-price-satisfies' });
  });
});

describe('I16: the exclusion zone', () => {
  it('I16: an undercut that lands in an own zone moves to the better side first', () => {
    const decision = decide({ ownPrices: own('10.21') });
    expect(decision).toMatchObject({ price: '10.16', reason: 'target' });
    expect(note(decision, 'exclusion-zone')).toBe('10.19 is within 4 ticks of an own ad: 10.16');
  });

  it('I16: when the floor is in the way it moves to the other side', () => {
    const limits = { floor: '10.17', ceiling: '12.00' };
    expect(decide({ ownPrices: own('10.21'), rules: rules({ limits }) }).price).toBe('10.26');
  });

  it('I16: buying moves up first', () => {
    expect(decide({ side: 'BUY', currentPrice: '10.00', ownPrices: own('10.31') }).price).toBe('10.36');
  });

  it('I16: zones that fill what is allowed keep the price and say why', () => {
    const limits = { floor: '10.17', ceiling: '10.25' };
    const decision = decide({ ownPrices: own('10.21'), rules: rules({ limits }), currentPrice: '10.21' });
    expect(decision).toMatchObject({ action: 'keep', reason: 'no-price-satisfies' });
    expect(note(decision, 'exclusion-zone')).toContain('no price outside the zones satisfies limits and range');
  });

  it('I16: rounding does not bring a price back into a zone', () => {
    const fixed = rules({ strategy: { kind: 'fixed', price: '10.1651' } });
    const decision = decide({ rules: fixed, ownPrices: own('10.21') });
    expect(decision.price).toBe('10.16');
  });

  it('I15: prices are rounded in the merchant’s favour', () => {
    const fixed = rules({ strategy: { kind: 'fixed', price: '10.1251' } });
    expect(decide({ rules: fixed }).price).toBe('10.13');
    expect(decide({ rules: fixed, side: 'BUY' }).price).toBe('10.12');
  });
});

describe('design 6: minimum change and minimum hold', () => {
  it('design 6: a smaller change is not made', () => {
    const decision = decide({ currentPrice: '10.21', rules: rules({ minimumChangeTicks: 3 }) });
    expect(decision).toMatchObject({ action: 'keep', reason: 'below-change', price: '10.21', rank: 2 });
    expect(note(decision, 'minimum-change')).toBe('10.19 is 2 ticks from 10.21, at least 3 wanted');
    expect(decide({ currentPrice: '10.22', rules: rules({ minimumChangeTicks: 3 }) }).action).toBe('set');
  });

  it('design 6: a second change waits for the hold', () => {
    const held = { rules: rules({ minimumHoldMs: 60_000 }), nowMs: 100_000 };
    const decision = decide({ ...held, lastChangeAtMs: 40_001 });
    expect(decision).toMatchObject({ action: 'keep', reason: 'held', price: '10.50' });
    expect(note(decision, 'hold')).toBe('last changed 59.999 s ago, minimum hold 60 s');
    expect(decide({ ...held, lastChangeAtMs: 40_000 }).action).toBe('set');
    expect(decide({ ...held, lastChangeAtMs: null }).action).toBe('set');
  });

  it('design 6: a clock that was set back does not hold for longer than the hold', () => {
    const held = { rules: rules({ minimumHoldMs: 60_000 }), nowMs: 100_000 };
    expect(decide({ ...held, lastChangeAtMs: 3_700_000 }).action).toBe('set');
  });

  it.each<[string, Partial<PricingInput>]>([
    ['limits', { currentPrice: '12.01' }],
    ['range', { currentPrice: '11.51', serviceRange: { low: '9', high: '11.5' } }],
    ['zone', { currentPrice: '11.00', ownPrices: own('11.04') }],
  ])('design 6: a current price that breaks the %s moves at once', (_guard, change) => {
    const strict = rules({ minimumHoldMs: 60_000, minimumChangeTicks: 500 });
    const decision = decide({ ...change, rules: strict, lastChangeAtMs: 999_999 });
    expect(decision).toMatchObject({ action: 'set', price: '10.19', reason: 'guards-broken' });
  });

  it('design 6: two desks that undercut each other come to rest with a minimum change', () => {
    const prices = { a: '10.60', b: '10.50' };
    let changes = 0;
    const calm = rules({ minimumChangeTicks: 3 });
    const turn = (me: 'a' | 'b', rival: 'a' | 'b'): void => {
      const book = [...offers('10.40'), offer(prices[rival], { adNumber: rival })];
      const decision = decide({ currentPrice: prices[me], offers: book, rules: calm });
      if (decision.action === 'set') changes += 1;
      prices[me] = decision.price;
    };
    for (let round = 0; round < 50; round += 1) {
      turn('a', 'b');
      turn('b', 'a');
    }
    expect(changes).toBeLessThanOrEqual(2);
  });

  it('design 6: with a hold, two desks change at most once each per hold', () => {
    const holdMs = 60_000;
    const desks: { price: string; changedAtMs: number[] }[] = [
      { price: '10.60', changedAtMs: [] },
      { price: '10.50', changedAtMs: [] },
    ];
    const hold = rules({ minimumHoldMs: holdMs });
    for (let nowMs = 0; nowMs < 600_000; nowMs += 5_000) {
      for (const [index, desk] of desks.entries()) {
        const rival = desks[1 - index]?.price ?? '';
        const lastChangeAtMs = desk.changedAtMs.at(-1) ?? null;
        const decision = decide({
          currentPrice: desk.price,
          offers: offers(rival),
          rules: hold,
          nowMs,
          lastChangeAtMs,
        });
        if (decision.action === 'set') desk.changedAtMs.push(nowMs);
        desk.price = decision.price;
      }
    }
    expect(desks.map((desk) => desk.changedAtMs.length)).toEqual([10, 10]);
  });
});

describe('design 6: a human’s override', () => {
  it('design 6: it wins over the strategy, the hold and the minimum change', () => {
    const strict = rules({ minimumHoldMs: 60_000, minimumChangeTicks: 500 });
    const override = { price: '10.45', untilMs: 1_000_001 };
    const decision = decide({ override, rules: strict, lastChangeAtMs: 999_999 });
    expect(decision).toMatchObject({ action: 'set', price: '10.45', reason: 'override', target: '10.45' });
    expect(note(decision, 'target')).toBe('a human set 10.45');
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
