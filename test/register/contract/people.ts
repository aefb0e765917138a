import { describe, expect, it } from 'vitest';
import type { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { laterMs, startMs, TestDesk, type WorldSource } from './test-desk.ts';

/** What the register keeps of people. */
export function peopleContract(world: WorldSource): void {
  describe('ADR 0059: the orders of a person', () => {
    const seen = (desk: TestDesk, orderNumber: string, [status, nowMs = startMs]: [OrderStatus, number?]) =>
      desk.see(orderNumber, { status, nowMs, counterparty: 'S1A2' });
    const of = (desk: TestDesk, person = 's1a2') => desk.register.dealings({ account: desk.account, person });

    it('are known by user number, each as it was last seen; what has ended changes no more', async () => {
      const desk = await TestDesk.open(world());
      expect(await of(desk)).toEqual([]);
      await seen(desk, 'order-1', ['AWAITING_PAYMENT']);
      await seen(desk, 'order-1', ['AWAITING_PAYMENT', startMs + 1]);
      await seen(desk, 'order-1', ['CANCELLED', laterMs]);
      await seen(desk, 'order-1', ['PAID', laterMs + 1]);
      await seen(desk, 'order-2', ['IN_APPEAL', laterMs + 2]);
      await seen(desk, 'order-2', ['COMPLETED', laterMs + 3]);
      await desk.see('order-3', { counterparty: null });
      await desk.see('order-4', { counterparty: 'other' });
      const money = { person: 's1a2', side: 'SELL', total: '70', fiat: 'BOB' };
      expect(await of(desk)).toEqual([
        {
          ...money,
          orderNumber: 'order-1',
          status: 'CANCELLED',
          wasAppealed: false,
          changedAtMs: laterMs,
        },
        {
          ...money,
          orderNumber: 'order-2',
          status: 'COMPLETED',
          wasAppealed: true,
          changedAtMs: laterMs + 3,
        },
      ]);
      expect(await of(desk, 'other')).toHaveLength(1);
      expect(await of(await TestDesk.open(world()))).toEqual([]);
    });

    it('name the person of an order', async () => {
      const desk = await TestDesk.open(world());
      const named = (orderNumber: string) => desk.register.dealingOf({ account: desk.account, orderNumber });
      expect(await named('order-1')).toBeNull();
      await seen(desk, 'order-1', ['PAID']);
      expect(await named('order-1')).toMatchObject({ person: 's1a2', status: 'PAID' });
    });

    it('know a number as the own one, once it stands on the desk’s side of orders with two people', async () => {
      const desk = await TestDesk.open(world());
      const isOwn = (person: string) => desk.register.isOwnNumber({ account: desk.account, person });
      await desk.see('order-1', { counterparty: 'S1A2', own: 'S9' });
      await desk.see('order-2', { counterparty: 'S1A2', own: 'S9' });
      expect(await isOwn('s9')).toBe(false);
      await desk.see('order-3', { counterparty: 'S3', own: 'S9' });
      expect([await isOwn('s9'), await isOwn('s3')]).toEqual([true, false]);
    });
  });

  describe('ADR 0059: a remark', () => {
    it('takes the place of the one before, is taken away by an empty one, and the journal keeps each', async () => {
      const desk = await TestDesk.open(world());
      const { register, account } = desk;
      const say = (person: string, text: string, nowMs = startMs) =>
        register.remark({ account, person, text, by: 'ana', nowMs });
      await say('s1a2', 'slow');
      await say('nickname:mallory', 'asks for another account');
      await say('s1a2', 'slow, and pays', startMs + 1);
      expect(await register.remarks({ account })).toEqual([
        { person: 'nickname:mallory', text: 'asks for another account', by: 'ana', atMs: startMs },
        { person: 's1a2', text: 'slow, and pays', by: 'ana', atMs: startMs + 1 },
      ]);
      await say('s1a2', '');
      expect(await register.remarks({ account })).toHaveLength(1);
      const acts = (await register.acts({ sinceMs: 0 })).filter((entry) => entry.account === account);
      expect(acts.filter(({ kind }) => kind === 'remark')).toHaveLength(4);
    });
  });
}
