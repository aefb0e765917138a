import { describe, expect, it } from 'vitest';
import { epochMs } from '../../src/domain/epoch.ts';

describe('a time since the epoch is read in the unit that its size shows', () => {
  it.each([
    ['milliseconds', 1_795_645_800_525, 1_795_645_800_525],
    ['seconds', 1_795_645_800, 1_795_645_800_000],
    ['microseconds', 1_795_645_800_525_999, 1_795_645_800_525],
    ['none: zero', 0, 0],
    ['none: a small number', 999_999_999, 999_999_999],
    ['none: below zero', -1, -1],
  ])('%s', (_unit, time, expected) => {
    expect(epochMs(time)).toBe(expected);
  });
});
