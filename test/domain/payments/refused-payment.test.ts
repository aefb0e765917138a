import { expect, it } from 'vitest';
import { refusedOrder } from '../../../src/domain/payment-owner.ts';
import { paymentOf, verdict } from './payment-fixture.ts';

it('payments: one that a person has refused matches no order, and its claim has no number of an order', () => {
  const owner = { key: 'k', account: 'main', orderNumber: refusedOrder };
  expect(verdict([paymentOf([{}], { owner })])).toMatch(/^ambiguous: claimed/);
  expect(refusedOrder).not.toMatch(/^[\w.-]+$/);
});
