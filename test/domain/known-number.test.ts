import { describe, expect, it } from 'vitest';
import { knownDays, knownOrders, knownShare } from '../../src/domain/known-number.ts';

const odd = [-0.01, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, null, undefined];

describe('S8: numbers of the service that a rule compares', () => {
  it('S8: a share above 1, below 0 or not finite is not known', () => {
    expect([0, 0.45, 1].map(knownShare)).toEqual([0, 0.45, 1]);
    expect([1.5, 45, 98, ...odd].map(knownShare).every((share) => share === null)).toBe(true);
  });

  it('S8: a count below 0, not finite, or that could only be a time is not known', () => {
    expect([0, 240, 10_000_000].map(knownOrders)).toEqual([0, 240, 10_000_000]);
    expect([0, 380, 36_600].map(knownDays)).toEqual([0, 380, 36_600]);
    expect([10_000_001, 1_795_000_000_000, ...odd].map(knownOrders).every((count) => count === null)).toBe(true);
    expect([36_601, 1_795_000_000, ...odd].map(knownDays).every((count) => count === null)).toBe(true);
  });
});
