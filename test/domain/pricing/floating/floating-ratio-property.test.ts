import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, Decimal, tickOf } from '../../../../src/domain/decimal.ts';
import { indexOf } from '../../../../src/domain/pricing/floating/floating-ratio.ts';
import { pricingRulesSchema } from '../../../../src/domain/pricing/pricing-rules.ts';
import { decidePrice } from '../../../../src/domain/pricing/pricing.ts';
import { check } from '../../seeded.ts';
import { anyFloatingInput, floatingAt, orderedPair, ratios } from '../pricing-arbitrary.ts';
import { brokenGuards, pricingInput } from '../pricing-fixture.ts';

/** What the service makes of a ratio, written a second time. */
function worth(ratio: string, reference: string, priceScale: number): string {
  return new Decimal(reference).times(ratio).dividedBy(100).toDecimalPlaces(priceScale, Decimal.ROUND_DOWN).toFixed();
}

describe('ads#a-floating-ad-by-its-ratio: floating ads under hostile books and any rules', () => {
  it('I15, I16: a ratio that is written is worth a price that breaks no guard at the present reference', () => {
    let written = 0;
    check(
      fc.property(anyFloatingInput, (input) => {
        const decision = decidePrice(input);
        if (decision.action === 'keep') return;
        written += 1;
        const { referencePrice, priceScale } = input;
        const price = worth(decision.floatingRatio ?? '', referencePrice ?? '', priceScale);
        expect(compare(price, decision.price)).toBe(0);
        expect(brokenGuards(price, input)).toEqual([]);
      }),
      6_000,
    );
    expect(written).toBeGreaterThan(500);
  });

  it('I19: when nothing has moved there is no second write', () => {
    check(
      fc.property(anyFloatingInput, (input) => {
        const { action, floatingRatio = '' } = decidePrice(input);
        if (action === 'keep') return;
        const after = { ...input, lastChangeAtMs: input.nowMs };
        expect(decidePrice(floatingAt(floatingRatio, after))).toMatchObject({ action: 'keep', floatingRatio });
      }),
      6_000,
    );
  });

  it('design 6: no reference, no write; what is kept keeps its ratio', () => {
    check(
      fc.property(anyFloatingInput, (input) => {
        const decision = decidePrice(input);
        if (input.referencePrice === null) expect(decision.action).toBe('keep');
        if (decision.action === 'keep') expect(decision.floatingRatio).toBe(input.floating?.ratio);
        if (decision.action === 'keep') expect(decision.price).toBe(input.currentPrice);
      }),
      2_000,
    );
  });

  it('ARCHITECTURE#an-ad-beyond-its-place: by an index that the reference does not show the ad is within its limits after four writes, and rests', () => {
    const market = fc.record({
      side: fc.constantFrom('SELL' as const, 'BUY' as const),
      priceScale: fc.integer({ min: 0, max: 8 }),
      hidden: fc.integer({ min: 100_000, max: 9_999_999 }),
      reference: fc.integer({ min: 95, max: 105 }),
      ratio: ratios,
      wanted: ratios,
      span: orderedPair(3),
    });
    check(
      fc.property(market, ({ side, priceScale, hidden, reference, ratio: first, wanted, span: [low, high] }) => {
        // Thousands of ticks, and a part of one that no price shows.
        const index = new Decimal(hidden).dividedBy(1_000).times(tickOf(priceScale));
        const near = (share: string): string => index.times(new Decimal(share).plus(1)).toFixed(priceScale);
        const rules = pricingRulesSchema.parse({
          strategy: { kind: 'floating', ratio: wanted },
          limits: { floor: near(low), ceiling: near(new Decimal(high).plus('0.05').toFixed()) },
          answerHoldMs: 0,
        });
        const referencePrice = index.times(reference).dividedBy(100).toFixed();
        let ratio: string = first;
        let writes = 0;
        for (;;) {
          const price = worth(ratio, index.toFixed(), priceScale);
          const basis = { ratio, index: indexOf({ ratio, price }, { referencePrice, priceScale }) };
          const look = {
            side,
            priceScale,
            rules,
            referencePrice,
            currentPrice: price,
            floating: basis,
            serviceRange: null,
          };
          const { action, floatingRatio = '' } = decidePrice(pricingInput(look));
          if (action === 'keep') {
            expect(brokenGuards(price, pricingInput(look))).toEqual([]);
            break;
          }
          ratio = floatingRatio;
          writes += 1;
          expect(writes).toBeLessThanOrEqual(4);
        }
      }),
      2_000,
    );
  });
});
