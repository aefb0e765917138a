import { beforeEach, describe, expect, it } from 'vitest';
import { switchEntry } from '../../../src/domain/guard/restriction.ts';
import { dayMs, laterMs, payment, startMs, TestDesk, type RegisterWorld } from './test-desk.ts';

/** The journal, and which register it is. Each test has a register of its own: it breaks it. */
export function journalContract(open: () => Promise<RegisterWorld>): void {
  describe('the journal', () => {
    let world: RegisterWorld;

    beforeEach(async () => {
      world = await open();
      const desk = await TestDesk.open(world, 'main');
      await desk.sent('order-1', { payments: [payment('payment-1')] });
      await desk.takeBack('order-1', 'hold');
      await desk.see('order-1', { status: 'COMPLETED' });
    });

    const kinds = ['created', 'term', 'asked', 'leaving', 'taken-back', 'done'];

    it('design 6: has an entry for each change, and its chain is whole', async () => {
      const entries = await world.register.journal({ afterSeq: 0, limit: 100 });
      expect(entries.map(({ kind }) => kind)).toEqual(kinds);
      expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(entries[2]).toMatchObject({ account: 'main', subject: 'order-1', at_ms: startMs });
      expect(JSON.parse(entries[2]?.body ?? '')).toMatchObject({ total: '70', payments: ['as reported: payment-1'] });
      expect(await world.register.journal({ afterSeq: 4, limit: 1 })).toEqual([entries[4]]);
      expect(await world.register.brokenJournalEntry()).toBeNull();
    });

    it('money-steps#what-is-where: what people did is read from a moment on, with which register it is', async () => {
      const note = 'not "by": anyone';
      const word = {
        account: 'main',
        orderNumber: 'order-1',
        what: 'revoke',
        by: 'eva',
        note,
        nowMs: laterMs,
      } as const;
      await world.register.takeBack(word);
      await world.register.withdraw({ account: 'main', number: 1, nowMs: laterMs, why: note });
      await world.register.mint({ generation: 'minted-2', how: 'restored', by: 'ben', nowMs: laterMs });
      const acts = await world.register.acts({ sinceMs: startMs });
      expect(acts.map(({ kind, body }) => [kind, (JSON.parse(body) as { by?: string }).by])).toEqual([
        ['created', undefined],
        ['taken-back', 'ana'],
        ['taken-back', 'eva'],
        ['restored', 'ben'],
      ]);
      const late = await world.register.acts({ sinceMs: laterMs });
      expect(late.map(({ kind }) => kind)).toEqual(['taken-back', 'restored']);
      expect(await world.register.brokenJournalEntry()).toBeNull();
    });

    it('money-steps#what-is-where: has the end of a call that never left, with the reason', async () => {
      const desk = await TestDesk.open(world, 'main');
      const number = await desk.sent('order-2');
      await desk.register.withdraw({ account: 'main', number, nowMs: laterMs, why: 'no connection' });
      const last = (await world.register.journal({ afterSeq: 0, limit: 100 })).at(-1);
      expect(last).toMatchObject({ account: 'main', kind: 'not-left', subject: 'order-2', at_ms: laterMs });
      expect(JSON.parse(last?.body ?? '')).toEqual({ number, step: 'release', why: 'no connection' });
    });

    it('design 6: what it has is shown to a person, in numbers and names', async () => {
      const desk = await TestDesk.open(world, 'main');
      await desk.sent('order-2', { total: '0.1', payments: [payment('payment-2')] });
      // What is free again is not used, and an order of which something else was taken back is not held.
      await desk.sent('order-4', { payments: [payment('payment-4')] });
      await desk.see('order-4', { status: 'CANCELLED' });
      await desk.takeBack('order-4', 'revoke');
      const thrown = { by: 'ana', reason: 'a test', atMs: startMs };
      const entries = [switchEntry('releases', thrown)];
      await world.register.restrict({ account: 'main', entries, by: 'ana', nowMs: startMs });
      await world.register.compareReleases({ account: 'main', orderNumbers: ['order-9'], nowMs: startMs });
      const word = {
        account: 'alone',
        orderNumber: 'order-3',
        what: 'hold',
        by: 'bob',
        note: '',
        nowMs: startMs,
      } as const;
      await world.register.takeBack(word);
      const { accounts, journalEntries } = await world.register.summary({ nowMs: startMs });
      const nothing = { entries: [], open: [], released: {}, payments: 0, holds: [], unexplained: [] };
      expect(accounts).toEqual([
        {
          account: 'alone',
          term: 0,
          leader: null,
          revision: 0,
          unknownNumber: null,
          isOtherTemporal: false,
          temporal: null,
          isUncompared: false,
          ...nothing,
          holds: [{ orderNumber: 'order-3', by: 'bob', note: '' }],
        },
        {
          account: 'main',
          term: 2,
          leader: '1@here',
          revision: 1,
          unknownNumber: null,
          isOtherTemporal: false,
          temporal: null,
          isUncompared: false,
          entries,
          open: [expect.objectContaining({ subject: 'order-2', step: 'release', state: 'leaving' })],
          released: { BOB: '70.1' },
          payments: 2,
          holds: [{ orderNumber: 'order-1', by: 'ana', note: 'a reason' }],
          unexplained: [{ orderNumber: 'order-9', stops: true }],
        },
      ]);
      expect(journalEntries).toBe((await world.register.journal({ afterSeq: 0, limit: 100 })).length);
      const later = await world.register.summary({ nowMs: startMs + dayMs });
      expect(later.accounts[1]).toMatchObject({ released: {}, payments: 2 });
    });

    it('design 6: a text that a database cannot keep as it is breaks no chain', async () => {
      const word = {
        account: 'main',
        orderNumber: 'order\0\uD800',
        what: 'hold',
        by: 'a\0na',
        nowMs: laterMs,
      } as const;
      const mark = await world.register.takeBack({ ...word, note: 'half \uDC00' });
      expect(mark).toMatchObject({ epoch: 1 });
      const kept = await world.register.marksOf({ account: 'main', subject: 'order\0\uD800' });
      expect(kept.held).toEqual({ by: 'a\uFFFDna', note: 'half \uFFFD' });
      expect(await world.register.brokenJournalEntry()).toBeNull();
    });

    it.each([
      ['was changed', `UPDATE journal SET body = '{}' WHERE seq = 3`, 3],
      ['was changed with its hash', `UPDATE journal SET hash = 'a' WHERE seq = 4`, 4],
      ['has another time', 'UPDATE journal SET at_ms = at_ms + 1 WHERE seq = 2', 2],
      ['is gone', 'DELETE FROM journal WHERE seq = 3', 3],
      ['was the first, and is gone', 'DELETE FROM journal WHERE seq = 1', 1],
      ['has another number', 'UPDATE journal SET seq = 7 WHERE seq = 6', 6],
      ['was the last, and is gone', 'DELETE FROM journal WHERE seq = 6', 6],
      [
        'was added',
        `INSERT INTO journal SELECT 7, at_ms, account, kind, subject, body, hash FROM journal WHERE seq = 6`,
        7,
      ],
    ])('design 6: shows the first entry that %s', async (_what, sql, seq) => {
      await world.change(sql);
      expect(await world.register.brokenJournalEntry()).toBe(seq);
    });

    it('design 6: the last entry that is gone is seen after others have followed', async () => {
      await world.change('DELETE FROM journal WHERE seq = 6');
      await world.register.beginTerm({ account: 'main', leader: '2@here', signers: null, nowMs: laterMs });
      expect(await world.register.brokenJournalEntry()).toBe(6);
    });

    it('design 6: a new identity is minted, and what saw the older one is refused', async () => {
      const before = await world.register.identity();
      expect(before).toMatchObject({ how: 'created', createdAtMs: startMs });
      const desk = await TestDesk.open(world, 'main');
      const number = await desk.claimed('order-2');
      const { generation, epoch, revision } = await desk.marks('order-2');
      expect(generation).toBe(before?.generation);
      const minted = await world.register.mint({ generation: 'minted-2', how: 'restored', nowMs: laterMs });
      expect(minted).toEqual({ generation: 'minted-2', how: 'restored', createdAtMs: laterMs });
      expect(await world.register.identity()).toEqual(minted);
      const seen = { generation, epoch, revision };
      expect(await desk.arm(number, 'order-2', { seen })).toMatchObject({ armed: false, reason: 'TAKEN_BACK' });
      expect(await world.register.brokenJournalEntry()).toBeNull();
    });

    it('design 6: an operation that fails leaves nothing behind', async () => {
      await world.change(`UPDATE orders SET epoch = ${Number.MAX_SAFE_INTEGER} WHERE order_number = 'order-1'`);
      const word = {
        account: 'main',
        orderNumber: 'order-1',
        what: 'revoke',
        by: 'ana',
        note: '',
        nowMs: laterMs,
      } as const;
      await expect(world.register.takeBack(word)).rejects.toThrow('the register cannot keep the number');
      expect(await world.register.brokenJournalEntry()).toBeNull();
      expect(await world.register.marksOf({ account: 'main', subject: 'order-1' })).toMatchObject({
        epoch: Number.MAX_SAFE_INTEGER,
      });
    });

    it('design 6: a closed register is silent', async () => {
      await world.register.close();
      await expect(world.register.identity()).rejects.toMatchObject({ name: 'RegisterSilent' });
    });
  });
}
