import { expect, it } from 'vitest';
import { cancelReasonSchema, isExplained } from '../../src/domain/cancel-reason.ts';
import { cancelReasonWords } from '../../src/words/order-words.ts';

it('interface 4.1 EP-9: reasons are 1 to 6, each with its words', () => {
  const known = [-1, 0, 1, 2, 3, 4, 5, 6, 7, '1'].filter((code) => cancelReasonSchema.safeParse(code).success);
  expect(known).toEqual([1, 2, 3, 4, 5, 6]);
  expect(Object.keys(cancelReasonWords).map(Number)).toEqual(known);
});

it('interface 4.1 EP-9: only the reason "other" needs a text', () => {
  expect([1, 2, 3, 4, 6].every((reason) => isExplained({ reason }))).toBe(true);
  expect(isExplained({ reason: 5 })).toBe(false);
  expect(isExplained({ reason: 5, note: '  ' })).toBe(false);
  expect(isExplained({ reason: 5, note: 'the bank is closed' })).toBe(true);
});
