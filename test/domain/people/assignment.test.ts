import { expect, it } from 'vitest';
import { transferKey, transfersIn } from '../../../src/domain/people/assignment.ts';

it('ADR 0059: a transfer is compared by letters and digits, and is no payment that came in', () => {
  expect(transferKey('REF-A')).toBe('out REFA');
  expect(transferKey('ref a')).toBe(transferKey('REF-A'));
});

it('ADR 0059: of what an order holds the transfers are shown, and no payment that came in', () => {
  const held = [
    { key: transferKey('ref-a'), proof: 'ref-a' },
    { key: 'REFB', proof: 'ref-b' },
  ];
  expect(transfersIn(held)).toEqual(held.slice(0, 1));
});
