import { describe, expect, it } from 'vitest';
import { epochMs, knownTime } from '../../src/domain/epoch.ts';

describe('a time since the epoch is read in the unit that its size shows', () => {
  it.each([
    ['milliseconds', 1_795_645_800_525, 1_795_645_800_525],
    ['seconds', 1_795_645_800, 1_795_645_800_000],
    ['microseconds', 1_795_645_800_525_999, 1_795_645_800_525],
    ['nanoseconds', 1_795_645_800_525_999_872, 1_795_645_800_525],
    ['seconds with a part of one', 1_795_645_800.525, 1_795_645_800_525],
    ['none: zero', 0, 0],
    ['none: a small number', 999_999_999, 999_999_999],
    ['none: below zero', -1, -1],
  ])('%s', (_unit, time, expected) => {
    expect(epochMs(time)).toBe(expected);
  });
});

it('a time before all desks is none, as nothing is', () => {
  expect([0, -1, 5, 999_999_999, null, undefined].map(knownTime)).toEqual(Array(6).fill(null));
  expect(knownTime(1_795_645_800_525)).toBe(1_795_645_800_525);
});
