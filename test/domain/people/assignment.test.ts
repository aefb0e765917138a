import { expect, it } from 'vitest';
import { transferKey } from '../../../src/domain/people/assignment.ts';

it('ADR 0059: a transfer is compared by letters and digits, and is no payment that came in', () => {
  expect(transferKey('REF-A')).toBe('out REFA');
  expect(transferKey('ref a')).toBe(transferKey('REF-A'));
});
