import { describe, expect, it } from 'vitest';
import { fresh, laterMs, payment, startMs, TestDesk, type WorldSource } from './test-desk.ts';

const stepMs = 30_000;
const present = Math.floor(startMs / stepMs);

/** Which process may send, and with which one-time code. */
export function termsContract(world: WorldSource): void {
  describe('a term of the lead', () => {
    it('design 6: a new one frees what was claimed and never armed', async () => {
      const desk = await TestDesk.open(world());
      const key = fresh('payment');
      await desk.claimed('order-1', { payments: [payment(key)] });
      await desk.sent('order-2');
      const { term } = await desk.register.beginTerm({
        account: desk.account,
        leader: '2@here',
        signers: null,
        nowMs: laterMs,
      });
      expect(term).toBe(desk.term + 1);
      expect(await desk.states('order-1')).toEqual(['not-left']);
      expect(await desk.states('order-2')).toEqual(['leaving']);
      expect(await desk.register.paymentOwners({ keys: [key] })).toEqual([]);
    });

    it('design 6: an older one neither claims nor arms, and takes no claim’s place', async () => {
      const desk = await TestDesk.open(world());
      const number = await desk.claimed('order-1');
      const newer = await TestDesk.open(world(), desk.account);
      expect(await desk.arm(number, 'order-1')).toMatchObject({ armed: false, reason: 'NOT_SENT' });
      const theirs = await newer.claimed('order-1');
      expect(await desk.arm(theirs, 'order-1')).toMatchObject({ armed: false, reason: 'NOT_SENT' });
      expect(await desk.claim('order-1')).toMatchObject({ claimed: false, reason: 'NOT_SENT' });
      expect(await newer.arm(theirs, 'order-1')).toEqual({ armed: true });
    });
  });

  describe('a guard that has permitted more than the register knows', () => {
    const seen = async (desk: TestDesk, permitted: number, generation?: string) => {
      const own = (await desk.marks('')).generation;
      return desk.register.compareGuard({
        account: desk.account,
        generation: generation ?? own,
        permitted,
        nowMs: laterMs,
      });
    };

    it('finding: stops every claim for good, and takes no number for the refused ones', async () => {
      const desk = await TestDesk.open(world());
      await desk.sent('order-1');
      expect(await seen(desk, 1)).toBe(false);
      expect(await seen(desk, 2)).toBe(true);
      for (const subject of ['order-2', 'order-3', 'order-4'])
        expect(await desk.claim(subject)).toMatchObject({ claimed: false, reason: 'REGISTER_BEHIND' });
      const newer = await TestDesk.open(world(), desk.account);
      expect(await newer.claim('order-5')).toMatchObject({ claimed: false, reason: 'REGISTER_BEHIND' });
      // What was released elsewhere is booked with a number of its own.
      for (const order of ['order-7', 'order-8']) await newer.see(order, { status: 'COMPLETED' });
      expect(await newer.claim('order-5')).toMatchObject({ claimed: false, reason: 'REGISTER_BEHIND' });
      // A guard that was rolled back has forgotten it.
      expect(await seen(newer, 0)).toBe(true);
      const { accounts } = await desk.register.summary({ nowMs: laterMs });
      expect(accounts.find(({ account }) => account === desk.account)).toMatchObject({ unknownNumber: 2 });
    });

    it('says nothing of another generation', async () => {
      const desk = await TestDesk.open(world());
      expect(await seen(desk, 99, 'another')).toBe(false);
      expect(await desk.claim('order-1')).toMatchObject({ claimed: true });
    });
  });

  describe('a one-time code', () => {
    const armed = async (desk: TestDesk, codeStep: number) => {
      const subject = fresh('order');
      return desk.arm(await desk.claimed(subject), subject, { codeStep });
    };

    it('design 6: is used once, and no older one after it', async () => {
      const desk = await TestDesk.open(world());
      expect(await armed(desk, present)).toEqual({ armed: true });
      for (const step of [present, present - 1])
        expect(await armed(desk, step)).toMatchObject({ armed: false, reason: 'CODE_USED' });
      expect(await armed(desk, present + 1)).toEqual({ armed: true });
    });

    it('design 6: is refused more than two steps from the guard’s time, and then not kept', async () => {
      const desk = await TestDesk.open(world());
      for (const step of [present - 3, present + 3, present + 1_000])
        expect(await armed(desk, step)).toMatchObject({ armed: false, reason: 'CLOCK_SKEW' });
      expect(await armed(desk, present - 2)).toEqual({ armed: true });
      expect(await armed(desk, present + 2)).toEqual({ armed: true });
    });

    it('design 6: one from the future that was kept does not count', async () => {
      const desk = await TestDesk.open(world());
      await world().change(`UPDATE accounts SET code_step = ${present + 500} WHERE account = '${desk.account}'`);
      expect(await armed(desk, present)).toEqual({ armed: true });
      expect(await armed(desk, present)).toMatchObject({ reason: 'CODE_USED' });
    });

    it('design 6: a step without a code keeps the last one', async () => {
      const desk = await TestDesk.open(world());
      await armed(desk, present);
      await desk.sent('order-1');
      expect(await armed(desk, present)).toMatchObject({ reason: 'CODE_USED' });
    });
  });
}
