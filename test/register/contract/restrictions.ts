import { describe, expect, it } from 'vitest';
import { dayMs, fresh, laterMs, payment, startMs, TestDesk, type WorldSource } from './test-desk.ts';

const thrown = JSON.stringify({ by: 'ana', reason: 'a test', atMs: startMs });
const switched = (key: string) => ({ kind: 'switch', key, value: thrown }) as const;
const block = (key: string) => ({ kind: 'block', key, value: '"a name"' }) as const;

/** Switches, rules, blocks, and releases that no one has written down. */
export function restrictionsContract(world: WorldSource): void {
  describe('restrictions of an account', () => {
    const restrict = (desk: TestDesk, ...entries: (ReturnType<typeof switched> | ReturnType<typeof block>)[]) =>
      desk.register.restrict({ account: desk.account, entries, by: 'ana', nowMs: startMs });

    it('design 6: only add up, and each change has a revision', async () => {
      const desk = await TestDesk.open(world());
      expect(await desk.register.restrictions({ account: desk.account })).toEqual({ revision: 0, entries: [] });
      await restrict(desk, block('one'));
      const both = { revision: 2, entries: [block('one'), switched('ads')] };
      expect(await restrict(desk, block('one'), switched('ads'))).toEqual(both);
      expect(await restrict(desk, block('one'))).toEqual(both);
      expect(await desk.register.restrictions({ account: desk.account })).toEqual(both);
    });

    it('finding: a switch or a block that a person says again is another word: who was shown the first lifts it not', async () => {
      const desk = await TestDesk.open(world());
      const word = (by: string) => JSON.stringify({ by, reason: 'a test', atMs: startMs });
      const said = (by: string, isSaid: boolean) => {
        const entries = [block('one'), switched('ads')].map((entry) => ({ ...entry, value: word(by) }));
        return desk.register.restrict({ account: desk.account, entries, by, isSaid, nowMs: startMs });
      };
      const seen = await said('ana', true);
      expect(await said('ana', true)).toEqual(seen);
      // The worker's copy of the guard has times of its own.
      expect(await said('guard', false)).toEqual(seen);
      const copy = { account: desk.account, entries: [{ ...switched('ads'), value: word('guard') }], nowMs: startMs };
      expect(await desk.register.restrict({ ...copy, by: 'guard' })).toEqual(seen);
      const { revision, entries } = await said('cleo', true);
      expect([seen.revision, revision]).toEqual([1, 2]);
      expect(entries.map(({ value }) => value)).toEqual([word('cleo'), word('cleo')]);
      const wish = {
        account: desk.account,
        gone: [switched('ads')],
        added: [],
        by: 'ben',
        signed: null,
        nowMs: laterMs,
      };
      const late = await desk.register.loosen({ ...wish, revision: seen.revision });
      expect(late).toMatchObject({ code: 'restrictions-changed' });
      expect(await desk.register.loosen({ ...wish, revision })).toBeNull();
    });

    it('design 6: are loosened by one who has seen all of them', async () => {
      const desk = await TestDesk.open(world());
      await restrict(desk, block('one'));
      const seen = await restrict(desk, block('two'));
      await restrict(desk, block('three'));
      const wish = {
        account: desk.account,
        gone: [block('one')],
        added: [switched('ads')],
        by: 'ben',
        signed: null,
        nowMs: laterMs,
      };
      const late = await desk.register.loosen({ ...wish, revision: seen.revision });
      expect(late).toEqual({ code: 'restrictions-changed', shown: 2, now: 3 });
      // Shown by another register, which was put back since.
      const early = await desk.register.loosen({ ...wish, revision: 4 });
      expect(early).toEqual({ code: 'restrictions-changed', shown: 4, now: 3 });
      expect((await desk.register.restrictions({ account: desk.account })).entries).toHaveLength(3);
      expect(await desk.register.loosen({ ...wish, revision: 3 })).toBeNull();
      const rest = { revision: 4, entries: [block('three'), block('two'), switched('ads')] };
      expect(await desk.register.restrictions({ account: desk.account })).toEqual(rest);
    });

    it('design 6: a blocked counterparty with the name of a switch is no switch', async () => {
      const desk = await TestDesk.open(world());
      await restrict(desk, block('all'), block('releases'));
      const number = await desk.claimed('order-1');
      expect(await desk.arm(number, 'order-1')).toEqual({ armed: true });
    });

    it('money-steps#lifting: what goes is one of its kind, and of its account', async () => {
      const [desk, other] = [await TestDesk.open(world()), await TestDesk.open(world())];
      await restrict(other, switched('ads'));
      const { revision } = await restrict(desk, switched('ads'), block('ads'));
      const wish = { account: desk.account, added: [], by: 'ben', signed: null, nowMs: laterMs };
      expect(await desk.register.loosen({ ...wish, gone: [block('ads')], revision })).toBeNull();
      expect(await desk.register.restrictions({ account: desk.account })).toEqual({
        revision: revision + 1,
        entries: [switched('ads')],
      });
      expect(await other.register.restrictions({ account: other.account })).toEqual({
        revision: 1,
        entries: [switched('ads')],
      });
    });

    it('design 6: a switch stops the steps that it is for', async () => {
      const desk = await TestDesk.open(world());
      await restrict(desk, switched('releases'));
      const release = await desk.claimed('order-1');
      const refused = { armed: false, reason: 'SWITCHED_OFF' };
      expect(await desk.arm(release, 'order-1')).toMatchObject(refused);
      const paid = await desk.claimed('order-2', { step: 'mark-paid' });
      expect(await desk.arm(paid, 'order-2')).toEqual({ armed: true });
      await restrict(desk, switched('all'));
      const late = await desk.claimed('order-3', { step: 'mark-paid' });
      expect(await desk.arm(late, 'order-3')).toMatchObject(refused);
    });
  });

  describe('releases that are not of this desk', () => {
    it('design 6: one of an order that is carried here is booked, asks a person, and stops nothing', async () => {
      const desk = await TestDesk.open(world());
      const ended = { status: 'COMPLETED', isReleasedHere: true } as const;
      await desk.sent('order-1');
      await desk.see('order-1', ended);
      expect(await desk.register.unexplainedReleases({ account: desk.account })).toEqual([]);
      for (let time = 0; time < 2; time += 1) await desk.see('order-2', ended);
      const unknown = [{ orderNumber: 'order-2', stops: false }];
      expect(await desk.register.unexplainedReleases({ account: desk.account })).toEqual(unknown);
      // In shadow, and where a command reads it, each is a person's own.
      await desk.see('order-3', { status: 'COMPLETED' });
      expect(await desk.register.unexplainedReleases({ account: desk.account })).toEqual(unknown);
      expect(await desk.claim('order-4')).toMatchObject({ claimed: true });
      const word = { account: desk.account, by: 'ana', nowMs: laterMs };
      expect(await desk.register.explainReleases({ ...word, orderNumbers: ['order-2'] })).toBe(1);
      await desk.see('order-2', ended);
      expect(await desk.register.unexplainedReleases({ account: desk.account })).toEqual([]);
    });
  });

  describe('an appeal that the service has decided for the buyer', () => {
    it('design 6: is booked with its payments as that, and asks no one, where its workflow knew it as in appeal', async () => {
      const desk = await TestDesk.open(world());
      const { generation } = await desk.register.marksOf({ account: desk.account, subject: '' });
      const ended = { status: 'COMPLETED', isReleasedHere: true, comparedIn: generation, wasInAppeal: true } as const;
      const paid = payment(fresh('payment'));
      await desk.see('order-1', { ...ended, payments: [paid] });
      expect(await desk.register.unexplainedReleases({ account: desk.account })).toEqual([]);
      expect(await desk.register.paymentOwners({ keys: [paid.key] })).toMatchObject([{ orderNumber: 'order-1' }]);
      const journal = await desk.register.journal({ afterSeq: 0, limit: 100_000 });
      const booked = journal.find(({ account, kind }) => account === desk.account && kind === 'booked');
      expect(JSON.parse(booked?.body ?? '')).toMatchObject({ how: "released by the service's decision" });
      // Known by then: a comparison of all releases asks about it no more, and about one that no workflow carried.
      const orderNumbers = ['order-1', 'order-2'];
      expect(await desk.register.compareReleases({ account: desk.account, orderNumbers, nowMs: laterMs })).toEqual([
        'order-2',
      ]);
    });

    it('finding: stops every claim before all were compared: a workflow that is an older copy knows it as in appeal, too', async () => {
      const desk = await TestDesk.open(world());
      const early = { status: 'COMPLETED', isReleasedHere: true, wasInAppeal: true } as const;
      await desk.see('order-1', { ...early, comparedIn: null });
      await desk.see('order-2', { ...early, comparedIn: 'that it was put back from' });
      const stopping = ['order-1', 'order-2'].map((orderNumber) => ({ orderNumber, stops: true }));
      expect(await desk.register.unexplainedReleases({ account: desk.account })).toEqual(stopping);
      expect(await desk.claim('order-4')).toMatchObject({ claimed: false });
    });
  });

  describe('releases that a register books before all were compared', () => {
    it('finding: stop every claim, also where their orders are carried: an older copy books, too, without their payments', async () => {
      const desk = await TestDesk.open(world());
      const early = { status: 'COMPLETED', comparedIn: null } as const;
      await desk.sent('order-1');
      await desk.see('order-1', { ...early, isReleasedHere: true });
      expect(await desk.claim('order-4')).toMatchObject({ claimed: true });
      await desk.see('order-2', { ...early, isReleasedHere: true });
      await desk.see('order-3', early);
      await desk.see('order-6', { ...early, comparedIn: 'that it was put back from' });
      const { generation } = await desk.register.marksOf({ account: desk.account, subject: '' });
      await desk.see('order-7', { ...early, comparedIn: generation });
      const stopping = ['order-2', 'order-3', 'order-6'];
      expect(await desk.register.unexplainedReleases({ account: desk.account })).toEqual(
        stopping.map((orderNumber) => ({ orderNumber, stops: true })),
      );
      const shown = { account: desk.account, orderNumbers: stopping, nowMs: laterMs };
      expect(await desk.register.compareReleases(shown)).toEqual(stopping);
      expect(await desk.claim('order-5')).toMatchObject({ claimed: false, reason: 'REGISTER_BEHIND' });
      await desk.register.explainReleases({ ...shown, by: 'ana' });
      expect(await desk.claim('order-5')).toMatchObject({ claimed: true });
    });
  });

  describe('releases that the service shows and no row knows', () => {
    /** A desk, when its register was made, and since when it looks: so long before what is known. */
    async function looking() {
      const desk = await TestDesk.open(world());
      const [first] = await desk.register.journal({ afterSeq: 0, limit: 1 });
      const madeMs = first?.at_ms ?? 0;
      const { account } = desk;
      const since = (beforeMs: number, nowMs = madeMs + 100 * dayMs) =>
        desk.register.comparedSinceMs({ account, beforeMs, nowMs });
      return { desk, madeMs, since };
    }

    it('ADR 0048: are looked for from a time before the newest call on, and not from before the register was made', async () => {
      const { desk, madeMs, since } = await looking();
      expect(await since(dayMs)).toBe(madeMs);
      const newestMs = madeMs + 3 * dayMs;
      for (const nowMs of [newestMs, newestMs - dayMs]) await desk.claimed(`order-at-${nowMs}`, { nowMs });
      expect(await since(dayMs)).toBe(newestMs - dayMs);
      expect(await since(4 * dayMs)).toBe(madeMs);
    });

    it('finding: what an older copy books before it is compared does not shorten the time', async () => {
      const { desk, madeMs, since } = await looking();
      const newestMs = madeMs + 3 * dayMs;
      await desk.claimed('order-1', { nowMs: newestMs });
      await desk.see('order-2', { status: 'COMPLETED', nowMs: newestMs + 20 * dayMs });
      expect(await since(dayMs)).toBe(newestMs - dayMs);
    });

    it('ADR 0048: a comparison that was complete is where the next one begins', async () => {
      const { desk, madeMs, since } = await looking();
      const { account } = desk;
      const atMs = madeMs + 5 * dayMs;
      await desk.register.noteCompared({ account, atMs });
      expect(await since(dayMs)).toBe(atMs - dayMs);
      await desk.claimed('order-1', { nowMs: atMs + dayMs });
      expect(await since(dayMs)).toBe(atMs);
    });

    it('ADR 0048: a moment in the future, by a clock that was wrong, hides nothing', async () => {
      const { desk, madeMs, since } = await looking();
      await desk.claimed('order-1', { nowMs: madeMs + 60 * dayMs });
      expect(await since(dayMs, madeMs + 5 * dayMs)).toBe(madeMs + 4 * dayMs);
    });

    it('money-steps#the-comparison-of-releases: no other step of that name makes a release known', async () => {
      const desk = await TestDesk.open(world());
      for (const step of ['mark-paid', 'place', 'publish'] as const) await desk.sent('order-1', { step });
      const shown = { account: desk.account, orderNumbers: ['order-1'], nowMs: laterMs };
      expect(await desk.register.compareReleases(shown)).toEqual(['order-1']);
    });

    it('design 6: stop every claim of the account until a person has explained them', async () => {
      const [desk, other] = [await TestDesk.open(world()), await TestDesk.open(world())];
      await desk.sent('order-1');
      await desk.see('order-2', { status: 'COMPLETED' });
      const shown = { account: desk.account, nowMs: laterMs };
      expect(await desk.register.compareReleases({ ...shown, orderNumbers: ['order-1', 'order-2'] })).toEqual([]);
      await desk.sent('order-9');
      await desk.seeTwice('order-9');
      // Order 9 counted as not released.
      const numbers = ['order-1', 'order-8', 'order-9'];
      // A claim that nothing has left of releases nothing.
      await desk.claimed('order-8');
      for (let time = 0; time < 2; time += 1)
        expect(await desk.register.compareReleases({ ...shown, orderNumbers: numbers })).toEqual([
          'order-8',
          'order-9',
        ]);
      expect(await desk.register.unexplainedReleases({ account: desk.account })).toEqual([
        { orderNumber: 'order-8', stops: true },
        { orderNumber: 'order-9', stops: true },
      ]);
      const refused = { claimed: false, reason: 'REGISTER_BEHIND' };
      for (const step of ['release', 'mark-paid', 'place'] as const)
        expect(await desk.claim('order-3', { step })).toMatchObject(refused);
      expect(await other.claim('order-3')).toMatchObject({ claimed: true });
      const word = { account: desk.account, by: 'ana', nowMs: laterMs };
      expect(await desk.register.explainReleases({ ...word, orderNumbers: ['order-8'] })).toBe(1);
      expect(await desk.claim('order-3')).toMatchObject(refused);
      expect(await desk.register.explainReleases({ ...word, orderNumbers: ['order-8', 'order-9'] })).toBe(1);
      expect(await desk.register.compareReleases({ ...shown, orderNumbers: numbers })).toEqual([]);
      expect(await desk.claim('order-3')).toMatchObject({ claimed: true });
    });

    it('are written down once, however often they are compared, and so is what a person says of them', async () => {
      const desk = await TestDesk.open(world());
      const { account, register } = desk;
      const word = { account, orderNumbers: ['order-9'], nowMs: laterMs };
      for (let time = 0; time < 2; time += 1) await register.compareReleases(word);
      await register.explainReleases({ ...word, by: 'ana' });
      await register.compareReleases(word);
      const entries = await register.journal({ afterSeq: 0, limit: 100_000 });
      const own = entries.filter((entry) => entry.account === account && entry.kind !== 'term');
      expect(own.map(({ kind, subject, body }) => [kind, subject, JSON.parse(body) as unknown])).toEqual([
        ['unknown-release', 'order-9', { stops: true }],
        ['explained', '', { by: 'ana', orderNumbers: ['order-9'] }],
      ]);
    });

    it('a comparison is remembered for an account of which nothing else is known yet', async () => {
      const { register } = world();
      const [account, atMs] = [fresh('account'), startMs + 90 * dayMs];
      await register.noteCompared({ account, atMs });
      const nowMs = atMs + dayMs;
      expect(await register.comparedSinceMs({ account, beforeMs: dayMs, nowMs })).toBe(atMs - dayMs);
    });
  });
}
