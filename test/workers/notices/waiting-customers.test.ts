import { describe, expect, it, vi } from 'vitest';
import { WaitingCustomers } from '../../../src/workers/notices/waiting-customers.ts';
import { orderWorkflowId } from '../../../src/workflows/contract/workflow-ids.ts';
import { openActivityWorld } from '../../activities/activity-fixture.ts';
import { paidSale } from '../../activities/money/money-fixture.ts';

const minuteMs = 60_000;
const list = 'orderMatch/listOrders';
const chat = 'chat/retrieveChatMessagesWithPagination';

async function openSale(waitMs = 5 * minuteMs) {
  const world = await openActivityWorld();
  const orderNumber = paidSale(world);
  const customers = new WaitingCustomers({ ...world.deps, waitMs });
  return { world, orderNumber, customers };
}

describe('customers who wait', () => {
  it('chat: an unread message of the counterparty waits once it is old enough, until it is read', async () => {
    const { world, orderNumber, customers } = await openSale();
    const saidAtMs = world.clock.now();
    world.simulator.counterparties.say(orderNumber, 'Hola Hortensia?');
    expect(await customers.needs()).toEqual([]);
    world.clock.advance(4 * minuteMs);
    expect(await customers.needs()).toEqual([]);
    world.clock.advance(2 * minuteMs);
    world.simulator.counterparties.say(orderNumber, 'sigues ahi?');
    const needs = await customers.needs();
    expect(needs).toEqual([
      {
        fact: { code: 'customer-waits' },
        sinceMs: saidAtMs,
        isUrgentAtOnce: false,
        of: { workflowId: orderWorkflowId(world.deps.account, orderNumber), type: 'order' },
      },
    ]);
    expect(JSON.stringify(needs)).not.toContain('Hortensia');
    await world.deps.marketplace.orders.markRead(orderNumber, { priority: 'market' });
    world.clock.advance(minuteMs);
    expect(await customers.needs()).toEqual([]);
  });

  it('chat: costs one list a minute, and nothing where it is off', async () => {
    const { world, customers } = await openSale();
    for (let look = 0; look < 10; look += 1) await customers.needs();
    world.clock.advance(minuteMs);
    await customers.needs();
    // The service's own messages are unread, too: their chat is read once.
    expect([world.callsOf(list), world.callsOf(chat)]).toEqual([2, 1]);
    const off = await openSale(0);
    off.world.simulator.counterparties.say(off.orderNumber, 'hola');
    off.world.clock.advance(60 * minuteMs);
    expect(await off.customers.needs()).toEqual([]);
    expect(off.world.calls).toEqual([]);
  });

  it('chat: what was known holds while nothing can be read, and during a ban nothing is called', async () => {
    const { world, orderNumber, customers } = await openSale();
    world.simulator.counterparties.say(orderNumber, 'hola');
    world.clock.advance(6 * minuteMs);
    expect(await customers.needs()).toHaveLength(1);
    world.clock.advance(minuteMs);
    const failing = vi.spyOn(world.deps.marketplace.orders, 'listUnread').mockRejectedValueOnce(new Error('away'));
    expect(await customers.needs()).toHaveLength(1);
    failing.mockRestore();
    world.clock.advance(minuteMs);
    world.exchange.gate.setBan(world.clock.now() + minuteMs);
    const before = world.calls.length;
    expect(await customers.needs()).toHaveLength(1);
    expect(world.calls).toHaveLength(before);
  });
});
