import { describe, expect, it } from 'vitest';
import type { KeptSighting } from '../../../src/domain/payments/payment.ts';
import type { Sighting } from '../../../src/domain/payments/sighting.ts';
import { comparedProof } from '../../../src/domain/orders/payment-proof.ts';
import { sightingOf as someSighting } from '../../domain/payments/payment-fixture.ts';
import { fresh, payment, startMs, TestDesk, type WorldSource } from './test-desk.ts';

/** What a source has reported is kept as it is, once for each delivery. */
export function sightingsContract(world: WorldSource): void {
  const sightingOf = (account: string, part: Partial<Sighting> = {}): Sighting =>
    someSighting({
      delivery: fresh('delivery'),
      account,
      reference: null,
      memo: 'rent; 😀 "quoted"',
      bookedAtMs: startMs - 1_000,
      seenAtMs: startMs,
      ...part,
    });
  const see = (sighting: KeptSighting) => world().register.seePayment({ sighting });
  const seenOf = (account: string) => world().register.paymentsSeen({ account });

  describe('a payment that is seen', () => {
    it('payments: is kept with all that its source has said', async () => {
      const sighting = sightingOf(fresh('account'), { isReversible: true, method: 'BANK', reference: fresh('REF') });
      const { payment: id, isNew, differs } = await see(sighting);
      expect({ isNew, differs }).toEqual({ isNew: true, differs: false });
      const { account, currency, amount, reference } = sighting;
      const proof = reference ?? '';
      expect(await world().register.paymentsSeen({ payment: id })).toEqual([
        { id, account, currency, amount, proof, key: comparedProof(proof), owner: null, sightings: [sighting] },
      ]);
    });

    it('payments: the same delivery again is no second sighting, also where it says something else', async () => {
      const sighting = sightingOf(fresh('account'));
      const first = await see(sighting);
      expect(await see({ ...sighting, seenAtMs: startMs + 5 })).toEqual({ ...first, isNew: false });
      const other = { ...sighting, amount: '4000.00' };
      expect(await see(other)).toEqual({ payment: first.payment, isNew: false, differs: true });
      expect(await seenOf(sighting.account)).toMatchObject([{ amount: '400.00', sightings: [sighting] }]);
    });

    it('payments: is one payment by its reference, whatever reports it, and however the reference is written', async () => {
      const [account, reference] = [fresh('account'), fresh('REF')];
      const bank = await see(sightingOf(account, { reference }));
      const written = reference.replaceAll('-', ' ');
      const sms = await see(sightingOf(account, { source: 'sms', class: 'hint', amount: '400', reference: written }));
      expect([sms.payment, sms.isNew]).toEqual([bank.payment, true]);
      expect(await seenOf(account)).toMatchObject([{ sightings: [{ source: 'bank' }, { source: 'sms' }] }]);
    });

    it('payments: another amount, account or currency is another payment under one reference', async () => {
      const [account, reference] = [fresh('account'), fresh('REF')];
      const parts = [{}, { amount: '400.01' }, { currency: 'USD' }, { account: fresh('account') }];
      const seen = [];
      for (const part of parts) seen.push((await see(sightingOf(account, { reference, ...part }))).payment);
      expect(new Set(seen).size).toBe(parts.length);
    });

    it('payments: without a reference two equal ones are two, each with a proof of its own', async () => {
      const account = fresh('account');
      await see(sightingOf(account));
      await see(sightingOf(account));
      const seen = await seenOf(account);
      expect(seen).toHaveLength(2);
      expect(new Set(seen.map(({ key }) => key)).size).toBe(2);
    });

    it('payments: shows the order that its claim backs, as long as it does', async () => {
      const desk = await TestDesk.open(world());
      await see(sightingOf(desk.account, { reference: fresh('REF') }));
      const [{ key, owner } = { key: '', owner: undefined }] = await seenOf(desk.account);
      expect(owner).toBe(null);
      await desk.sent('order-1', { payments: [payment(key)] });
      expect(await seenOf(desk.account)).toMatchObject([{ owner: { account: desk.account, orderNumber: 'order-1' } }]);
      await desk.see('order-1', { status: 'CANCELLED' });
      expect(await seenOf(desk.account)).toMatchObject([{ owner: null }]);
    });

    it('payments: those of an account and a currency since a moment, with every sighting of each', async () => {
      const [account, reference] = [fresh('account'), fresh('REF')];
      const early = await see(sightingOf(account, { reference, seenAtMs: startMs - 100 }));
      await see(sightingOf(account, { seenAtMs: startMs - 50 }));
      await see(sightingOf(account, { reference, seenAtMs: startMs + 100 }));
      await see(sightingOf(account, { currency: 'USD' }));
      const since = await world().register.paymentsSeen({ account, currency: 'BOB', sinceMs: startMs });
      expect(since).toMatchObject([{ id: early.payment, sightings: [{}, {}] }]);
      expect(await world().register.paymentsSeen({ account: fresh('account') })).toEqual([]);
    });

    it('payments: is kept with the signature of its door, which the first delivery has', async () => {
      const sighting = sightingOf(fresh('account'));
      await see({ ...sighting, signature: 'c2ln' });
      await see({ ...sighting, signature: 'b3RoZXI=' });
      expect(await seenOf(sighting.account)).toMatchObject([{ sightings: [{ ...sighting, signature: 'c2ln' }] }]);
    });

    it('payments: a number rises with each new sighting of the account, and with no other', async () => {
      const [account, other] = [fresh('account'), fresh('account')];
      const last = () => world().register.lastSighting({ account });
      expect(await last()).toBe(0);
      const sighting = sightingOf(account);
      await see(sighting);
      const first = await last();
      expect(first).toBeGreaterThan(0);
      await see(sighting);
      await see(sightingOf(other));
      expect(await last()).toBe(first);
      await see(sightingOf(account, { class: 'hint' }));
      expect(await last()).toBeGreaterThan(first);
    });

    it('ADR 0057: the sales of all accounts that were released, or may have been, and that no payment backs', async () => {
      const fiat = fresh('FIAT');
      const [desk, other] = [await TestDesk.open(world()), await TestDesk.open(world())];
      const bare = async (sinceMs = 0) => {
        const rows = await world().register.bareReleases({ fiat, sinceMs });
        return rows.map(({ orderNumber }) => orderNumber).toSorted();
      };
      expect(await bare()).toEqual([]);
      await desk.sent('left', { fiat, payments: [] });
      const [seen, typed, hint] = [fresh('REF'), fresh('REF'), fresh('REF')];
      const [part, pending] = [fresh('REF'), fresh('REF')];
      const reported = { currency: fiat, amount: '70.00' };
      await see(sightingOf(desk.account, { ...reported, reference: seen }));
      await see(sightingOf(desk.account, { ...reported, reference: hint, class: 'hint' }));
      await see(sightingOf(desk.account, { ...reported, reference: pending, state: 'pending' }));
      await see(sightingOf(desk.account, { ...reported, reference: part, amount: '30' }));
      await desk.sent('backed', { fiat, payments: [payment(comparedProof(seen))] });
      await desk.sent('typed', { fiat, payments: [payment(comparedProof(typed))] });
      await desk.sent('hint', { fiat, payments: [payment(comparedProof(hint))] });
      await desk.sent('pending', { fiat, payments: [payment(comparedProof(pending))] });
      await desk.sent('part', { fiat, payments: [payment(comparedProof(part))] });
      await other.see('in-app', { status: 'COMPLETED', fiat });
      await other.see('open', { status: 'PAID', fiat });
      await desk.see('other-money', { status: 'COMPLETED' });
      expect(await bare()).toEqual(['hint', 'in-app', 'left', 'part', 'pending', 'typed']);
      expect(await bare(startMs + 3_600_000)).toEqual([]);
      const shown = ['left', 'backed', 'in-app', 'other'];
      const unbooked = (account: string) =>
        world().register.unbookedReleases({ account, orderNumbers: shown, sinceMs: 0 });
      expect(await unbooked(desk.account)).toEqual(['in-app', 'other']);
      expect(await unbooked(other.account)).toEqual(['left', 'backed', 'other']);
      expect(await world().register.unbookedReleases({ account: desk.account, orderNumbers: [], sinceMs: 0 })).toEqual(
        [],
      );
      await world().register.compareReleases({ account: desk.account, orderNumbers: ['hidden'], nowMs: startMs });
      // The tests share the register, and one that no one has explained stops them all.
      await world().register.explainReleases({
        account: desk.account,
        orderNumbers: ['hidden'],
        by: 'ana',
        nowMs: startMs,
      });
      const found = (sinceMs: number) =>
        world().register.unbookedReleases({ account: desk.account, orderNumbers: [], sinceMs });
      expect([await found(startMs), await found(startMs + 1)]).toEqual([['hidden'], []]);
    });

    it('payments: the journal has each, without a name and a memo', async () => {
      const account = fresh('account');
      const { payment: id } = await see(sightingOf(account));
      const entries = await world().register.journal({ afterSeq: 0, limit: 100_000 });
      const entry = entries.findLast((one) => one.account === account);
      expect(entry).toMatchObject({ kind: 'sighting', subject: String(id) });
      expect(entry?.body).not.toMatch(/Ana|rent/);
      expect(await world().register.brokenJournalEntry()).toBe(null);
    });

    it('payments: are found by what their claims are compared by', async () => {
      const [account, reference] = [fresh('account'), fresh('REF')];
      const { payment: id } = await see(sightingOf(account, { reference }));
      const keys = [comparedProof(reference), fresh('key')];
      expect(await world().register.paymentsSeen({ keys })).toMatchObject([{ id }]);
      expect(await world().register.paymentsSeen({ keys, account: fresh('account') })).toEqual([]);
      expect(await world().register.paymentsSeen({ keys: [] })).toEqual([]);
    });
  });
}
