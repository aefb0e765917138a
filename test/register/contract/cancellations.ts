import { describe, expect, it } from 'vitest';
import { signWord } from '../../../src/cli/approver/sign-word.ts';
import type { CancelReason } from '../../../src/domain/cancel-reason.ts';
import { cancelWordLifeMs } from '../../../src/domain/register/cancel-word.ts';
import { cancellingWord } from '../../../src/domain/signing/signed-cancelling.ts';
import { approverKey } from './signatures.ts';
import { fresh, laterMs, payment, startMs, TestDesk, untilMs, type WorldSource } from './test-desk.ts';

const lifeMs = 900_000;
/** After a payment notice that was claimed at the start. */
const saidMs = startMs + 1;
const people = [approverKey('ana'), approverKey('ben')];
const signers = { keys: Object.fromEntries(people.map(({ name, publicKey }) => [name, publicKey])), lifeMs };

/** A purchase that is cancelled: beside its payment notice, and by how many people. */
export function cancellationsContract(world: WorldSource): void {
  const reason = 4;
  const cancelling = { reason, mayBePaid: false } as const;
  const claim = (desk: TestDesk, nowMs = startMs) => desk.claim('order-1', { step: 'cancel', cancelling, nowMs });
  const bought = { side: 'BUY', status: 'AWAITING_PAYMENT' } as const;
  /** The word of a person who looks at the order as it stands. */
  const wordOn = async (desk: TestDesk, by: string, why: CancelReason = reason) => {
    const { generation, epoch } = await desk.marks('order-1');
    const said = {
      account: desk.account,
      orderNumber: 'order-1',
      reason: why,
      despitePayment: true,
      generation,
      epoch,
      by,
    };
    return { ...said, note: 'the wrong price', signed: null, nowMs: saidMs };
  };
  const say = async (desk: TestDesk, by: string, why?: CancelReason) =>
    desk.register.sayCancel(await wordOn(desk, by, why));
  /** Said by two, each of the order as it stands. */
  const sayBoth = async (desk: TestDesk) => {
    for (const by of ['ana', 'ben']) expect(await say(desk, by)).toBeNull();
  };
  const lacks = (...said: string[]) => ({ code: 'cancel-needs-people', people: said, wanted: 2 });
  /** A purchase whose notice had no effect: it was paid all the same. */
  const paid = async (): Promise<TestDesk> => {
    const desk = await TestDesk.open(world());
    await desk.sent('order-1', { step: 'mark-paid' });
    await desk.seeTwice('order-1', bought);
    return desk;
  };

  describe('ADR 0060: a cancellation and a payment notice of one order', () => {
    it('is done when a read shows it, and then no notice leaves', async () => {
      const desk = await TestDesk.open(world());
      await say(desk, 'ana');
      await desk.sent('order-1', { step: 'cancel', cancelling });
      expect(await desk.see('order-1', { ...bought, beganAtMs: startMs })).toMatchObject({
        open: { step: 'cancel', untilMs },
      });
      expect(await desk.claim('order-1', { step: 'mark-paid' })).toMatchObject({
        reason: 'MAY_HAVE_LEFT',
        code: 'rival-may-have-left',
        step: 'cancel',
        untilMs,
      });
      expect(await desk.see('order-1', { ...bought, status: 'CANCELLED' })).toMatchObject({ open: null });
      expect(await desk.states('order-1', 'cancel')).toEqual(['done']);
      expect(await desk.claim('order-1', { step: 'mark-paid' })).toMatchObject({ reason: 'DONE_BEFORE' });
      expect(await claim(desk)).toMatchObject({ reason: 'DONE_BEFORE' });
    });

    it('that reads do not show is not done, and a notice may leave', async () => {
      const desk = await TestDesk.open(world());
      await say(desk, 'ana');
      await desk.sent('order-1', { step: 'cancel', cancelling });
      await desk.seeTwice('order-1', bought);
      expect(await desk.states('order-1', 'cancel')).toEqual(['not-done']);
      expect(await desk.claim('order-1', { step: 'mark-paid' })).toMatchObject({ claimed: true });
    });

    it('while the notice may have left, it is refused, however many ask', async () => {
      const desk = await TestDesk.open(world());
      await desk.sent('order-1', { step: 'mark-paid' });
      for (const by of ['ana', 'ben']) expect(await say(desk, by)).toBeNull();
      expect(await claim(desk)).toMatchObject({ code: 'rival-may-have-left', step: 'mark-paid' });
    });

    it('that is claimed gives way to a later notice, and is armed no more', async () => {
      const desk = await TestDesk.open(world());
      await say(desk, 'ana');
      const number = await desk.claimed('order-1', { step: 'cancel', cancelling });
      expect(await desk.claim('order-1', { step: 'mark-paid' })).toMatchObject({ claimed: true });
      expect(await desk.arm(number, 'order-1')).toMatchObject({ armed: false, code: 'claim-gone' });
    });

    it('a claimed notice gives way to one of two people, and not to one that is refused', async () => {
      const desk = await TestDesk.open(world());
      const number = await desk.claimed('order-1', { step: 'mark-paid' });
      expect(await claim(desk)).toMatchObject(lacks());
      expect(await desk.states('order-1', 'mark-paid')).toEqual(['asked']);
      for (const by of ['ana', 'ben']) await say(desk, by);
      expect(await claim(desk, startMs + 1)).toMatchObject({ claimed: true });
      expect(await desk.arm(number, 'order-1')).toMatchObject({ armed: false, code: 'claim-gone' });
    });

    it('a transfer that is reported ends one that has not left, and says where one may have', async () => {
      const desk = await TestDesk.open(world());
      await say(desk, 'ana');
      const number = await desk.claimed('order-1', { step: 'cancel', cancelling });
      const report = async (nowMs: number) =>
        desk.register.keepTransfer({
          account: desk.account,
          orderNumber: 'order-1',
          by: 'ben',
          despite: [],
          nowMs,
          payment: payment(fresh('out transfer')),
        });
      expect(await report(startMs + 1)).toMatchObject({ refusal: null, mayBeCancelled: false });
      expect(await desk.states('order-1', 'cancel')).toEqual(['not-left']);
      expect(await desk.arm(number, 'order-1')).toMatchObject({ armed: false, code: 'claim-gone' });
      // Two words from before it are of an order that was not paid.
      await sayBoth(desk);
      expect(await claim(desk, startMs + 2)).toMatchObject(lacks());
      for (const by of ['ana', 'ben'])
        await desk.register.sayCancel({ ...(await wordOn(desk, by)), nowMs: startMs + 2 });
      await desk.sent('order-1', { step: 'cancel', cancelling, nowMs: startMs + 3 });
      expect(await report(startMs + 4)).toMatchObject({ refusal: null, mayBeCancelled: true });
    });

    it('another order’s notice says nothing', async () => {
      const desk = await TestDesk.open(world());
      await desk.sent('order-2', { step: 'mark-paid' });
      await say(desk, 'ana');
      expect(await claim(desk)).toMatchObject({ claimed: true });
    });
  });

  describe('ADR 0060: who cancels a purchase', () => {
    it('is a person of the register also where it is unpaid, for as long', async () => {
      const desk = await TestDesk.open(world());
      expect(await claim(desk)).toMatchObject({ ...lacks(), wanted: 1 });
      await desk.register.sayCancel({ ...(await wordOn(desk, 'ana')), despitePayment: false });
      expect(await claim(desk, saidMs + cancelWordLifeMs)).toMatchObject({ ...lacks(), wanted: 1 });
      expect(await claim(desk)).toMatchObject({ claimed: true });
    });

    it('one who did not know of the payment counts no more once it is there', async () => {
      const desk = await paid();
      const word = await wordOn(desk, 'ana');
      await desk.register.sayCancel({ ...word, despitePayment: false, nowMs: startMs + 1 });
      await desk.register.sayCancel({ ...word, nowMs: startMs });
      expect(await claim(desk, startMs + 1)).toMatchObject(lacks());
    });
  });

  describe('ADR 0060: who cancels a purchase that may be paid', () => {
    it('are two different people, and the journal has their words', async () => {
      const desk = await paid();
      expect(await claim(desk)).toMatchObject(lacks());
      for (const by of ['ana', 'Ana ']) expect(await say(desk, by)).toBeNull();
      expect(await claim(desk)).toMatchObject(lacks('ana'));
      expect(await say(desk, 'ben')).toBeNull();
      expect(await claim(desk)).toMatchObject({ claimed: true });
      const entries = await desk.register.orderEntries({ account: desk.account, orderNumber: 'order-1' });
      const words = entries.filter(({ kind }) => kind === 'cancel-word').map(({ body }) => JSON.parse(body) as object);
      expect(words).toMatchObject([{ by: 'ana', note: 'the wrong price', reason }, { by: 'Ana ' }, { by: 'ben' }]);
      const asked = entries.filter(({ kind }) => kind === 'asked').map(({ body }) => JSON.parse(body) as object);
      expect(asked.at(-1)).toMatchObject({ step: 'cancel', reason });
    });

    it('a word of another reason, of long ago, or of before a reset counts no more', async () => {
      const desk = await paid();
      for (const by of ['ana', 'ben']) await say(desk, by, 1);
      expect(await claim(desk)).toMatchObject(lacks());
      for (const by of ['ana', 'ben']) await say(desk, by);
      expect(await claim(desk, saidMs + cancelWordLifeMs)).toMatchObject(lacks());
      const before = await wordOn(desk, 'ana');
      await desk.takeBack('order-1', 'reset');
      expect(await claim(desk)).toMatchObject(lacks());
      const changed = { code: 'changed-since-shown', what: 'order' };
      expect(await desk.register.sayCancel(before)).toEqual(changed);
      expect(await desk.register.sayCancel({ ...(await wordOn(desk, 'ana')), generation: 'another' })).toEqual(changed);
    });

    it('where approvals are signed each word is, also one that was typed before', async () => {
      const desk = await paid();
      const { account } = desk;
      for (const by of ['ana', 'ben']) await say(desk, by);
      await desk.register.beginTerm({ account, leader: '1@here', signers, nowMs: startMs });
      desk.term += 1;
      expect(await claim(desk)).toMatchObject(lacks());
      const refused = { code: 'unsigned-word', word: 'cancellation', stays: 'purchase', orderNumber: 'order-1' };
      expect(await say(desk, 'ana')).toMatchObject({ ...refused, problem: 'missing' });
      for (const key of people) {
        const word = await wordOn(desk, key.name);
        const signed = signWord(cancellingWord(word), { key, nowMs: startMs, approvalLifeMs: lifeMs });
        const other = await desk.register.sayCancel({ ...word, reason: 1, signed });
        expect(other).toMatchObject({ ...refused, problem: 'unfit' });
        expect(await desk.register.sayCancel({ ...word, signed })).toBeNull();
      }
      expect(await claim(desk, laterMs)).toMatchObject({ claimed: true });
    });
  });
}
