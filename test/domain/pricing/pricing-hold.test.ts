import { describe, expect, it } from 'vitest';
import { noteOf } from '../pricing-by-text.ts';
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

describe('design 6: minimum change and minimum hold', () => {
  it('design 6: a smaller change is not made', () => {
    const decision = decide({ currentPrice: '10.21', rules: rules({ minimumChangeTicks: 3 }) });
    expect(decision).toMatchObject({ action: 'keep', reason: 'below-change', price: '10.21', rank: 2 });
    expect(noteOf(decision, 'minimum-change')).toBe('10.19 is 2 ticks from 10.21, at least 3 wanted');
    expect(decide({ currentPrice: '10.22', rules: rules({ minimumChangeTicks: 3 }) }).action).toBe('set');
  });

  it('design 6: a second change waits for the hold', () => {
    const held = { rules: rules({ minimumHoldMs: 60_000 }), nowMs: 100_000 };
    const decision = decide({ ...held, lastChangeAtMs: 40_001 });
    expect(decision).toMatchObject({ action: 'keep', reason: 'held', price: '10.50' });
    expect(noteOf(decision, 'hold')).toBe('last changed 59.999 s ago, minimum hold 60 s');
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
