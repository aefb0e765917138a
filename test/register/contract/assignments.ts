import { describe, expect, it } from 'vitest';
import { fresh, payment, startMs, TestDesk, type WorldSource } from './test-desk.ts';

/** Who of the desk works at an order, and which transfer pays which purchase. */
export function assignmentsContract(world: WorldSource): void {
  const wordOf = (desk: TestDesk, by: string, nowMs = startMs) => ({
    account: desk.account,
    orderNumber: 'order-1',
    by,
    nowMs,
  });
  const tenMinutes = 600_000;

  describe('ADR 0059: an order that one takes', () => {
    it('is no one else’s for ten minutes; taking it again renews that, and only who has it drops it', async () => {
      const desk = await TestDesk.open(world());
      const { register } = desk;
      const taken = { assignee: 'ana', untilMs: startMs + tenMinutes };
      expect(await register.takeOrder(wordOf(desk, 'ana'))).toEqual(taken);
      expect(await register.takeOrder(wordOf(desk, 'ben', startMs + 1))).toEqual(taken);
      expect(await register.takeOrder(wordOf(desk, 'ana', startMs + 1))).toMatchObject({ untilMs: taken.untilMs + 1 });
      expect(await register.dropOrder(wordOf(desk, 'ben', startMs + 2))).toMatchObject({ assignee: 'ana' });
      expect(await register.assignedTo(wordOf(desk, ''))).toMatchObject({ assignee: 'ana' });
      expect(await register.dropOrder(wordOf(desk, 'ana', startMs + 2))).toBeNull();
      expect(await register.dropOrder(wordOf(desk, 'ana', startMs + 2))).toBeNull();
      expect(await register.takeOrder(wordOf(desk, 'ben', startMs + 3))).toMatchObject({ assignee: 'ben' });
      const over = startMs + 3 + tenMinutes;
      expect(await register.assignedTo(wordOf(desk, '', over))).toBeNull();
      expect(await register.takeOrder(wordOf(desk, 'ana', over))).toMatchObject({ assignee: 'ana' });
    });
  });

  describe('ADR 0059: a transfer', () => {
    it('of another than who has the order does not count, and no one having it is no hindrance', async () => {
      const desk = await TestDesk.open(world());
      const transfer = (by: string, nowMs = startMs) =>
        desk.register.keepTransfer({ ...wordOf(desk, by, nowMs), payment: payment(`out ${desk.account}`) });
      await desk.register.takeOrder(wordOf(desk, 'ana'));
      expect(await transfer('ben')).toEqual({
        code: 'order-taken',
        assignee: 'ana',
        untilMs: startMs + tenMinutes,
      });
      expect(await transfer('ana')).toBeNull();
      expect(await transfer('ben', startMs + tenMinutes)).toBeNull();
    });

    it('pays one purchase of all accounts, however often it is reported', async () => {
      const [desk, other] = [await TestDesk.open(world()), await TestDesk.open(world())];
      const sent = payment(fresh('out'));
      const keep = (of: TestDesk, orderNumber: string) =>
        of.register.keepTransfer({ ...wordOf(of, 'ana'), orderNumber, payment: sent });
      expect([await keep(desk, 'order-1'), await keep(desk, 'order-1')]).toEqual([null, null]);
      const used = { code: 'transfer-used', account: desk.account, orderNumber: 'order-1' };
      expect([await keep(desk, 'order-2'), await keep(other, 'order-1')]).toEqual([used, used]);
    });
  });
}
