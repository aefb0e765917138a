import { describe, expect, it } from 'vitest';
import { askService } from '../../../src/activities/money/ask-service.ts';
import type { OrderFacts } from '../../../src/domain/orders/order-facts.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { SaleReads } from '../../../src/domain/orders/sale-reads.ts';
import { orderFacts } from '../../workflows/fixtures.ts';

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
