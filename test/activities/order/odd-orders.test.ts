/** Orders that a list shows and that cannot be read. */
import { describe, expect, it } from 'vitest';
import type { FindPlacedOrderInput, MoneyAttempt, PlacementCheck } from '../../../src/activities/activity-contract.ts';
import { comparisonOfReleases } from '../../../src/activities/money/compare-releases.ts';
import { intakeReportSchema } from '../../../src/workflows/contract/desk-contract.ts';
import { askAdNo } from '../../simulator/sim-fixture.ts';
import { eventually, openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { paidSale, placeInput, release, releaseInput, untilShownMs } from '../money/money-fixture.ts';
import { cancelled, intake, polls, take, toldOf } from './intake-fixture.ts';

type Fields = Record<string, unknown>;

/** The list shows these fields of an order. */
function spoil({ simulator }: ActivityWorld, orderNumber: string, fields: Fields): void {
  const fault = { kind: 'answer', where: { orderNumber }, fields } as const;
  simulator.setFaults([{ operation: 'listOrders', fault }]);
}

describe('promise 4: an order that cannot be read hides no other', () => {
  it.each([
    [{ totalPrice: null }, 'totalPrice: missing'],
    [{ orderStatus: 'STRANGE' }, /^order \d+ has the status STRANGE, which is not known$/],
  ])('%o: the others are taken in, and it is named', async (fields, why) => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ initAmount: '100000' });
    const [odd = '', ...others] = Array.from({ length: 5 }, () => take(world, adNumber));
    spoil(world, odd, fields);
    const taking = intake(world);
    await eventually('a report', () => world.fakeDesk.reports.length > 0);
    await polls(world, 1);
    const report = intakeReportSchema.parse(world.fakeDesk.reports[0]);
    const expected: unknown = typeof why === 'string' ? why : expect.stringMatching(why);
    expect(report).toMatchObject({ running: 4, unreadable: [{ orderNumber: odd, why: expected }] });
    expect(toldOf(world, odd)).toEqual([]);
    for (const orderNumber of others) expect(toldOf(world, orderNumber)).toHaveLength(1);
    await cancelled(taking);
  });

  it('one without a number is named by its place, and one that is carried already has not left the list', async () => {
    const world = await openActivityWorld();
    const [carried, other] = [take(world, world.addAd()), take(world, world.addAd({ price: '11.00' }))];
    const taking = intake(world);
    await eventually('both', () => world.fakeDesk.told.length === 2);
    spoil(world, carried, { amount: '--' });
    await polls(world, 2);
    expect(world.fakeDesk.told).toHaveLength(2);
    spoil(world, other, { orderNumber: 'two words' });
    // The one that was on its way has read the list of before.
    await polls(world, 2);
    world.clock.advance(31_000);
    const last = () => world.fakeDesk.reports.at(-1)?.unreadable ?? [];
    await eventually('the next report', () => last().some(({ orderNumber }) => orderNumber !== carried));
    const named = last();
    expect(named).toEqual([
      { orderNumber: expect.stringMatching(/^row \d of the list$/) as string, why: 'orderNumber: not an identifier' },
    ]);
    await cancelled(taking);
  });
});

describe('ADR 0048: a release that cannot be read is never none', () => {
  async function inApp(world: ActivityWorld): Promise<string> {
    const orderNumber = paidSale(world);
    await world.exchange.orders.releaseCoin({ orderNumber, confirmPaidType: 'normal' });
    return orderNumber;
  }

  it('it is compared by its number', async () => {
    const world = await openActivityWorld();
    const own = paidSale(world);
    await release(world, releaseInput(own));
    spoil(world, own, { createTime: 'x' });
    expect(await comparisonOfReleases(world.deps)()).toEqual([]);
    const unknown = await inApp(world);
    spoil(world, unknown, { totalPrice: null });
    expect(await comparisonOfReleases(world.deps)()).toEqual([unknown]);
    expect(await release(world, releaseInput(paidSale(world)))).toMatchObject({ category: 'REGISTER_BEHIND' });
  });

  it('without its number nothing is compared, and those that are known to be unknown stop all the same', async () => {
    const world = await openActivityWorld();
    const [first, hidden] = [await inApp(world), await inApp(world)];
    spoil(world, hidden, { orderNumber: null });
    await expect(comparisonOfReleases(world.deps)()).rejects.toThrow('orderNumber: missing');
    world.simulator.setFaults([]);
    expect(await world.deps.register.unexplainedReleases()).toEqual([{ orderNumber: first, stops: true }]);
    expect(await comparisonOfReleases(world.deps)()).toEqual([first, hidden].toSorted());
  });
});

