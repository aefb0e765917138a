import { describe, expect, it } from 'vitest';
import { parseDurationMs } from '../../src/domain/duration.ts';

describe('durations', () => {
  it.each([
    ['250ms', 250],
    ['90s', 90_000],
    ['1.5h', 5_400_000],
    ['7d', 604_800_000],
    ['0s', 0],
  ])('%s is %d ms', (text, ms) => {
    expect(parseDurationMs(text)).toBe(ms);
  });

  it.each(['90', '', 's', '-5s', '1e3s', '10 bananas', '1.2.3s'])('%j is not a duration', (text) => {
    expect(parseDurationMs(text)).toBeNull();
  });
});
