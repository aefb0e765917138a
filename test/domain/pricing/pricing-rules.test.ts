import { describe, expect, it } from 'vitest';
import { doubtFixedPrice } from '../../../src/domain/pricing/pricing-rules.ts';

const limits = { floor: '9.50', ceiling: '10.50' };

describe('U12: a fixed price that looks mistyped', () => {
  it.each(['9.49', '10.51', '1', '1050'])('%s is questioned, with the limits', (price) => {
    const strategy = { kind: 'fixed', price } as const;
    expect(doubtFixedPrice({ strategy, limits, hours: null })).toEqual({
      code: 'price-outside-limits',
      what: 'fixed',
      price,
      floor: '9.50',
      ceiling: '10.50',
    });
  });

  it.each(['9.50', '10', '10.500'])('%s is within the limits', (price) => {
    expect(doubtFixedPrice({ strategy: { kind: 'fixed', price }, limits, hours: null })).toBeNull();
  });

  it('another strategy names no price', () => {
    expect(doubtFixedPrice({ strategy: { kind: 'undercut', ticks: 1 }, limits, hours: null })).toBeNull();
  });
});
