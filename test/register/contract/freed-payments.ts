import { describe, expect, it } from 'vitest';
import { signWord } from '../../../src/cli/approver/sign-word.ts';
import { freeingWord } from '../../../src/domain/signing/signed-freeing.ts';
import { approverKey } from './signatures.ts';
import { fresh, laterMs, payment, startMs, TestDesk, untilMs, type WorldSource } from './test-desk.ts';

const lifeMs = 900_000;
const ana = approverKey('ana');

/** A payment that a person frees, because the release of its order was not done and it is another order's. */
export function freedPaymentsContract(world: WorldSource): void {
  /** The word of a person who looks at the order as it stands. */
  const wordOn = async (desk: TestDesk, orderNumber: string, key: string) => {
    const { account, register } = desk;
    const rows = await register.stepRows({ account, step: 'release', subject: orderNumber });
    const { generation, epoch } = await desk.marks(orderNumber);
    const said = { account, orderNumber, generation, epoch, attempt: rows.at(-1)?.number ?? 0, payment: key };
    return { ...said, by: 'ana', note: 'seen in the app', signed: null, nowMs: laterMs };
  };
  const free = async (desk: TestDesk, orderNumber: string, key: string) =>
    desk.register.freePayment(await wordOn(desk, orderNumber, key));
  const owners = async (key: string) =>
    (await world().register.paymentOwners({ keys: [key] })).map(({ orderNumber }) => orderNumber);

  /** An account with an order whose release reads have shown as not done, and that holds a payment. */
  const notDone = async (): Promise<{ desk: TestDesk; key: string }> => {
    const desk = await TestDesk.open(world());
    const key = fresh('payment');
    await desk.sent('order-1', { payments: [payment(key)] });
    await desk.seeTwice('order-1');
    return { desk, key };
  };

  describe('design 6: a payment that a person frees', () => {
    it('backs another order from then on, and is journaled with who, why and what was shown', async () => {
      const { desk, key } = await notDone();
      const { account, register } = desk;
      expect(await register.heldPayments({ account, orderNumber: 'order-1' })).toEqual([
        { key, proof: `as reported: ${key}`, sinceMs: startMs },
      ]);
      const word = await wordOn(desk, 'order-1', key);
      expect(await register.freePayment(word)).toBeNull();
      expect(await owners(key)).toEqual([]);
      expect(await register.heldPayments({ account, orderNumber: 'order-1' })).toEqual([]);
      expect(await desk.marks('order-1')).toMatchObject({ epoch: 1, held: null });
      const number = await desk.sent('order-2', { payments: [payment(key)] });
      expect(number).toBe(2);
      expect(await owners(key)).toEqual(['order-2']);
      const journal = await register.journal({ afterSeq: 0, limit: 100_000 });
      const freed = journal.filter((entry) => entry.account === account && entry.kind === 'freed');
      const { generation } = word;
      const said = { by: 'ana', note: 'seen in the app', generation, epoch: 0, attempt: 1, payment: key };
      expect(freed.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
        { ...said, proof: `as reported: ${key}`, signed: null },
      ]);
    });

    it('never backs its former order again: not while it is free, while another holds it, nor once that has ended', async () => {
      const { desk, key } = await notDone();
      await free(desk, 'order-1', key);
      const again = () => desk.claim('order-1', { payments: [payment(fresh('payment')), payment(key)] });
      const refused = { claimed: false, reason: 'PROOF_USED' };
      expect(await again()).toMatchObject({ ...refused, code: 'payment-taken' });
      await desk.sent('order-2', { payments: [payment(key)] });
      expect(await again()).toMatchObject({ ...refused, code: 'payment-used', orderNumber: 'order-2' });
      await desk.see('order-2', { status: 'CANCELLED' });
      expect(await owners(key)).toEqual([]);
      // A reset of its workflow, and reads for it that name the payment.
      await desk.see('order-1', { resetId: fresh('reset'), payments: [payment(key)] });
      expect(await again()).toMatchObject(refused);
      expect(await desk.claim('order-3', { payments: [payment(key)] })).toMatchObject({ claimed: true });
    });

    it('money-steps#one-call: never backs its former order again, also once that has ended unreleased', async () => {
      const { desk, key } = await notDone();
      await free(desk, 'order-1', key);
      await desk.see('order-1', { status: 'CANCELLED' });
      expect(await desk.claim('order-1', { payments: [payment(key)] })).toMatchObject({ reason: 'PROOF_USED' });
    });

    it('a claim from before it cannot be armed any more', async () => {
      const { desk, key } = await notDone();
      const before = await desk.marks('order-1');
      await free(desk, 'order-1', key);
      const number = await desk.claimed('order-1');
      expect(await desk.arm(number, 'order-1', { seen: before })).toMatchObject({ armed: false, reason: 'TAKEN_BACK' });
      expect(await desk.arm(number, 'order-1', { payments: [key] })).toMatchObject({ reason: 'PROOF_USED' });
    });

    it('a release of the former order that shows late takes nothing from the order that has the payment', async () => {
      const { desk, key } = await notDone();
      await free(desk, 'order-1', key);
      await desk.sent('order-2', { payments: [payment(key)] });
      await desk.see('order-1', { status: 'COMPLETED', payments: [payment(key)] });
      expect(await desk.states('order-1')).toEqual(['done']);
      expect(await owners(key)).toEqual(['order-2']);
    });

    it('a release of the former order that shows late is asked about, once, and stops nothing', async () => {
      const { desk, key } = await notDone();
      const { account, register } = desk;
      const asked = () => register.unexplainedReleases({ account });
      await free(desk, 'order-1', key);
      await desk.sent('order-2', { payments: [payment(key)] });
      await desk.see('order-2', { status: 'COMPLETED' });
      expect(await asked()).toEqual([]);
      await desk.see('order-1', { status: 'COMPLETED' });
      expect(await asked()).toEqual([{ orderNumber: 'order-1', stops: false }]);
      await register.explainReleases({ account, orderNumbers: ['order-1'], by: 'ana', nowMs: laterMs });
      await desk.see('order-1', { status: 'COMPLETED' });
      expect(await asked()).toEqual([]);
    });

    it('one that shows late before any other order has it uses it all the same', async () => {
      const { desk, key } = await notDone();
      await free(desk, 'order-1', key);
      await desk.see('order-1', { status: 'COMPLETED', payments: [payment(key)] });
      expect(await desk.claim('order-2', { payments: [payment(key)] })).toMatchObject({ reason: 'PROOF_USED' });
    });
  });

  describe('design 6: a payment is not freed', () => {
    const ended = (state: 'asked' | 'leaving' | 'done') => ({ code: 'release-not-ended', state });
    const stays = async (desk: TestDesk, key: string, why: { readonly code: string }): Promise<void> => {
      expect(await free(desk, 'order-1', key)).toEqual(why);
      expect(await owners(key)).toEqual(['order-1']);
    };

    it('while its release may have left, also after one read, and once it is done', async () => {
      const desk = await TestDesk.open(world());
      const key = fresh('payment');
      const number = await desk.claimed('order-1', { payments: [payment(key)] });
      await stays(desk, key, ended('asked'));
      await desk.arm(number, 'order-1', { payments: [key] });
      await stays(desk, key, ended('leaving'));
      await desk.see('order-1', { beganAtMs: untilMs });
      await stays(desk, key, ended('leaving'));
      await desk.see('order-1', { status: 'COMPLETED' });
      await stays(desk, key, ended('done'));
    });

    it('while a later attempt of the order may have left, or one came since it was shown', async () => {
      const { desk, key } = await notDone();
      const shown = await wordOn(desk, 'order-1', key);
      const second = await desk.claimed('order-1', { payments: [payment(key)] });
      await stays(desk, key, ended('asked'));
      await desk.register.withdraw({ account: desk.account, number: second, nowMs: laterMs, why: 'a test' });
      expect(await desk.register.freePayment(shown)).toEqual({ code: 'released-again' });
      expect(await owners(key)).toEqual(['order-1']);
      expect(await free(desk, 'order-1', key)).toBeNull();
    });

    it('where no release of its order was armed: a payment of one that was released elsewhere stays', async () => {
      const desk = await TestDesk.open(world());
      const key = fresh('payment');
      await desk.see('order-1', { status: 'RELEASING', payments: [payment(key)] });
      await stays(desk, key, { code: 'release-not-disproved' });
      await desk.see('order-1', { status: 'COMPLETED', payments: [payment(key)] });
      await stays(desk, key, ended('done'));
    });

    it('by who has seen another epoch or register, or names a payment that the order does not hold', async () => {
      const { desk, key } = await notDone();
      const word = await wordOn(desk, 'order-1', key);
      const { register } = desk;
      const changed = { code: 'changed-since-shown', what: 'order' };
      expect(await register.freePayment({ ...word, epoch: 1 })).toEqual(changed);
      expect(await register.freePayment({ ...word, generation: 'another' })).toEqual(changed);
      expect(await register.freePayment({ ...word, payment: fresh('payment') })).toEqual({ code: 'payment-not-held' });
      await desk.takeBack('order-1', 'hold');
      expect(await register.freePayment(word)).toEqual(changed);
      expect(await owners(key)).toEqual(['order-1']);
    });
  });

  describe('S25: the freeing of a payment of an account with approvers', () => {
    it('takes a signature over this order, attempt and payment, and counts once', async () => {
      const { desk, key } = await notDone();
      const { account, register } = desk;
      const signers = { keys: { ana: ana.publicKey }, lifeMs };
      await register.beginTerm({ account, leader: '2@here', signers, nowMs: startMs });
      const word = await wordOn(desk, 'order-1', key);
      expect(await register.freePayment(word)).toEqual({
        code: 'unsigned-word',
        word: 'freeing',
        problem: 'missing',
        signers: ['ana'],
        stays: 'payment',
        orderNumber: 'order-1',
      });
      const signedWord = (facts = word, signer = ana) => ({
        ...word,
        signed: signWord(freeingWord(facts), { key: signer, nowMs: laterMs, approvalLifeMs: lifeMs }),
      });
      for (const bad of [
        signedWord({ ...word, payment: fresh('payment') }),
        signedWord({ ...word, attempt: 2 }),
        signedWord({ ...word, orderNumber: 'order-2' }),
        signedWord({ ...word, account: 'another' }),
        signedWord(word, approverKey('ana')),
        { ...signedWord(), by: 'ben' },
        { ...signedWord(), nowMs: laterMs + lifeMs },
      ])
        expect(await register.freePayment(bad)).toMatchObject({ word: 'freeing', stays: 'payment' });
      expect(await owners(key)).toEqual(['order-1']);
      expect(await register.freePayment(signedWord())).toBeNull();
      expect(await register.freePayment(signedWord())).toMatchObject({ code: 'changed-since-shown' });
    });
  });
}