describe('ADR 0005: an order that cannot be read may be the placed one', () => {
  const wish = { adNumber: askAdNo, side: 'BUY', totalAmount: '500.00', requestId: 'r1' } as const;
  const find = async (world: ActivityWorld, part: Partial<FindPlacedOrderInput> = {}): Promise<string | null> => {
    const input: FindPlacedOrderInput = { ...wish, known: [], sinceMs: world.clock.now(), ...part };
    const end = await world.asPlacement('r1').run(world.money.findPlacedOrder, input);
    return (end as { orderNumber: string | null }).orderNumber;
  };
  const place = (world: ActivityWorld, requestId: string) =>
    world.asPlacement(requestId).run(world.money.placeOrder, placeInput({ requestId })) as Promise<MoneyAttempt>;
  const numberOf = (end: MoneyAttempt): string => ('orderNumber' in end ? (end.orderNumber ?? '') : '');

  it.each([{ totalPrice: null }, { orderNumber: null }, { orderStatus: 'STRANGE' }])(
    '%o: the placement is neither found in another order nor denied, however often it is looked for',
    async (fields) => {
      const world = await openActivityWorld();
      const sinceMs = world.clock.now();
      const placed = numberOf(await place(world, 'r1'));
      world.clock.advance(1_000);
      await place(world, 'r2');
      spoil(world, placed, fields);
      world.clock.advance(10 * untilShownMs);
      for (let look = 0; look < 3; look += 1) {
        expect(await find(world, { sinceMs })).toBeNull();
        world.clock.advance(10_000);
      }
      expect(await world.rows('place')).toMatchObject([{ subject: 'r1', state: 'leaving', unseenReads: 0 }, {}]);
      world.simulator.setFaults([]);
      expect(await find(world, { sinceMs })).toBe(placed);
    },
  );

  it('one that was there before is another one', async () => {
    const world = await openActivityWorld();
    const before = numberOf(await place(world, 'r2'));
    spoil(world, before, { amount: null });
    const input = { adNumber: askAdNo, fiat: 'BOB', requestId: 'r1', side: 'BUY', totalAmount: '500.00' } as const;
    const { known } = (await world.asPlacement('r1').run(world.money.checkPlacement, input)) as PlacementCheck;
    expect(known).toEqual([before]);
    const placed = numberOf(await place(world, 'r1'));
    expect(await find(world, { known })).toBe(placed);
  });
});

describe('caps: the sums of a day', () => {
  it('ask for an order that the list shows oddly by its number', async () => {
    const world = await openActivityWorld();
    const orderNumber = take(world, world.addAd());
    const day = { fromMs: world.clock.now() - 1_000, until: '' } as never;
    const known = await world.deps.dayOrders.read({ side: 'SELL', day });
    world.clock.advance(60_000);
    spoil(world, orderNumber, { totalPrice: null });
    expect(await world.deps.dayOrders.read({ side: 'SELL', day })).toEqual(known);
    expect(known).toMatchObject([{ totalPrice: '100.00000000' }]);
    world.clock.advance(60_000);
    spoil(world, orderNumber, { orderNumber: null });
    await expect(world.deps.dayOrders.read({ side: 'SELL', day })).rejects.toThrow('orderNumber: missing');
  });
});
