import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { reservedBy } from '../../src/simulator/trade/reserved-amount.ts';
import { createRandom } from '../../src/simulator/world/seeded-random.ts';
import { SimRefusal } from '../../src/simulator/world/sim-refusal.ts';
import { openWorld, type SimWorld } from './sim-fixture.ts';

const seeds = [1, 2, 3];
const steps = 400;
const terminal = [4, 6, 7];

/** Possible next actions of a person or the desk; refusals are part of the game. */
function moves(
  world: SimWorld,
  orderNumber: string,
  adNumbers: [string, string],
): (() => Promise<unknown> | string | void)[] {
  const { counterparties } = world.simulator;
  return [
    () => counterparties.take({ adNumber: adNumbers[0], amount: '15.25' }),
    () => counterparties.take({ adNumber: adNumbers[1], totalPrice: '250' }),
    () => counterparties.pay(orderNumber),
    () => counterparties.cancel(orderNumber),
    () => counterparties.release(orderNumber),
    () => counterparties.dispute(orderNumber),
    () => counterparties.resolve(orderNumber, 'completed'),
    () => counterparties.resolve(orderNumber, 'paid'),
    () => world.desk.call('orderMatch/releaseCoin', { body: { orderNumber } }).catch(() => null),
    () => world.desk.call('orderMatch/markOrderAsPaid', { body: { orderNumber } }).catch(() => null),
    () => world.clock.advance(60_000),
    () => world.simulator.tick(),
  ];
}

async function play(world: SimWorld, seed: number): Promise<Map<string, number[]>> {
  const random = createRandom(seed);
  const ads: [string, string] = [
    world.addAd({ initAmount: '100000' }),
    world.addAd({ side: 'BUY', price: '9.5', initAmount: '100000' }),
  ];
  const trails = new Map<string, number[]>();
  for (let step = 0; step < steps; step += 1) {
    const orders = [...world.simulator.marketplace.orders.values()];
    const [first = '', ...others] = orders.slice(-6).map((order) => order.orderNumber);
    const [move, ...moreMoves] = moves(world, random.pick([first, ...others]), ads);
    if (move === undefined) break;
    try {
      await random.pick([move, ...moreMoves])();
    } catch (error) {
      if (!(error instanceof SimRefusal)) throw error;
    }
    for (const order of world.simulator.marketplace.orders.values()) {
      const trail = trails.get(order.orderNumber) ?? [];
      if (trail.at(-1) !== order.status) trail.push(order.status);
      trails.set(order.orderNumber, trail);
    }
  }
  return trails;
}

describe('a seeded run of everything that people and desk can do', () => {
  it.each(seeds)('seed %i: nothing twice, nothing lost, no order leaves its end', async (seed) => {
    const rateLimit = { requests: 100_000, windowMs: 10_000 };
    const world = await openWorld({
      seed,
      rateLimit,
      faults: [
        { operation: '*', when: { probability: 0.1 }, fault: { kind: 'reset', when: 'after' } },
        { operation: '*', when: { probability: 0.1 }, fault: { kind: 'reset', when: 'before' } },
      ],
    });
    const trails = await play(world, seed);
    const { ledger, ads, orders } = world.simulator.marketplace;
    expect(ledger.orders.arrived).toBeGreaterThan(20);
    expect(ledger.orders.arrived).toBe(ledger.orders.completed + ledger.orders.cancelled + ledger.orders.open);
    expect(ledger).toMatchObject({ doublePayments: 0, doubleReleases: 0 });
    for (const trail of trails.values())
      expect(trail.slice(0, -1).filter((status) => terminal.includes(status))).toEqual([]);
    for (const ad of ads.values()) {
      const kept = [...orders.values()].filter(
        (order) => order.advNo === ad.advNo && order.status !== 6 && order.status !== 7,
      );
      const gone = kept.reduce((sum, order) => sum.plus(reservedBy(order)), new Decimal(0));
      expect(gone.plus(ad.surplusAmount).toString()).toBe('100000');
    }
  });
});
