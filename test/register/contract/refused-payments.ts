import { describe, expect, it } from 'vitest';
import { signWord } from '../../../src/cli/approver/sign-word.ts';
import { comparedProof } from '../../../src/domain/orders/payment-proof.ts';
import { refusedOrder } from '../../../src/domain/payment-owner.ts';
import { freeingWord } from '../../../src/domain/signing/signed-freeing.ts';
import { sightingOf } from '../../domain/payments/payment-fixture.ts';
import { approverKey } from './signatures.ts';
import { fresh, laterMs, payment, startMs, TestDesk, type RegisterWorld, type WorldSource } from './test-desk.ts';

const lifeMs = 900_000;
const ana = approverKey('ana');
const ben = approverKey('ben');
const signers = { keys: Object.fromEntries([ana, ben].map(({ name, publicKey }) => [name, publicKey])), lifeMs };

/** Returns the word of a person who frees a payment that was refused, as it stands. */
export async function undoing(
  { register }: Pick<RegisterWorld, 'register'>,
  { account, key }: { account: string; key: string },
) {
  const { generation, epoch } = await register.marksOf({ account, subject: refusedOrder });
  const said = { account, orderNumber: refusedOrder, generation, epoch, attempt: 0, payment: key, by: 'ana' };
  return { ...said, note: 'it is of an order', signed: null, nowMs: laterMs };
}

