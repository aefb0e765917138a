import { describe, expect, it } from 'vitest';
import { trimmed } from '../../../src/activities/ad/watch-heartbeat.ts';
import type { PricingDecision } from '../../../src/domain/pricing/pricing-decision.ts';

const bait = { nickname: 'rival', price: '9.00', reason: 'duplicate' } as const;
const kept: PricingDecision = {
  action: 'keep',
  price: '10.04',
  reason: 'at-target',
  target: '10.04',
  steps: [],
  dropped: [],
  rank: 1,
  bound: null,
  rivals: [],
  rivalCount: 0,
  hits: [],
};

describe('design 6: what a heartbeat carries', () => {
  it.each([
    [19, 19],
    [20, 20],
    [21, 20],
    [200, 20],
  ])('of %i dropped competitors the first %i, so that a crowded book fits', (count, shown) => {
    const dropped = Array.from({ length: count }, (_, index) => ({ ...bait, adNumber: String(index) }));
    expect(trimmed({ ...kept, dropped })).toEqual({ ...kept, dropped: dropped.slice(0, shown) });
  });
});
