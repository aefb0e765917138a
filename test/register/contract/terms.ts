import { describe, expect, it } from 'vitest';
import type { PermittedCall } from '../../../src/domain/guard/permitted-call.ts';
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

    it('S23: the first one in a register that was rebuilt switches releases off, also where the rebuild did not name the account', async () => {
      const { register } = world();
      const known = await TestDesk.open(world());
      const mint = (how: 'created' | 'recovered') => register.mint({ generation: fresh('g'), how, nowMs: laterMs });
      const switches = async ({ account }: TestDesk) =>
        (await register.restrictions({ account })).entries.map(({ kind, key }) => `${kind} ${key}`);
      await mint('recovered');
      try {
        const [forgotten, again] = [await TestDesk.open(world()), await TestDesk.open(world(), known.account)];
        expect(await switches(forgotten)).toEqual(['switch releases']);
        expect(await switches(again)).toEqual([]);
        const number = await forgotten.claimed('order-1');
        expect(await forgotten.arm(number, 'order-1')).toMatchObject({ armed: false, reason: 'SWITCHED_OFF' });
      } finally {
        await mint('created');
      }
    });

    it('finding: ends with its generation: who runs meanwhile has compared the releases with another register', async () => {
      const desk = await TestDesk.open(world());
      const number = await desk.claimed('order-1');
      const { generation, epoch, revision } = await desk.register.marksOf({
        account: desk.account,
        subject: 'order-1',
      });
      await desk.register.mint({ generation: fresh('generation'), how: 'restored', nowMs: laterMs });
      const seen = { generation, epoch, revision };
      expect(await desk.arm(number, 'order-1', { seen })).toMatchObject({ armed: false, reason: 'TAKEN_BACK' });
      expect(await desk.claim('order-2')).toMatchObject({ claimed: false, reason: 'NOT_COMPARED' });
      const next = await TestDesk.open(world(), desk.account);
      expect(await next.claim('order-2')).toMatchObject({ claimed: true });
    });
  });

  /** What the journal has of these kinds for an account, in turn. */
  const noted = async ({ register, account }: TestDesk, kinds: readonly string[]) => {
    const entries = await register.journal({ afterSeq: 0, limit: 100_000 });
    const own = entries.filter((entry) => entry.account === account && kinds.includes(entry.kind));
    return own.map(({ kind, body }) => ({ kind, ...(JSON.parse(body) as object) }));
  };

  describe('a Temporal that has begun empty, or is another one', () => {
    const met = async (desk: TestDesk, temporal: string) => {
      const term = { account: desk.account, leader: '2@here', signers: null, temporal, nowMs: laterMs };
      return (await desk.register.beginTerm(term)).isOtherTemporal;
    };
    const shown = async (desk: TestDesk) => {
      const { accounts } = await desk.register.summary({ nowMs: laterMs });
      return accounts.find(({ account }) => account === desk.account)?.isOtherTemporal;
    };
    const claim = async (desk: TestDesk) => (await TestDesk.open(world(), desk.account)).claim(fresh('order'));

    it('finding: stops every claim until a person has accepted it, or the one before is back', async () => {
      const desk = await TestDesk.open(world());
      expect([await met(desk, 'one'), await met(desk, 'one'), await shown(desk)]).toEqual([false, false, false]);
      expect([await met(desk, 'two'), await met(desk, 'two'), await shown(desk)]).toEqual([true, true, true]);
      expect(await claim(desk)).toMatchObject({ claimed: false, reason: 'OTHER_TEMPORAL' });
      // Nor does a server that does not say which it is change that.
      const silent = { account: desk.account, leader: '3@here', signers: null, nowMs: laterMs };
      expect(await desk.register.beginTerm(silent)).toMatchObject({ isOtherTemporal: true });
      expect(await met(desk, 'one')).toBe(false);
      expect(await claim(desk)).toMatchObject({ claimed: true });
      expect(await met(desk, 'three')).toBe(true);
      const word = { account: desk.account, temporal: 'three', by: 'ana', nowMs: laterMs };
      // What a person has agreed to is one namespace, and not whatever has been met since.
      expect(await desk.register.acceptTemporal({ ...word, temporal: 'two' })).toBe(false);
      expect(await shown(desk)).toBe(true);
      expect(await desk.register.acceptTemporal(word)).toBe(true);
      expect(await desk.register.acceptTemporal(word)).toBe(false);
      expect([await met(desk, 'three'), await shown(desk)]).toEqual([false, false]);
      expect(await claim(desk)).toMatchObject({ claimed: true });
      expect(await met(desk, 'one')).toBe(true);
    });

    it('is written down once each time, as what it is', async () => {
      const desk = await TestDesk.open(world());
      const { account, register } = desk;
      for (const temporal of ['one', 'one', 'two', 'two', 'one', 'three']) await met(desk, temporal);
      expect(await register.hasOtherTemporal({ account })).toBe(true);
      await register.acceptTemporal({ account, temporal: 'three', by: 'ana', nowMs: laterMs });
      expect(await register.hasOtherTemporal({ account })).toBe(false);
      expect(await noted(desk, ['other-temporal', 'former-temporal', 'new-temporal'])).toEqual([
        { kind: 'other-temporal', known: 'one', seen: 'two' },
        { kind: 'former-temporal', known: 'one', seen: 'one' },
        { kind: 'other-temporal', known: 'one', seen: 'three' },
        { kind: 'new-temporal', by: 'ana', known: 'one', seen: 'three' },
      ]);
    });
  });

  describe('a guard that has permitted a call that the register does not have', () => {
    const other = (number: number) => ({ number, callId: fresh('call-of-a-copy') });
    const seen = async (desk: TestDesk, permitted: PermittedCall | null, generation?: string) => {
      const own = (await desk.marks('')).generation;
      const guard = { generation: generation ?? own, permitted };
      return desk.register.compareGuard({ account: desk.account, ...guard, nowMs: laterMs });
    };
    const shown = async (desk: TestDesk) => {
      const { accounts } = await desk.register.summary({ nowMs: laterMs });
      return accounts.find(({ account }) => account === desk.account)?.unknownNumber;
    };

    it('finding: stops every claim for good, and takes no number for the refused ones', async () => {
      const desk = await TestDesk.open(world());
      const callId = fresh('call');
      await desk.sent('order-1', { callId });
      expect(await seen(desk, { number: 1, callId })).toBe(false);
      expect(await seen(desk, other(2))).toBe(true);
      for (const subject of ['order-2', 'order-3', 'order-4'])
        expect(await desk.claim(subject)).toMatchObject({ claimed: false, reason: 'REGISTER_BEHIND' });
      const newer = await TestDesk.open(world(), desk.account);
      expect(await newer.claim('order-5')).toMatchObject({ claimed: false, reason: 'REGISTER_BEHIND' });
      // What was released elsewhere is booked with a number of its own.
      for (const order of ['order-7', 'order-8']) await newer.see(order, { status: 'COMPLETED' });
      expect(await newer.claim('order-5')).toMatchObject({ claimed: false, reason: 'REGISTER_BEHIND' });
      // A guard that was rolled back has forgotten it.
      expect(await seen(newer, null)).toBe(true);
      expect(await shown(desk)).toBe(2);
      expect(await noted(desk, ['older-copy'])).toMatchObject([{ permitted: 2, last: 1 }]);
    });

    it('finding: its number alone is not enough, claimed by another call or booked', async () => {
      const claims = await TestDesk.open(world());
      for (const order of ['order-1', 'order-2', 'order-3']) await claims.sent(order);
      expect(await seen(claims, other(2))).toBe(true);
      expect(await claims.claim('order-4')).toMatchObject({ claimed: false, reason: 'REGISTER_BEHIND' });
      expect(await shown(claims)).toBe(2);
      const books = await TestDesk.open(world());
      for (const order of ['order-1', 'order-2']) await books.see(order, { status: 'COMPLETED' });
      expect(await seen(books, other(1))).toBe(true);
    });

    it('knows a call of its own, however it has ended', async () => {
      const desk = await TestDesk.open(world());
      const callId = fresh('call');
      const number = await desk.claimed('order-1', { callId });
      await desk.register.withdraw({ account: desk.account, number, nowMs: startMs, why: 'a test' });
      await desk.sent('order-2');
      expect(await seen(desk, { number, callId })).toBe(false);
      expect(await seen(desk, null)).toBe(false);
      expect(await desk.claim('order-3')).toMatchObject({ claimed: true });
    });

    it('finding: is forgotten with the next generation: a person has compared the two', async () => {
      const desk = await TestDesk.open(world());
      expect(await seen(desk, other(7))).toBe(true);
      await desk.register.mint({ generation: fresh('generation'), how: 'restored', nowMs: laterMs });
      expect(await shown(desk)).toBeNull();
      expect(await seen(desk, null)).toBe(false);
      const next = await TestDesk.open(world(), desk.account);
      expect(await next.claim('order-1')).toMatchObject({ claimed: true });
    });

    it('says nothing of another generation', async () => {
      const desk = await TestDesk.open(world());
      expect(await seen(desk, other(99), 'another')).toBe(false);
      expect(await desk.claim('order-1')).toMatchObject({ claimed: true });
    });
  });

  describe('the highest call that a register knows as permitted', () => {
    it('ADR 0048: is armed or on its way there: none that was withdrawn, and none that was booked', async () => {
      const desk = await TestDesk.open(world());
      const next = async (subject: string) => {
        const reply = await desk.claim(subject, { callId: subject });
        return reply.claimed ? { number: reply.number, known: reply.known?.callId ?? null } : null;
      };
      expect(await next('order-1')).toEqual({ number: 1, known: null });
      expect(await next('order-2')).toEqual({ number: 2, known: 'order-1' });
      await desk.register.withdraw({ account: desk.account, number: 2, nowMs: startMs, why: 'a test' });
      expect(await next('order-3')).toEqual({ number: 3, known: 'order-1' });
      await desk.arm(3, 'order-3');
      await desk.register.withdraw({ account: desk.account, number: 3, nowMs: startMs, why: 'never at the socket' });
      await desk.see('order-4', { status: 'COMPLETED' });
      expect(await next('order-5')).toEqual({ number: 5, known: 'order-3' });
      const term = { account: desk.account, leader: '2@here', signers: null, nowMs: laterMs };
      expect((await desk.register.beginTerm(term)).known).toEqual({ number: 3, callId: 'order-3' });
      desk.term += 1;
      await desk.sent('order-6', { callId: 'order-6' });
      expect((await desk.register.beginTerm(term)).known).toEqual({ number: 6, callId: 'order-6' });
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

    it('design 6: is kept by the guard’s time, whatever this machine’s clock says', async () => {
      const desk = await TestDesk.open(world());
      const ahead = { codeStep: present, nowMs: startMs + 6 * 3_600_000 };
      expect(await desk.arm(await desk.claimed('order-1'), 'order-1', ahead)).toEqual({ armed: true });
      const again = await desk.arm(await desk.claimed('order-2'), 'order-2', ahead);
      expect(again).toMatchObject({ armed: false, reason: 'CODE_USED' });
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