/** A payment that a person has refused backs no order, until a person frees it. */
export function refusedPaymentsContract(world: WorldSource): void {
  const see = (account: string, reference: string) =>
    world().register.seePayment({
      sighting: sightingOf({ delivery: fresh('delivery'), account, reference, seenAtMs: startMs }),
    });
  const open = async (): Promise<TestDesk> => {
    const desk = await TestDesk.open(world());
    await desk.register.beginTerm({ account: desk.account, leader: '1@here', signers, nowMs: startMs });
    return desk;
  };

  describe('a payment that is refused', () => {
    it('payments: one that is refused backs no order of any account, until that is undone', async () => {
      const [account, reference] = [fresh('account'), fresh('REF')];
      const { payment: id } = await see(account, reference);
      const { register } = world();
      const refuse = () => register.refusePayment({ payment: id, by: 'ana', reason: 'sent back', nowMs: startMs });
      const undo = async () => register.freePayment(await undoing(world(), { account, key: comparedProof(reference) }));
      expect(await undo()).toEqual({ code: 'payment-not-held' });
      expect(await refuse()).toBeNull();
      expect(await refuse()).toEqual({ code: 'payment-held', orderNumber: refusedOrder });
      expect(await world().register.paymentsSeen({ account })).toMatchObject([
        { owner: { account, orderNumber: refusedOrder } },
      ]);
      const desk = await TestDesk.open(world(), fresh('account'));
      const order = fresh('order');
      const refused = await desk.claim(order, { payments: [payment(comparedProof(reference))] });
      expect(refused).toMatchObject({ claimed: false, code: 'payment-used', orderNumber: refusedOrder });
      expect(await undo()).toBeNull();
      expect(await desk.claim(order, { payments: [payment(comparedProof(reference))] })).toMatchObject({
        claimed: true,
      });
      expect(await refuse()).toEqual({ code: 'payment-held', orderNumber: order });
      const none = { payment: 999_999_999, by: 'ana', reason: 'x', nowMs: startMs };
      expect(await register.refusePayment(none)).toEqual({ code: 'no-payment' });
    });

    it('payments: one that was refused can be refused again, and is freed by who has seen that', async () => {
      const [account, reference] = [fresh('account'), fresh('REF')];
      const { payment: id } = await see(account, reference);
      const { register } = world();
      const key = comparedProof(reference);
      const refuse = () => register.refusePayment({ payment: id, by: 'ana', reason: 'sent back', nowMs: startMs });
      await refuse();
      const first = await undoing(world(), { account, key });
      expect(await register.freePayment(first)).toBeNull();
      expect(await refuse()).toBeNull();
      expect(await register.freePayment(first)).toEqual({ code: 'changed-since-shown', what: 'payment' });
      expect(await register.freePayment(await undoing(world(), { account, key }))).toBeNull();
      expect(await register.paymentOwners({ keys: [key] })).toEqual([]);
    });
  });

  describe('S25: a refused payment of an account with approvers', () => {
    const refused = async (account: string, reference: string) => {
      const { payment: number } = await see(account, reference);
      const refusal = { payment: number, by: 'ben', reason: 'to go back', nowMs: startMs };
      return { key: comparedProof(reference), refuse: () => world().register.refusePayment(refusal) };
    };
    const spoken = async (of: { account: string; key: string }, { key = ana, nowMs = laterMs } = {}) => {
      const word = await undoing(world(), of);
      return { ...word, signed: signWord(freeingWord(word), { key, nowMs, approvalLifeMs: lifeMs }) };
    };
    const isRefused = async (key: string) =>
      (await world().register.paymentOwners({ keys: [key] })).some(({ orderNumber }) => orderNumber === refusedOrder);

    it('is freed by a signature over it alone, and not by who reaches the register without one', async () => {
      const { account, register } = await open();
      const [{ key, refuse }, other] = [await refused(account, fresh('REF')), await refused(account, fresh('REF'))];
      for (const one of [refuse, other.refuse]) expect(await one()).toBeNull();
      const word = await spoken({ account, key });
      expect(await register.freePayment({ ...word, signed: null })).toEqual({
        code: 'unsigned-word',
        word: 'freeing',
        problem: 'missing',
        signers: ['ana', 'ben'],
        stays: 'refused-payment',
        orderNumber: refusedOrder,
      });
      for (const bad of [
        { ...word, by: 'ben' },
        { ...word, payment: other.key },
        { ...word, attempt: 1 },
        { ...word, nowMs: laterMs + lifeMs },
        await spoken({ account, key }, { key: approverKey('ana') }),
        await spoken({ account, key }, { nowMs: laterMs + lifeMs }),
        { ...(await spoken({ account, key: other.key })), payment: key },
      ])
        expect(await register.freePayment(bad)).toMatchObject({ word: 'freeing', stays: 'refused-payment' });
      for (const one of [key, other.key]) expect(await isRefused(one)).toBe(true);
      expect(await register.freePayment(word)).toBeNull();
      expect([await isRefused(key), await isRefused(other.key)]).toEqual([false, true]);
    });

    it('counts once: it raises the epoch, so that a second refusal stays', async () => {
      const { account, register } = await open();
      const { key, refuse } = await refused(account, fresh('REF'));
      await refuse();
      const word = await spoken({ account, key });
      expect(await register.freePayment(word)).toBeNull();
      expect(await refuse()).toBeNull();
      expect(await register.freePayment(word)).toEqual({ code: 'changed-since-shown', what: 'payment' });
      expect(await register.freePayment({ ...word, epoch: word.epoch + 1 })).toMatchObject({ problem: 'unfit' });
      expect(await isRefused(key)).toBe(true);
      const { generation, epoch, signed } = word;
      const said = { by: 'ana', note: 'it is of an order', generation, epoch, attempt: 0, payment: key, signed };
      const entries = await register.journal({ afterSeq: 0, limit: 100_000 });
      const freed = entries.filter((entry) => entry.account === account && entry.kind === 'freed');
      expect(freed.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([said]);
    });

    it('is not freed through an account without approvers that has seen the same reference', async () => {
      const { account, register } = await open();
      const reference = fresh('REF');
      const { key, refuse } = await refused(account, reference);
      await refuse();
      const { account: typed } = await TestDesk.open(world());
      await refused(typed, reference);
      expect(await register.freePayment(await undoing(world(), { account: typed, key }))).toEqual({
        code: 'payment-not-held',
      });
      expect(await isRefused(key)).toBe(true);
    });
  });
}
