import { describe, expect, it } from 'vitest';
import { dealingCounts, dealingCountsSchema } from '../../../src/domain/people/dealing.ts';
import { dealing } from './dealing-fixture.ts';

describe('the orders with a person', () => {
  it('ADR 0059: are counted by how they ended, with sums of what was completed', () => {
    const counts = dealingCounts([
      dealing({ total: '400.10' }),
      dealing({ total: '0.20', wasAppealed: true }),
      dealing({ side: 'BUY', fiat: 'USD', total: '7', changedAtMs: 9_000 }),
      dealing({ status: 'CANCELLED' }),
      dealing({ status: 'CANCELLED_BY_SYSTEM' }),
      dealing({ status: 'PAID' }),
    ]);
    expect(counts).toEqual({
      orders: 6,
      running: 1,
      completed: 3,
      cancelled: 2,
      appealed: 1,
      sums: [
        { side: 'SELL', fiat: 'BOB', total: '400.3' },
        { side: 'BUY', fiat: 'USD', total: '7' },
      ],
    });
    expect(dealingCountsSchema.parse(counts)).toEqual(counts);
  });

  it('ADR 0059: where there is none there is no last one', () => {
    expect(dealingCounts([])).toMatchObject({ orders: 0, sums: [] });
  });
});
