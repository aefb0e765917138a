import { describe, expect, it } from 'vitest';
import { fresh, laterMs, startMs, TestDesk, untilMs, type WorldSource } from './test-desk.ts';

/** How one step lives: claimed, armed, answered, shown by reads. */
export function stepsContract(world: WorldSource): void {
  /** The word of a person who looks at a placement as it stands. */
  const rulingOn = async ({ account, register }: TestDesk, subject: string) => {
    const attempt = (await register.stepRows({ account, step: 'place', subject })).at(-1)?.number ?? 0;
    const { generation } = await register.marksOf({ account, subject });
    const said = { account, step: 'place', subject, generation, attempt, by: 'ana' } as const;
    return { ...said, note: 'seen in the app', signed: null, nowMs: untilMs };
  };

  describe('a step of a subject', () => {
    it('design 6: a release is claimed, armed, answered, and done when a read shows it', async () => {
      const desk = await TestDesk.open(world());
      const number = await desk.claimed('order-1');
      expect(await desk.states('order-1')).toEqual(['asked']);
      expect(await desk.arm(number, 'order-1')).toEqual({ armed: true });
      expect(await desk.states('order-1')).toEqual(['leaving']);
      await desk.register.noteAnswer({ account: desk.account, number, answer: 'OK', nowMs: startMs + 5 });
      expect(await desk.states('order-1')).toEqual(['leaving']);
      const stand = await desk.see('order-1', { beganAtMs: startMs + 10 });
      expect(stand.open).toEqual({ step: 'release', armedAtMs: startMs, untilMs });
      expect(await desk.see('order-1', { status: 'COMPLETED', beganAtMs: startMs + 20 })).toMatchObject({ open: null });
      expect(await desk.states('order-1')).toEqual(['done']);
    });

    it('an answer to a call that is not there changes nothing, and is no failure', async () => {
      const desk = await TestDesk.open(world());
      await desk.sent('order-1');
      await desk.register.noteAnswer({ account: desk.account, number: 99, answer: 'OK', nowMs: startMs });
      await desk.register.withdraw({ account: desk.account, number: 99, why: 'no connection', nowMs: startMs });
      expect(await desk.states('order-1')).toEqual(['leaving']);
    });

    it('design 6: numbers of an account count up, and a claim names the highest that was armed', async () => {
      const desk = await TestDesk.open(world());
      expect(await desk.claim('order-1')).toMatchObject({ claimed: true, number: 1, known: null });
      await desk.arm(1, 'order-1');
      expect(await desk.claim('order-2')).toMatchObject({ claimed: true, number: 2, known: { number: 1 } });
    });

    it('design 6: while a call may have left there is no second one', async () => {
      const desk = await TestDesk.open(world());
      await desk.sent('order-1');
      expect(await desk.claim('order-1')).toMatchObject({ claimed: false, reason: 'MAY_HAVE_LEFT', untilMs });
      expect(await desk.claim('order-1', { step: 'mark-paid' })).toMatchObject({ claimed: true });
    });

    it('design 6: a step that is done is never claimed again', async () => {
      const desk = await TestDesk.open(world());
      await desk.sent('order-1');
      await desk.see('order-1', { status: 'RELEASING' });
      expect(await desk.claim('order-1')).toMatchObject({ claimed: false, reason: 'DONE_BEFORE' });
      const number = await desk.sent('order-2', { step: 'mark-paid' });
      expect(number).toBeGreaterThan(1);
      await desk.see('order-2', { side: 'BUY', status: 'PAID' });
      expect(await desk.claim('order-2', { step: 'mark-paid' })).toMatchObject({ reason: 'DONE_BEFORE' });
    });

    it('I3: a placement keeps the order that was answered for it; the read that shows it has the last word', async () => {
      const desk = await TestDesk.open(world());
      const { account } = desk;
      const named = async (subject: string, step: 'place' | 'release' = 'place') =>
        (await desk.register.stepRows({ account, step, subject })).map(({ state, orderNumber }) => [
          state,
          orderNumber,
        ]);
      const number = await desk.sent('request-1', { step: 'place' });
      expect(await named('request-1')).toEqual([['leaving', null]]);
      const answer = { account, number, answer: 'executed', nowMs: startMs };
      await desk.register.noteAnswer({ ...answer, orderNumber: 'order-1' });
      expect(await named('request-1')).toEqual([['leaving', 'order-1']]);
      await desk.register.noteAnswer(answer);
      expect(await desk.register.leavingRows({ account })).toMatchObject([{ orderNumber: 'order-1' }]);
      const read = { account, step: 'place', beganAtMs: laterMs, nowMs: laterMs } as const;
      await desk.register.takeRead({ ...read, subject: 'request-1', sight: 'done', orderNumber: 'order-2' });
      expect(await named('request-1')).toEqual([['done', 'order-2']]);
      // A read that does not show it names nothing, and a release is of the order of its own name.
      await desk.sent('request-2', { step: 'place' });
      await desk.register.takeRead({ ...read, subject: 'request-2', sight: 'not-done', orderNumber: 'order-3' });
      expect(await named('request-2')).toEqual([['leaving', null]]);
      await desk.sent('order-4');
      await desk.see('order-4', { status: 'COMPLETED' });
      expect(await named('order-4', 'release')).toEqual([['done', null]]);
    });

    it.each(['place', 'publish'] as const)('design 6: a name of %s is used once it may have left', async (step) => {
      const desk = await TestDesk.open(world());
      await desk.sent('request-1', { step });
      expect(await desk.claim('request-1', { step })).toMatchObject({ claimed: false, reason: 'REQUEST_USED' });
      const sight = { step, subject: 'request-1', sight: 'done', beganAtMs: laterMs, nowMs: laterMs } as const;
      await desk.register.takeRead({ account: desk.account, ...sight });
      expect(await desk.claim('request-1', { step })).toMatchObject({ claimed: false, reason: 'REQUEST_USED' });
    });

    it('design 6: a person rules that a placement has not happened, and its name is free again', async () => {
      const desk = await TestDesk.open(world());
      await desk.sent('request-1', { step: 'place' });
      const ruling = await rulingOn(desk, 'request-1');
      const early = await desk.register.ruleNotDone({ ...ruling, nowMs: untilMs - 1 });
      expect(early).toEqual({ code: 'may-still-act', untilMs });
      const changed = { code: 'changed-since-shown', what: 'call' };
      for (const other of [{ attempt: 2 }, { generation: 'another' }, { step: 'publish' }] as const)
        expect(await desk.register.ruleNotDone({ ...ruling, ...other })).toEqual(changed);
      expect(await desk.states('request-1', 'place')).toEqual(['leaving']);
      expect(await desk.register.ruleNotDone(ruling)).toBeNull();
      expect(await desk.states('request-1', 'place')).toEqual(['not-done']);
      expect(await desk.register.ruleNotDone(ruling)).toEqual(changed);
      expect(await desk.claim('request-1', { step: 'place' })).toMatchObject({ claimed: true, number: 2 });
      await desk.arm(2, 'request-1');
      expect(await desk.register.ruleNotDone(ruling)).toEqual(changed);
      const journal = await desk.register.journal({ afterSeq: 0, limit: 100_000 });
      const ruled = journal.filter((entry) => entry.account === desk.account && entry.kind === 'ruled');
      const { generation } = ruling;
      expect(ruled.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
        { by: 'ana', note: 'seen in the app', step: 'place', generation, attempt: 1, signed: null },
      ]);
    });

    it('design 6: a person’s ruling changes nothing of a placement that is done, was never armed or never left', async () => {
      const desk = await TestDesk.open(world());
      const placed = {
        account: desk.account,
        step: 'place',
        subject: 'done',
        beganAtMs: laterMs,
        nowMs: laterMs,
      } as const;
      await desk.sent('done', { step: 'place' });
      await desk.register.takeRead({ ...placed, sight: 'done' });
      await desk.claimed('asked', { step: 'place' });
      const number = await desk.claimed('not-left', { step: 'place' });
      await desk.register.withdraw({ account: desk.account, number, nowMs: startMs, why: 'a test' });
      for (const state of ['done', 'asked', 'not-left']) {
        expect(await desk.register.ruleNotDone(await rulingOn(desk, state))).toMatchObject({
          code: 'changed-since-shown',
        });
        expect(await desk.states(state, 'place')).toEqual([state]);
      }
      expect(await desk.claim('done', { step: 'place' })).toMatchObject({ claimed: false, reason: 'REQUEST_USED' });
    });

    it('design 6: a claim that was not armed gives way to another, and can be armed no more', async () => {
      const desk = await TestDesk.open(world());
      const first = await desk.claimed('order-1');
      const second = await desk.claimed('order-1');
      expect(await desk.states('order-1')).toEqual(['not-left', 'asked']);
      expect(await desk.arm(first, 'order-1')).toMatchObject({ armed: false, reason: 'NOT_SENT' });
      expect(await desk.arm(second, 'order-1')).toEqual({ armed: true });
      expect(await desk.arm(second, 'order-1')).toMatchObject({ armed: false, reason: 'NOT_SENT' });
    });

    it('design 6: what was never claimed is not armed', async () => {
      const desk = await TestDesk.open(world());
      expect(await desk.arm(77, 'order-1')).toMatchObject({ armed: false, reason: 'NOT_SENT' });
    });

    it('design 6: the sender takes back what has not left, and never what is done', async () => {
      const desk = await TestDesk.open(world());
      const number = await desk.sent('order-1');
      const withdrawal = { account: desk.account, nowMs: startMs, why: 'no connection' };
      await desk.register.withdraw({ ...withdrawal, number });
      expect(await desk.states('order-1')).toEqual(['not-left']);
      const second = await desk.sent('order-1');
      await desk.see('order-1', { status: 'COMPLETED' });
      await desk.register.withdraw({ ...withdrawal, number: second });
      await desk.register.withdraw({ ...withdrawal, number: 99 });
      expect(await desk.states('order-1')).toEqual(['not-left', 'done']);
    });

    it('design 6: steps of other accounts are their own', async () => {
      const [one, other] = [await TestDesk.open(world()), await TestDesk.open(world())];
      const order = fresh('order');
      await one.sent(order);
      expect(await other.claim(order)).toMatchObject({ claimed: true, number: 1 });
      expect(await one.register.leavingRows({ account: one.account })).toHaveLength(1);
      expect(await other.register.leavingRows({ account: other.account })).toEqual([]);
    });
  });
}
