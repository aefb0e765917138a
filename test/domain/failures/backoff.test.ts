import { describe, expect, it } from 'vitest';
import { backoffCeilingMs, backoffMs } from '../../../src/domain/failures/backoff.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';

describe('7.5: backoff', () => {
  it.each([
    [1, 500],
    [2, 1_000],
    [3, 2_000],
    [4, 4_000],
    [5, 8_000],
    [6, 16_000],
    [7, 30_000],
    [2_000, 30_000],
  ])('7.5: attempt %i sleeps at most %i ms', (attempt, ceilingMs) => {
    expect(backoffCeilingMs(attempt, defaultSettings)).toBe(ceilingMs);
    expect(backoffMs(attempt, () => 0, defaultSettings)).toBe(0);
    expect(backoffMs(attempt, () => 0.999_999_999, defaultSettings)).toBe(ceilingMs);
  });

  it('7.5: attempts count from 1, so an attempt 0 sleeps like the first', () => {
    expect(backoffCeilingMs(0, defaultSettings)).toBe(500);
  });
});
