import { describe, expect, it } from 'vitest';
import type { PayerHabit } from '../../../src/simulator/world/bank-state.ts';
import { openWorld } from '../sim-fixture.ts';

const delayMs = 5_000;

async function openBankWorld(habits?: Partial<Record<PayerHabit, number>>) {
  const world = await openWorld({ bank: { delayMs, ...(habits === undefined ? {} : { habits }) } });
  const { simulator, addAd } = world;
  const take = (payerHabit?: PayerHabit): string =>
    simulator.counterparties.take({
      adNumber: addAd(),
      realName: 'Ana Quispe',
      totalPrice: '400.00',
      ...(payerHabit === undefined ? {} : { payerHabit }),
    });
  const seen = () =>
    (simulator.snapshot().transfers ?? []).map(({ amount, payer, stand }) => [amount, payer, stand] as const);
  const release = async (orderNumber: string): Promise<number> => {
    expect(await world.desk.code('orderMatch/releaseCoin', { orderNumber })).toBe('000000');
    return simulator.ledger().releasesWithoutMoney;
  };
  return { ...world, take, seen, release };
}

const mine = (stand = 'booked', amount = '400.00') => [amount, 'Ana Quispe', stand];

describe('outlook 3.2: the ways in which a buyer pays, as the bank shows them, and whether his order is paid in truth', () => {
  it.each<[PayerHabit, { atOnce: unknown[]; later: unknown[]; unpaid: number }]>([
    ['honest', { atOnce: [mine()], later: [mine()], unpaid: 0 }],
    ['late', { atOnce: [], later: [mine()], unpaid: 1 }],
    ['claims', { atOnce: [], later: [], unpaid: 1 }],
    [
      'third-party',
      {
        atOnce: [['400.00', 'Wilhelmina Baptiste', 'booked']],
        later: [['400.00', 'Wilhelmina Baptiste', 'booked']],
        unpaid: 1,
      },
    ],
    ['overpays', { atOnce: [mine('booked', '440.00')], later: [mine('booked', '440.00')], unpaid: 0 }],
    ['underpays', { atOnce: [mine('booked', '360.00')], later: [mine('booked', '360.00')], unpaid: 1 }],
    ['twice', { atOnce: [mine(), mine()], later: [mine(), mine()], unpaid: 0 }],
    ['pending', { atOnce: [mine('pending')], later: [mine()], unpaid: 1 }],
    ['calls-back', { atOnce: [mine('pending')], later: [mine('cancelled')], unpaid: 1 }],
  ])('%s', async (habit, { atOnce, later, unpaid }) => {
    const { simulator, clock, take, seen, release } = await openBankWorld();
    const orderNumber = take(habit);
    expect(seen()).toEqual([]);
    simulator.counterparties.pay(orderNumber);
    expect(seen()).toEqual(atOnce);
    expect(await release(orderNumber)).toBe(unpaid);
    clock.advance(delayMs);
    simulator.tick();
    expect(seen()).toEqual(later);
  });

  it('early: the money is there before he says so', async () => {
    const { simulator, take, seen } = await openBankWorld();
    const orderNumber = take('early');
    expect(seen()).toEqual([mine()]);
    simulator.counterparties.pay(orderNumber);
    expect(seen()).toEqual([mine()]);
  });

  it('a release after the money of a late payer is booked rests on it', async () => {
    const { simulator, clock, take, release } = await openBankWorld();
    const orderNumber = take('late');
    simulator.counterparties.pay(orderNumber);
    clock.advance(delayMs);
    simulator.tick();
    expect(await release(orderNumber)).toBe(0);
  });
});

describe('a simulated bank', () => {
  it('has a reference of its own for each of two equal transfers, and credits the account that the order names', async () => {
    const { simulator, take } = await openBankWorld();
    const orderNumber = take('twice');
    simulator.counterparties.pay(orderNumber);
    const { transfers = [], orders } = simulator.snapshot();
    expect(new Set(transfers.map(({ reference }) => reference)).size).toBe(2);
    const method = orders.find((order) => order.orderNumber === orderNumber)?.paymentMethods[0];
    expect(transfers.map(({ creditedTo }) => creditedTo)).toEqual([method?.account, method?.account]);
  });

  it('draws habits by their weights, the same for the same order', async () => {
    const { simulator, take } = await openBankWorld({ claims: 1, twice: 3 });
    for (let round = 0; round < 40; round += 1) take();
    const habits = simulator.snapshot().orders.map(({ payerHabit }) => payerHabit);
    const claims = habits.filter((habit) => habit === 'claims').length;
    expect(new Set(habits)).toEqual(new Set(['claims', 'twice']));
    expect(claims).toBeGreaterThan(0);
    expect(claims).toBeLessThan(20);
  });

  it('leaves purchases of the desk alone, and says nothing where none is wanted', async () => {
    const { simulator, addAd } = await openWorld({ bank: {} });
    simulator.counterparties.take({ adNumber: addAd({ side: 'BUY', price: '9.80' }) });
    expect(simulator.snapshot()).not.toHaveProperty('transfers');
    const without = await openWorld();
    const orderNumber = without.simulator.counterparties.take({ adNumber: without.addAd() });
    without.simulator.counterparties.pay(orderNumber);
    expect(without.simulator.snapshot()).not.toHaveProperty('transfers');
    expect(await without.desk.code('orderMatch/releaseCoin', { orderNumber })).toBe('000000');
    expect(without.simulator.ledger().releasesWithoutMoney).toBe(0);
  });

  it('is read below /_sim, where a buyer is given his habit, too', async () => {
    const { admin, addAd, simulator } = await openWorld({ bank: {} });
    const taken = (await admin('orders', { adNumber: addAd(), payerHabit: 'third-party' })) as { orderNumber: string };
    simulator.counterparties.pay(taken.orderNumber);
    expect(await admin('transfers')).toMatchObject([{ orderNumber: taken.orderNumber, stand: 'booked' }]);
  });
});
