import { describe, expect, it } from 'vitest';
import { fresh, laterMs, payment, startMs, TestDesk, type WorldSource } from './test-desk.ts';

/** A payment backs one order, of all accounts. */
export function paymentsContract(world: WorldSource): void {
  const owners = async (key: string) => world().register.paymentOwners({ keys: [key] });

  describe('a payment', () => {
    it('design 6: backs one order, over all orders and accounts', async () => {
      const [one, other] = [await TestDesk.open(world()), await TestDesk.open(world())];
      const key = fresh('payment');
      await one.sent('order-1', { payments: [payment(key)] });
      const refused = { claimed: false, reason: 'PROOF_USED' };
      expect(await one.claim('order-2', { payments: [payment(key)] })).toMatchObject(refused);
      const reply = await other.claim('order-1', { payments: [payment(fresh('payment')), payment(key)] });
      expect(reply).toMatchObject({
        ...refused,
        code: 'payment-used',
        orderNumber: 'order-1',
        account: one.account,
      });
      expect(await owners(key)).toEqual([{ key, account: one.account, orderNumber: 'order-1' }]);
    });

    it('S23: backs nothing while releases of another account are unknown: one of them may rest on it', async () => {
      const [one, other] = [await TestDesk.open(world()), await TestDesk.open(world())];
      const [before, later] = [payment(fresh('payment')), payment(fresh('payment'))];
      await other.claimed('order-1', { payments: [before] });
      const { account, register } = one;
      const released = { account, orderNumbers: ['order-9'], nowMs: startMs };
      await register.compareReleases(released);
      const refused = { claimed: false, reason: 'REGISTER_BEHIND', code: 'forgotten-beside', account };
      expect(await other.claim('order-2', { payments: [later] })).toMatchObject(refused);
      expect(await other.claim('order-1', { payments: [before] })).toMatchObject(refused);
      expect(await other.claim('order-2')).toMatchObject({ claimed: true });
      await register.explainReleases({ ...released, by: 'ana' });
      expect(await other.claim('order-2', { payments: [later] })).toMatchObject({ claimed: true });
    });

    it('S23: nor while those of another account are compared with the former generation alone', async () => {
      const { register } = world();
      const { account } = await TestDesk.open(world());
      const shown = async () =>
        (await register.summary({ nowMs: laterMs })).accounts.find((one) => one.account === account)?.isUncompared;
      const claim = async () =>
        (await TestDesk.open(world())).claim('order-1', { payments: [payment(fresh('payment'))] });
      await register.noteCompared({ account, atMs: startMs });
      expect([await shown(), (await claim()).claimed]).toEqual([false, true]);
      for (const isServed of [true, false]) {
        await register.mint({ generation: fresh('generation'), how: 'restored', nowMs: laterMs });
        expect(await shown()).toBe(true);
        expect(await claim()).toMatchObject({ claimed: false, code: 'forgotten-beside', account });
        if (isServed) await register.noteCompared({ account, atMs: laterMs });
        else await register.explainReleases({ account, orderNumbers: [], by: 'ana', nowMs: laterMs });
        expect([await shown(), (await claim()).claimed]).toEqual([false, true]);
      }
      // The next tests begin generations, too.
      await world().change(`UPDATE accounts SET compared_in = NULL WHERE account = '${account}'`);
    });

    it('design 6: a claim that is refused holds no payment', async () => {
      const desk = await TestDesk.open(world());
      const [used, free] = [fresh('payment'), fresh('payment')];
      await desk.sent('order-1', { payments: [payment(used)] });
      await desk.claim('order-2', { payments: [payment(free), payment(used)] });
      expect(await owners(free)).toEqual([]);
    });

    it('design 6: is free again when its claim never left', async () => {
      const desk = await TestDesk.open(world());
      const key = fresh('payment');
      const number = await desk.sent('order-1', { payments: [payment(key)] });
      await desk.register.withdraw({ account: desk.account, number, nowMs: startMs, why: 'no connection' });
      expect(await owners(key)).toEqual([]);
      expect(await desk.claim('order-2', { payments: [payment(key)] })).toMatchObject({ claimed: true });
    });

    it('design 6: stays with its order when reads show that the call was not done', async () => {
      const desk = await TestDesk.open(world());
      const key = fresh('payment');
      await desk.sent('order-1', { payments: [payment(key)] });
      await desk.seeTwice('order-1');
      expect(await desk.states('order-1')).toEqual(['not-done']);
      expect(await desk.claim('order-2', { payments: [payment(key)] })).toMatchObject({ reason: 'PROOF_USED' });
      const again = await desk.sent('order-1', { payments: [payment(key)] });
      const withdrawal = { account: desk.account, number: again, nowMs: laterMs, why: 'no connection' };
      await desk.register.withdraw(withdrawal);
      // The first attempt may have left with it: what the second one knows of itself frees nothing.
      expect(await owners(key)).toHaveLength(1);
    });

    it.each(['CANCELLED', 'CANCELLED_BY_SYSTEM'] as const)(
      'design 6: is free after the order ended unreleased: %s',
      async (status) => {
        const desk = await TestDesk.open(world());
        const key = fresh('payment');
        await desk.sent('order-1', { payments: [payment(key)] });
        await desk.see('order-1', { status });
        expect(await owners(key)).toEqual([]);
        expect(await desk.claim('order-2', { payments: [payment(key)] })).toMatchObject({ claimed: true });
      },
    );

    it('design 6: is never free after its order was released', async () => {
      const desk = await TestDesk.open(world());
      const key = fresh('payment');
      const number = await desk.sent('order-1', { payments: [payment(key)] });
      await desk.see('order-1', { status: 'RELEASING' });
      await desk.see('order-1', { status: 'CANCELLED' });
      await desk.register.withdraw({ account: desk.account, number, nowMs: startMs, why: 'no connection' });
      await desk.register.beginTerm({ account: desk.account, leader: '2@here', signers: null, nowMs: laterMs });
      expect(await owners(key)).toHaveLength(1);
    });

    it('finding: is used as soon as a release elsewhere is under way, and free if that order ends unreleased', async () => {
      const desk = await TestDesk.open(world());
      const key = fresh('payment');
      await desk.see('order-1', { status: 'RELEASING', payments: [payment(key)] });
      expect(await desk.claim('order-2', { payments: [payment(key)] })).toMatchObject({ reason: 'PROOF_USED' });
      await desk.see('order-1', { status: 'CANCELLED' });
      expect(await owners(key)).toEqual([]);
    });

    it('design 6: one that went to another order meanwhile is not sent', async () => {
      const [one, other] = [await TestDesk.open(world()), await TestDesk.open(world())];
      const key = fresh('payment');
      const number = await one.claimed('order-1', { payments: [payment(key)] });
      // The service shows it released elsewhere, or the order as ended: the payment is free between claim and arming.
      await one.see('order-1', { status: 'CANCELLED' });
      await other.sent('order-1', { payments: [payment(key)] });
      expect(await one.arm(number, 'order-1', { payments: [key] })).toMatchObject({
        armed: false,
        reason: 'PROOF_USED',
      });
    });

    it('money-steps#one-call: an attempt rests on its own: one that an earlier attempt left with the order stops nothing', async () => {
      const desk = await TestDesk.open(world());
      const [before, now] = [fresh('payment'), fresh('payment')];
      await desk.sent('order-1', { payments: [payment(before)] });
      await desk.seeTwice('order-1');
      const number = await desk.claimed('order-1', { payments: [payment(now)] });
      expect(await desk.arm(number, 'order-1', { payments: [now] })).toEqual({ armed: true });
      expect(await desk.register.paymentOwners({ keys: [before, now] })).toHaveLength(2);
    });

    it('money-steps#one-call: beside one that the order holds already, each other one is held as well', async () => {
      const [desk, other] = [await TestDesk.open(world()), await TestDesk.open(world())];
      const [before, now] = [fresh('payment'), fresh('payment')];
      await desk.sent('order-1', { payments: [payment(before)] });
      await desk.seeTwice('order-1');
      await desk.sent('order-1', { payments: [payment(before), payment(now)] });
      expect(await other.claim('order-1', { payments: [payment(now)] })).toMatchObject({ reason: 'PROOF_USED' });
    });

    it('money-steps#one-call: a call that never left frees its own, and none of a later call', async () => {
      const desk = await TestDesk.open(world());
      const [early, late] = [fresh('payment'), fresh('payment')];
      const number = await desk.sent('order-1', { payments: [payment(early)] });
      await desk.sent('order-2', { payments: [payment(late)] });
      await desk.register.withdraw({ account: desk.account, number, nowMs: startMs, why: 'no connection' });
      expect([await owners(early), await owners(late)]).toMatchObject([[], [{ orderNumber: 'order-2' }]]);
    });

    it('money-steps#one-call: an order that ended frees none of an order of another account with the same number', async () => {
      const [buying, selling] = [await TestDesk.open(world()), await TestDesk.open(world())];
      const [order, key] = [fresh('order'), fresh('payment')];
      await selling.sent(order, { payments: [payment(key)] });
      await buying.see(order, { status: 'CANCELLED' });
      expect(await owners(key)).toMatchObject([{ account: selling.account, orderNumber: order }]);
    });

    it('design 6: an order holds as many as it was claimed with, each once', async () => {
      const desk = await TestDesk.open(world());
      const keys = [fresh('payment'), fresh('payment')];
      const payments = [...keys, ...keys].map(payment);
      await desk.sent('order-1', { payments });
      expect(await desk.register.paymentOwners({ keys })).toHaveLength(2);
      expect(await desk.register.paymentOwners({ keys: [] })).toEqual([]);
    });
  });
}
