import { describe, expect, it } from 'vitest';
import type { HistoryMark } from '../../../src/domain/books/history-mark.ts';
import type { EndedHistoryOrder } from '../../../src/domain/books/trade.ts';
import { fresh, laterMs, startMs, TestDesk, type WorldSource } from './test-desk.ts';

const ended = (orderNumber: string, change: Partial<EndedHistoryOrder> = {}): EndedHistoryOrder => ({
  orderNumber,
  side: 'SELL',
  asset: 'USDT',
  fiat: 'BOB',
  amount: '10',
  total: '70',
  price: '7',
  fee: '0.1',
  adNumber: '11000000000000000001',
  method: 'BANK "by": \0',
  createdAtMs: startMs,
  end: 'completed',
  ...change,
});

const markAt = (fromMs: number): HistoryMark => ({ fromMs, readToMs: null, round: null });

/** The trades that the service's history shows, and how far it was read. */
export function tradesContract(world: WorldSource): void {
  describe('ADR 0054: trades', () => {
    const read = (account: string, orders: readonly EndedHistoryOrder[], nowMs = laterMs) =>
      world().register.keepTrades({ account, orders, mark: null, nowMs });
    const kept = async (account: string) =>
      (await world().register.trades({ account, afterSeq: 0, limit: 100 })).map(({ trade }) => trade);

    it('are entries of the journal, once each, whatever is read again', async () => {
      const account = fresh('account');
      expect(await read(account, [ended('order-1'), ended('order-2', { end: 'cancelled' })])).toBe(2);
      expect(await read(account, [ended('order-2', { end: 'cancelled' }), ended('order-3')], laterMs + 1)).toBe(1);
      expect(await read(account, [ended('order-1')])).toBe(0);
      expect(await read(account, [])).toBe(0);
      const unknown = { counterparty: null, endedAtMs: null };
      expect(await kept(account)).toEqual([
        { ...ended('order-1'), ...unknown },
        { ...ended('order-2', { end: 'cancelled' }), ...unknown },
        { ...ended('order-3'), ...unknown },
      ]);
      expect(await world().register.brokenJournalEntry()).toBeNull();
    });

    it('of another account, or of the same number there, are others', async () => {
      const [one, other] = [fresh('account'), fresh('account')];
      expect([await read(one, [ended('order-1')]), await read(other, [ended('order-1')])]).toEqual([1, 1]);
      expect(await kept(one)).toHaveLength(1);
    });

    it('have another entry for another end, and the newest counts for what is read next', async () => {
      const account = fresh('account');
      await read(account, [ended('order-1', { end: 'cancelled' })]);
      expect(await read(account, [ended('order-1')])).toBe(1);
      expect(await read(account, [ended('order-1')])).toBe(0);
      expect((await kept(account)).map(({ end }) => end)).toEqual(['cancelled', 'completed']);
    });

    it('have the other party and the end as the register knew them', async () => {
      const desk = await TestDesk.open(world());
      await desk.sent('order-1');
      await desk.see('order-1', { status: 'COMPLETED', nowMs: laterMs });
      await desk.claimed('order-2', { counterparty: 'user-2' });
      await read(desk.account, [ended('order-1'), ended('order-2', { end: 'cancelled' })]);
      const [first, second] = await kept(desk.account);
      expect(first).toMatchObject({ counterparty: 'user-1', endedAtMs: laterMs });
      expect(second).toMatchObject({ counterparty: 'user-2', endedAtMs: null });
    });

    it('are read page by page', async () => {
      const account = fresh('account');
      await read(
        account,
        ['1', '2', '3'].map((number) => ended(number)),
      );
      const pageAfter = (afterSeq: number) => world().register.trades({ account, afterSeq, limit: 2 });
      const first = await pageAfter(0);
      const second = await pageAfter(first.at(-1)?.seq ?? 0);
      expect([first, second].map((page) => page.map(({ trade }) => trade.orderNumber))).toEqual([['1', '2'], ['3']]);
    });

    it('move the mark of the history with them, or neither is written', async () => {
      const account = fresh('account');
      const { register } = world();
      expect(await register.historyMark({ account })).toBeNull();
      const move = (known: HistoryMark | null, next: HistoryMark, orderNumber: string) =>
        register.keepTrades({ account, orders: [ended(orderNumber)], mark: { known, next }, nowMs: laterMs });
      expect(await move(null, markAt(1), 'order-1')).toBe(1);
      // A process that led before.
      expect(await move(null, markAt(9), 'order-2')).toBeNull();
      expect(await move(markAt(1), markAt(2), 'order-3')).toBe(1);
      expect(await register.historyMark({ account })).toEqual(markAt(2));
      expect((await kept(account)).map(({ orderNumber }) => orderNumber)).toEqual(['order-1', 'order-3']);
    });

    it('show in the check of the journal when one was changed', async () => {
      const account = fresh('account');
      await read(account, [ended('order-1'), ended('order-2')]);
      const [first] = await world().register.trades({ account, afterSeq: 0, limit: 1 });
      const seq = first?.seq ?? 0;
      const swap = (from: string, to: string) =>
        world().change(
          `UPDATE journal SET body = REPLACE(body, '"total":"${from}"', '"total":"${to}"') WHERE seq = ${seq}`,
        );
      await swap('70', '7');
      expect(await world().register.brokenJournalEntry()).toBe(seq);
      await swap('7', '70');
      expect(await world().register.brokenJournalEntry()).toBeNull();
    });
  });
}
