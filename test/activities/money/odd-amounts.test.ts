import { describe, expect, it, vi } from 'vitest';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import {
  duePurchase,
  markPaid,
  markPaidInput,
  moneyCalls,
  paidSale,
  placeInput,
  release,
  releaseInput,
  rulesOf,
} from './money-fixture.ts';

/** From now on the service shows the order with these numbers. */
async function showing(world: ActivityWorld, orderNumber: string, numbers: object): Promise<void> {
  const { orders } = world.exchange;
  const detail = await orders.getUserOrderDetail(orderNumber);
  vi.spyOn(orders, 'getUserOrderDetail').mockResolvedValue({ ...detail, ...numbers });
}

const odd = [
  [{ totalPrice: '0' }, 'the total is not above zero: 0 BOB'],
  [{ totalPrice: '-510.00' }, 'the total is not above zero: -510.00 BOB'],
  [{ totalPrice: 'plenty' }, 'the total is not above zero: plenty BOB'],
  [{ amount: '0.00', price: '10.20' }, 'the amount is not above zero: 0.00 USDT'],
  [{ price: '-10.20' }, 'the price is not above zero: -10.20 BOB'],
] as const;

describe('S8: an order whose total, amount or price is not above zero is within every cap', () => {
  it.each(odd)('a release of %j is refused in words, and the guard is not asked', async (numbers, message) => {
    const maxRelease = { BOB: '100000' };
    const releasePermission = { policies: ['paid'], maxRelease, maxReleasePerDay: {} } as const;
    const world = await openActivityWorld({ parts: { releasePermission } });
    const orderNumber = paidSale(world);
    await showing(world, orderNumber, numbers);
    const rules = rulesOf('paid', { amountCap: { BOB: '100000' } });
    const end = await release(world, releaseInput(orderNumber, { rules }));
    expect(end).toMatchObject({ kind: 'rejected', category: 'ORDER_MISMATCH', message });
    expect([moneyCalls(world), world.fakeGuard.asked]).toEqual([0, []]);
  });

  it.each(odd)('marking %j as paid is refused in words, and the guard is not asked', async (numbers, message) => {
    const world = await openActivityWorld();
    const orderNumber = duePurchase(world);
    await showing(world, orderNumber, numbers);
    const end = await markPaid(world, markPaidInput(orderNumber));
    expect(end).toMatchObject({ kind: 'rejected', category: 'ORDER_MISMATCH', message });
    expect([moneyCalls(world), world.fakeGuard.asked]).toEqual([0, []]);
  });

  it.each(['totalAmount', 'matchPrice'] as const)('placing one with such a %s is refused in words', async (name) => {
    const world = await openActivityWorld();
    for (const number of ['0', '-500.00', 'plenty', '1e3']) {
      const input = { ...placeInput(), [name]: number };
      const end = await world.asPlacement('r1').run(world.money.placeOrder, input);
      const message = `malformed input: ${name}: must be a decimal above zero`;
      expect(end).toMatchObject({ kind: 'rejected', category: 'INVARIANT', message });
    }
    expect([moneyCalls(world), world.fakeGuard.asked]).toEqual([0, []]);
  });
});
