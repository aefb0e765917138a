import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countingId, isNewerId, newestId, oldestId } from '../../../src/exchange/chat/chat-id.ts';

describe('wire-facts 12.6: ids of chat rows are numbers of up to 19 digits', () => {
  it('they are ordered as numbers are, and not as text', () => {
    const id = fc.bigInt({ min: 0n, max: 9_999_999_999_999_999_999n });
    fc.assert(
      fc.property(id, id, (left, right) => {
        expect(isNewerId(String(left), String(right))).toBe(left > right);
      }),
      { seed: 20_261_121, numRuns: 1_000 },
    );
    expect([isNewerId('100', '99'), isNewerId('99', '100'), isNewerId('7', '7')]).toEqual([true, false, false]);
  });

  it('the newest and the oldest of some', () => {
    expect([newestId(['99', null, '100', '9']), oldestId(['99', null, '100', '9'])]).toEqual(['100', '9']);
    expect([newestId([]), oldestId([null])]).toEqual([null, null]);
  });

  it.each([
    ['007', '7'],
    ['0', '0'],
    ['9999999999999999999', '9999999999999999999'],
    ['12345678901234567890', null],
    ['u-9', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('%s counts as %s', (id, counting) => {
    expect(countingId(id)).toBe(counting);
  });
});
