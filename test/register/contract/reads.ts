import { describe, expect, it } from 'vitest';
import { dayMs, fresh, payment, startMs, TestDesk, untilMs, type WorldSource } from './test-desk.ts';

/** Only reads change a step that has left. */
export function readsContract(world: WorldSource): void {
  describe('a read of the service', () => {
    it('design 6: two that agree, from the call’s end on, show that it was not done; one does not', async () => {
      const desk = await TestDesk.open(world());
      await desk.sent('order-1');
      await desk.see('order-1', { beganAtMs: untilMs });
      expect(await desk.states('order-1')).toEqual(['leaving']);
      expect(await desk.see('order-1', { beganAtMs: untilMs + 1 })).toMatchObject({ open: null });
      expect(await desk.states('order-1')).toEqual(['not-done']);
      expect(await desk.claim('order-1')).toMatchObject({ claimed: true });
    });

    it('design 6: one that began before does not count, and one counts once', async () => {
      const desk = await TestDesk.open(world());
      await desk.sent('order-1');
      for (const beganAtMs of [startMs, untilMs - 2, untilMs - 1]) await desk.see('order-1', { beganAtMs });
      for (let time = 0; time < 3; time += 1) await desk.see('order-1', { beganAtMs: untilMs });
      expect(await desk.states('order-1')).toEqual(['leaving']);
    });

    it('design 6: one of an order that ended without the step is enough, from the call’s end on', async () => {
      const desk = await TestDesk.open(world());
      await desk.sent('order-1');
      await desk.see('order-1', { status: 'CANCELLED', beganAtMs: untilMs - 1 });
      expect(await desk.states('order-1')).toEqual(['leaving']);
      await desk.see('order-1', { status: 'CANCELLED', beganAtMs: untilMs });
      expect(await desk.states('order-1')).toEqual(['not-done']);
    });

    it('design 6: a late effect is done all the same', async () => {
      const desk = await TestDesk.open(world());
      await desk.sent('order-1');
      await desk.seeTwice('order-1');
      await desk.see('order-1', { status: 'COMPLETED' });
      expect(await desk.states('order-1')).toEqual(['done']);
      expect(await desk.claim('order-1')).toMatchObject({ reason: 'DONE_BEFORE' });
    });

    it('money-steps#one-call: of several attempts one is shown as done, however often: the newest that may have left', async () => {
      const desk = await TestDesk.open(world());
      await desk.sent('order-1');
      await desk.seeTwice('order-1');
      await desk.sent('order-1');
      for (let time = 0; time < 2; time += 1) {
        await desk.see('order-1', { status: 'COMPLETED' });
        expect(await desk.states('order-1')).toEqual(['not-done', 'done']);
      }
    });

    it('money-steps#one-call: of several that counted as not done the newest is the one that took effect late', async () => {
      const desk = await TestDesk.open(world());
      for (let time = 0; time < 2; time += 1) {
        await desk.sent('order-1');
        await desk.seeTwice('order-1');
      }
      await desk.see('order-1', { status: 'COMPLETED' });
      expect(await desk.states('order-1')).toEqual(['not-done', 'done']);
    });

    it('design 6: a release that no row knows is booked, with its payments, in the sum of the day', async () => {
      const desk = await TestDesk.open(world());
      const key = fresh('payment');
      await desk.see('order-1', { status: 'COMPLETED', payments: [payment(key)], nowMs: startMs });
      await desk.see('order-1', { status: 'COMPLETED', payments: [payment(key)], nowMs: startMs + 1 });
      expect(await desk.states('order-1')).toEqual(['done']);
      expect(await desk.register.paymentOwners({ keys: [key] })).toMatchObject([{ orderNumber: 'order-1' }]);
      expect(await desk.claim('order-2', { perDay: '139.99' })).toMatchObject({ reason: 'OVER_DAY_CAP' });
      expect(await desk.claim('order-1')).toMatchObject({ reason: 'DONE_BEFORE' });
    });

    it('design 6: a release that shows before a claim was armed ends the claim: it can be armed no more', async () => {
      const desk = await TestDesk.open(world());
      const number = await desk.claimed('order-1');
      await desk.see('order-1', { status: 'COMPLETED' });
      expect(await desk.states('order-1')).toEqual(['done']);
      expect(await desk.arm(number, 'order-1')).toMatchObject({ armed: false, reason: 'NOT_SENT' });
    });

    it('design 6: a release of a claim that never left is booked as well', async () => {
      const desk = await TestDesk.open(world());
      const number = await desk.claimed('order-1');
      await desk.register.withdraw({ account: desk.account, number, nowMs: startMs, why: 'no connection' });
      await desk.see('order-1', { status: 'COMPLETED' });
      expect(await desk.states('order-1')).toEqual(['not-left', 'done']);
    });

    it('design 6: nothing is booked for what the desk buys', async () => {
      const desk = await TestDesk.open(world());
      await desk.see('order-1', { side: 'BUY', status: 'COMPLETED' });
      expect(await desk.states('order-1')).toEqual([]);
      expect(await desk.states('order-1', 'mark-paid')).toEqual([]);
    });
  });

  describe('the sum of a day', () => {
    it('design 6: counts what is claimed, leaving and done, and nothing else', async () => {
      const desk = await TestDesk.open(world());
      const withdrawn = await desk.claimed('order-1');
      await desk.register.withdraw({ account: desk.account, number: withdrawn, nowMs: startMs, why: 'no connection' });
      await desk.sent('order-2');
      await desk.seeTwice('order-2');
      await desk.claimed('order-3', { step: 'mark-paid' });
      await desk.claimed('order-4', { fiat: 'PEN' });
      expect(await desk.claim('order-5', { perDay: '70' })).toMatchObject({ claimed: true });
      await desk.sent('order-6');
      await desk.sent('order-7');
      await desk.see('order-7', { status: 'COMPLETED' });
      expect(await desk.claim('order-8', { perDay: '279.99' })).toMatchObject({
        claimed: false,
        reason: 'OVER_DAY_CAP',
        code: 'over-day-cap',
        sum: '280',
        fiat: 'BOB',
        perDay: '279.99',
      });
      expect(await desk.claim('order-8', { perDay: '280' })).toMatchObject({ claimed: true });
    });

    it('design 6: counts an order once, by its value, and not the order itself', async () => {
      const desk = await TestDesk.open(world());
      await desk.sent('order-1', { total: '9' });
      await desk.seeTwice('order-1');
      await desk.see('order-1', { status: 'COMPLETED' });
      await desk.sent('order-2', { total: '1000' });
      await desk.seeTwice('order-2');
      await desk.claimed('order-2', { total: '1000', perDay: '1009' });
      expect(await desk.claim('order-3', { total: '1', perDay: '1009.99' })).toMatchObject({ reason: 'OVER_DAY_CAP' });
      expect(await desk.claim('order-3', { total: '1', perDay: '1010' })).toMatchObject({ claimed: true });
    });

    it('design 6: ends 24 hours after the release was armed', async () => {
      const desk = await TestDesk.open(world());
      const armedMs = startMs + 5_000;
      await desk.arm(await desk.claimed('order-1'), 'order-1', { nowMs: armedMs });
      const cap = { perDay: '100' };
      const late = { ...cap, nowMs: armedMs + dayMs - 1 };
      expect(await desk.claim('order-2', late)).toMatchObject({ reason: 'OVER_DAY_CAP' });
      expect(await desk.claim('order-2', { ...cap, nowMs: armedMs + dayMs })).toMatchObject({ claimed: true });
    });
  });
}
