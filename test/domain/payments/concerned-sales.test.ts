/** ADR 0057: which sales look at their gate when a payment comes in. */
import { expect, it } from 'vitest';
import { concernedSales } from '../../../src/domain/payments/concerned-sales.ts';
import type { Sighting } from '../../../src/domain/payments/sighting.ts';
import { paymentOf } from './payment-fixture.ts';

const sale = (orderNumber: string, totalPrice: string, fiat = 'BOB') => ({ orderNumber, totalPrice, fiat });
const sales = [sale('1', '400.00'), sale('2', '401.00'), sale('3', '500'), sale('4', '400', 'PEN'), sale('5', '900')];

interface Case {
  what: string;
  payment: Partial<Sighting> & { isOwned?: boolean };
  concerned: string[];
}

it.each<Case>([
  { what: 'the total of one sale', payment: { amount: '400' }, concerned: ['1'] },
  { what: 'a total in another currency alone', payment: { amount: '400', currency: 'PEN' }, concerned: ['4'] },
  { what: 'no total: the nearest', payment: { amount: '402' }, concerned: ['2', '1'] },
  {
    what: 'no total, and a memo that names a sale',
    payment: { amount: '402', memo: 'order 5, thanks' },
    concerned: ['5'],
  },
  { what: 'a total, and a memo that names another', payment: { amount: '400', memo: 'TRF3' }, concerned: ['1', '3'] },
  { what: 'a currency without a sale', payment: { amount: '400', currency: 'ARS' }, concerned: [] },
  { what: 'a payment that backs an order already', payment: { amount: '400', isOwned: true }, concerned: [] },
])('a payment of $what wakes $concerned', ({ payment, concerned }) => {
  const { isOwned = false, ...part } = payment;
  const owner = isOwned ? { key: 'k', account: 'main', orderNumber: '1' } : null;
  expect(concernedSales([paymentOf([part], { owner })], sales, { nearest: 2 })).toEqual(concerned);
});

it('each sale once, however many payments may be for it', () => {
  const payments = [paymentOf([{ amount: '400' }]), paymentOf([{ amount: '400.00' }])];
  expect(concernedSales(payments, sales, { nearest: 0 })).toEqual(['1']);
});
