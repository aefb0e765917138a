import { describe, expect, it } from 'vitest';
import { toCounterparty, toMarketOffer } from '../../../src/exchange/index.ts';
import { searchItemSchema } from '../../../src/exchange/table/schemas/ad-schema.ts';
import { counterpartySchema } from '../../../src/exchange/table/schemas/order-schema.ts';
import { wireSearchItem } from '../fixtures.ts';

describe('S8: what cannot be a share or a count is not known', () => {
  it.each([45, '98', 1.5, -0.1])('EP-19: a finish rate of %j', (finishRate) => {
    expect(toCounterparty(counterpartySchema.parse({ finishRate })).finishRate).toBeNull();
  });

  it('EP-19: counts below zero, and times in the place of counts', () => {
    const record = counterpartySchema.parse({ completedOrderNum: -1, registerDays: 1_795_000_000_000 });
    expect(toCounterparty(record)).toMatchObject({ completedOrders: null, registerDays: null });
  });

  it('wire-facts 12.5: of an offer of the market', () => {
    const row = { ...wireSearchItem, advertiser: { monthFinishRate: 98, monthOrderCount: -1 } };
    expect(toMarketOffer(searchItemSchema.parse(row))).toMatchObject({ finishRate: null, orderCount: null });
  });
});
