import { describe, expect, it } from 'vitest';
import type { KeptEnd } from '../../../src/domain/orders/ended-order.ts';
import { fresh, laterMs, type WorldSource } from './test-desk.ts';

const ended = (change: Partial<KeptEnd> = {}): KeptEnd => ({
  mode: 'live',
  end: 'completed',
  stoppedBy: null,
  trade: null,
  firstPrice: '7.00',
  payments: ['BANK "1" \\ %'],
  approvedBy: ['ana'],
  ...change,
});

/** The ends of orders, as their workflows know them. */
export function orderEndsContract(world: WorldSource): void {
  describe('ADR 0054: ends of orders', () => {
    const keep = (account: string, end: KeptEnd, nowMs = laterMs) =>
      world().register.keepOrderEnd({ account, orderNumber: 'order-1', ended: end, nowMs });
    const kept = async (account: string) => {
      const entries = await world().register.orderEntries({ account, orderNumber: 'order-1' });
      return entries.filter(({ kind }) => kind === 'order-end').map(({ body }) => JSON.parse(body) as unknown);
    };

    it('are entries of the journal, and a repetition writes nothing', async () => {
      const account = fresh('account');
      expect([await keep(account, ended()), await keep(account, ended(), laterMs + 1)]).toEqual([true, false]);
      expect(await kept(account)).toEqual([ended()]);
      expect(await world().register.brokenJournalEntry()).toBeNull();
    });

    it('have another entry for another end, also where the one before comes again', async () => {
      const account = fresh('account');
      const ends = [ended({ end: 'cancelled' }), ended(), ended(), ended({ end: 'cancelled' })];
      const written: boolean[] = [];
      for (const end of ends) written.push(await keep(account, end));
      expect(written).toEqual([true, true, false, true]);
      expect(await kept(account)).toHaveLength(3);
    });

    it('keep what a run knew that was reset after its end', async () => {
      const account = fresh('account');
      const poorer = ended({ payments: [], approvedBy: [], firstPrice: null });
      expect([await keep(account, ended()), await keep(account, poorer)]).toEqual([true, false]);
      expect(await kept(account)).toEqual([ended()]);
      const written = [
        await keep(account, ended({ mode: 'shadow' })),
        await keep(account, ended({ end: 'stopped', stoppedBy: 'ana' })),
        await keep(account, ended({ end: 'stopped', stoppedBy: 'ben' })),
      ];
      expect(written).toEqual([true, true, true]);
    });

    it('of the same number of another account are others', async () => {
      const [one, other] = [fresh('account'), fresh('account')];
      expect([await keep(one, ended()), await keep(other, ended())]).toEqual([true, true]);
    });
  });
}
