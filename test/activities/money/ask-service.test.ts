/** What money asks the service for, how its calls go to it, and what the register keeps of an answer. */
import { describe, expect, it, vi } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import { askService } from '../../../src/activities/money/ask-service.ts';
import type { OrderFacts } from '../../../src/domain/orders/order-facts.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { SaleReads } from '../../../src/domain/orders/sale-reads.ts';
import { orderFacts } from '../../workflows/fixtures.ts';
import { openActivityWorld } from '../activity-fixture.ts';
import { duePurchase, markPaid, markPaidInput, paidSale, placeInput, release, releaseInput } from './money-fixture.ts';

const order = orderFacts({ side: 'SELL', status: OrderStatus.PAID });
const input = { orderNumber: order.orderNumber, role: 'maker' } as const;

/** A service whose answers come when the test says so. */
function world() {
  const asked: string[] = [];
  const reading = Promise.withResolvers<OrderFacts>();
  const allowing = Promise.withResolvers<boolean>();
  const orders = {
    read: () => {
      asked.push('read');
      return reading.promise;
    },
    mayRelease: () => {
      asked.push('mayRelease');
      return allowing.promise;
    },
  };
  const marketplace = { orders, account: { clockDifferenceMs: () => null } };
  const saleReads = new SaleReads({ now: () => 0 });
  const deps = { marketplace, register: {}, clock: { now: () => 0 }, saleReads } as never;
  return { asked, reading, allowing, saleReads, deps };
}

describe('what a look at the release gate asks the service for', () => {
  it('before a release both questions leave at once', async () => {
    const { asked, reading, allowing, deps } = world();
    const asking = askService(deps, input, 'money');
    expect(asked).toEqual(['read', 'mayRelease']);
    allowing.resolve(true);
    reading.resolve(order);
    const { said, mayRelease } = await asking;
    expect([said.order, await mayRelease(), asked.length]).toEqual([order, true, 2]);
  });

  it('a failure of the second counts where its answer is needed, and nowhere else', async () => {
    const { reading, allowing, deps } = world();
    const asking = askService(deps, input, 'money');
    allowing.reject(new Error('no answer'));
    reading.resolve(order);
    const { mayRelease } = await asking;
    await expect(mayRelease()).rejects.toThrow('no answer');
  });

  it('else the second is asked once the first says that it is needed', async () => {
    const { asked, reading, allowing, deps } = world();
    const asking = askService(deps, input, 'order');
    reading.resolve(order);
    const { mayRelease } = await asking;
    expect(asked).toEqual(['read']);
    allowing.resolve(false);
    expect([await mayRelease(), asked]).toEqual([false, ['read', 'mayRelease']]);
  });

  it.each([null, true, false])('what was kept is not asked again (%s)', async (serviceAllows) => {
    const { asked, allowing, saleReads, deps } = world();
    saleReads.keep({ order, beganAtMs: 0, role: 'maker', serviceAllows, counterparty: null });
    allowing.resolve(true);
    const { said, mayRelease } = await askService(deps, input, 'money');
    expect([said.order, await mayRelease()]).toEqual([order, serviceAllows ?? true]);
    expect(asked).toEqual(serviceAllows === null ? ['mayRelease'] : []);
  });
});

it('money-steps#one-call: before everything else, and at the socket within a quarter of a second', async () => {
  const world = await openActivityWorld();
  const { orders } = world.exchange;
  const calls = [vi.spyOn(orders, 'releaseCoin'), vi.spyOn(orders, 'markOrderAsPaid'), vi.spyOn(orders, 'placeOrder')];
  expect(await release(world, releaseInput(paidSale(world)))).toMatchObject({ kind: 'executed' });
  expect(await markPaid(world, markPaidInput(duePurchase(world)))).toMatchObject({ kind: 'executed' });
  await world.asPlacement('r1').run(world.money.placeOrder, placeInput());
  for (const { mock } of calls) {
    const lane = { priority: 'money', door: { withinMs: 250 } };
    expect(mock.calls.map(([, options]) => options)).toMatchObject([lane]);
  }
});

it('I3: the order that the service names for a placement is kept with it, before any read shows it', async () => {
  const world = await openActivityWorld();
  const placed = (await world.asPlacement('r1').run(world.money.placeOrder, placeInput())) as MoneyAttempt;
  const orderNumber = placed.kind === 'executed' ? placed.orderNumber : null;
  expect(orderNumber).toMatch(/^\d+$/);
  const rows = await world.deps.register.stepRows({ step: 'place', subject: 'r1' });
  expect(rows).toMatchObject([{ state: 'leaving', orderNumber }]);
});
