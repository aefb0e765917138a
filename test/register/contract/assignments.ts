import { describe, expect, it } from 'vitest';
import type { TransferDoubt } from '../../../src/domain/people/assignment.ts';
import { fresh, payment, startMs, TestDesk, type WorldSource } from './test-desk.ts';

/** Who of the desk works at an order, and which transfer pays which purchase. */
export function assignmentsContract(world: WorldSource): void {
  const wordOf = (desk: TestDesk, by: string, nowMs = startMs) => ({
    account: desk.account,
    orderNumber: 'order-1',
    by,
    despite: [],
    nowMs,
  });
  const keepsIt = { refusal: null };
  const taking = (...word: Parameters<typeof wordOf>) => ({ ...wordOf(...word), drops: false });
  const dropping = (...word: Parameters<typeof wordOf>) => ({ ...wordOf(...word), drops: true });
  const tenMinutes = 600_000;

  describe('ADR 0059: an order that one takes', () => {
    it('is no one else’s for ten minutes; taking it again renews that, and only who has it drops it', async () => {
      const desk = await TestDesk.open(world());
      const { register } = desk;
      const taken = { assignee: 'ana', untilMs: startMs + tenMinutes };
      expect(await register.takeOrder(taking(desk, 'ana'))).toEqual(taken);
      expect(await register.takeOrder(taking(desk, 'ben', startMs + 1))).toEqual(taken);
      expect(await register.takeOrder(taking(desk, 'ana', startMs + 1))).toMatchObject({ untilMs: taken.untilMs + 1 });
      expect(await register.takeOrder(dropping(desk, 'ben', startMs + 2))).toMatchObject({ assignee: 'ana' });
      expect(await register.assignedTo(wordOf(desk, ''))).toMatchObject({ assignee: 'ana' });
      expect(await register.takeOrder(dropping(desk, 'ana', startMs + 2))).toBeNull();
      expect(await register.takeOrder(dropping(desk, 'ana', startMs + 2))).toBeNull();
      expect(await register.takeOrder(taking(desk, 'ben', startMs + 3))).toMatchObject({ assignee: 'ben' });
      const over = startMs + 3 + tenMinutes;
      expect(await register.assignedTo(wordOf(desk, '', over))).toBeNull();
      expect(await register.takeOrder(taking(desk, 'ana', over))).toMatchObject({ assignee: 'ana' });
    });
  });

  describe('ADR 0059: a transfer', () => {
    interface Wish {
      readonly orderNumber?: string;
      readonly nowMs?: number;
      readonly despite?: readonly TransferDoubt[];
    }
    const keep = (desk: TestDesk, key: string, { orderNumber = 'order-1', nowMs = startMs, despite = [] }: Wish = {}) =>
      desk.register.keepTransfer({ ...wordOf(desk, 'ben', nowMs), orderNumber, payment: payment(key), despite });
    const heldOf = async (desk: TestDesk, orderNumber = 'order-1') =>
      (await desk.register.heldPayments({ account: desk.account, orderNumber })).map(({ key }) => key);
    const used = (desk: TestDesk) => ({
      refusal: { code: 'transfer-used', account: desk.account, orderNumber: 'order-1' },
    });

    it('of another than who has the order does not count, but where he means it, or no one has it any more', async () => {
      const desk = await TestDesk.open(world());
      const key = fresh('out one');
      await desk.register.takeOrder(taking(desk, 'ana'));
      const refusal = { code: 'order-taken', assignee: 'ana', untilMs: startMs + tenMinutes };
      expect(await keep(desk, key)).toEqual({ refusal });
      expect(await heldOf(desk)).toEqual([]);
      expect(await keep(desk, key, { despite: ['holder'] })).toMatchObject({ ...keepsIt, added: [key] });
      expect(await keep(desk, key, { nowMs: startMs + tenMinutes })).toMatchObject({ ...keepsIt, added: [] });
    });

    it('pays one purchase of all accounts, however often it is reported; one that a person means stays with the first', async () => {
      const [desk, other] = [await TestDesk.open(world()), await TestDesk.open(world())];
      const key = fresh('out one');
      expect([await keep(desk, key), await keep(desk, key)]).toMatchObject([{ added: [key] }, { added: [] }]);
      const second = { orderNumber: 'order-2' };
      expect([await keep(desk, key, second), await keep(other, key)]).toEqual([used(desk), used(desk)]);
      expect(await keep(desk, key, { ...second, despite: ['reference'] })).toMatchObject({ ...keepsIt, added: [] });
      expect([await heldOf(desk), await heldOf(desk, 'order-2')]).toEqual([[key], []]);
    });

    it('is corrected while no call has left with it, and freed where its order refuses it; no payment that came in is', async () => {
      const desk = await TestDesk.open(world());
      const { account } = desk;
      const [mistyped, right, late] = [fresh('out one'), fresh('out one'), fresh('out one')];
      const freeing = (keys: string[]) =>
        desk.register.freeTransfers({ account, orderNumber: 'order-1', keys, nowMs: startMs });
      await keep(desk, mistyped);
      expect(await keep(desk, right, { nowMs: startMs + 1 })).toMatchObject({ added: [right], former: [mistyped] });
      await freeing([mistyped]);
      expect(await heldOf(desk)).toEqual([right]);
      expect(await keep(desk, mistyped, { orderNumber: 'order-2' })).toMatchObject({ added: [mistyped] });
      await desk.sent('order-1', { step: 'mark-paid', nowMs: startMs + 1 });
      expect(await keep(desk, late, { nowMs: startMs + 2 })).toMatchObject({ added: [late], former: [] });
      await freeing([late, mistyped]);
      expect([await heldOf(desk), await heldOf(desk, 'order-2')]).toEqual([[right], [mistyped]]);
      const came = fresh('came in');
      await desk.see('order-1', { status: 'COMPLETED', payments: [payment(came)] });
      await freeing([came]);
      expect(await heldOf(desk)).toContain(came);
    });

    it('is free once its purchase has ended cancelled, also where its notice has left', async () => {
      const desk = await TestDesk.open(world());
      const key = fresh('out one');
      await keep(desk, key);
      await desk.sent('order-1', { step: 'mark-paid' });
      for (const status of ['PAID', 'COMPLETED', 'IN_APPEAL'] as const)
        await desk.see('order-1', { side: 'BUY', status });
      expect(await keep(desk, key, { orderNumber: 'order-2' })).toEqual(used(desk));
      await desk.see('order-1', { side: 'BUY', status: 'CANCELLED' });
      expect(await keep(desk, key, { orderNumber: 'order-2' })).toMatchObject({ added: [key] });
      await desk.see('order-2', { side: 'BUY', status: 'CANCELLED_BY_SYSTEM' });
      expect(await heldOf(desk, 'order-2')).toEqual([]);
    });
  });
}
