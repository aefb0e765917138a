import { describe, expect, it } from 'vitest';
import { isWorthReturning } from '../../../src/activities/ad/look-change.ts';
import type { ShownLook } from '../../../src/activities/activity-contract.ts';
import { defaultSettings as settings } from '../../../src/domain/settings.ts';
import { decision } from '../../workflows/fixtures.ts';

const shown: ShownLook = { rank: 1, reason: 'target', boundSinceMs: null, isAlarmed: false, atMs: 0 };
const look = { decision: decision('9.50'), boundSinceMs: null, atMs: 3_600_000 };
const input = { shown, override: null };

describe('design 6: a quiet look that is worth a return', () => {
  it('a look that lists already show is not', () => {
    expect(isWorthReturning(input, look, settings)).toBe(false);
    expect(isWorthReturning({ ...input, shown: null }, look, settings)).toBe(false);
    expect(isWorthReturning(input, { ...look, decision: null }, settings)).toBe(false);
  });

  it.each([
    ['rank', { ...look.decision, rank: 11 }],
    ['reason', { ...look.decision, reason: 'at-target' as const }],
  ])('another %s is, six minutes after the last return', (_name, other) => {
    expect(isWorthReturning(input, { ...look, decision: other, atMs: 359_999 }, settings)).toBe(false);
    expect(isWorthReturning(input, { ...look, decision: other, atMs: 360_000 }, settings)).toBe(true);
  });

  it('a limit that binds for two minutes is, once', () => {
    const bound = { ...look, boundSinceMs: 1_000 };
    expect(isWorthReturning(input, { ...bound, atMs: 120_999 }, settings)).toBe(false);
    expect(isWorthReturning(input, { ...bound, atMs: 121_000 }, settings)).toBe(true);
    expect(isWorthReturning({ ...input, shown: null }, { ...bound, atMs: 121_000 }, settings)).toBe(true);
    const alarmed = { ...shown, boundSinceMs: 1_000, isAlarmed: true };
    expect(isWorthReturning({ ...input, shown: alarmed }, { ...bound, atMs: 9_000_000 }, settings)).toBe(false);
  });

  it('a limit that binds no more is, a minute after it was reported', () => {
    const alarmed = { ...input, shown: { ...shown, boundSinceMs: 1_000, isAlarmed: true } };
    expect(isWorthReturning(alarmed, { ...look, atMs: 59_999 }, settings)).toBe(false);
    expect(isWorthReturning(alarmed, { ...look, atMs: 60_000 }, settings)).toBe(true);
  });

  it('a price by hand that has ended is', () => {
    const override = { price: '9.50', untilMs: 100 };
    expect(isWorthReturning({ ...input, override }, { ...look, atMs: 99 }, settings)).toBe(false);
    expect(isWorthReturning({ ...input, override }, { ...look, atMs: 100 }, settings)).toBe(true);
  });
});
