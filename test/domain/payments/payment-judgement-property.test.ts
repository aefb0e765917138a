import { expect, it } from 'vitest';
import { seed } from '../seeded.ts';
import { judgeCases } from './payment-oracle.ts';

it('payments: no payment is matched to two orders, none on a hint, and each that must be is', () => {
  const cases = 3_000;
  // A drawing without matches would show nothing.
  expect(judgeCases(cases, seed)).toBeGreaterThan(cases / 20);
});
