import { describe, expect, it } from 'vitest';
import { backoffCeilingMs, backoffMs } from '../../src/domain/failures/backoff.ts';
import type { FailureCategory } from '../../src/domain/failures/error-category.ts';
import { offlineReason, planHandling } from '../../src/domain/failures/handling.ts';
import type { Handling, HandlingContext } from '../../src/domain/failures/handling.ts';
import { defaultSettings, deskSettingsSchema } from '../../src/domain/settings.ts';

function plan(category: FailureCategory, changes: Partial<HandlingContext> = {}): Handling {
  return planHandling(category, {
    attempt: 3,
    retryAfterMs: null,
    random: () => 0.5,
    settings: defaultSettings,
    ...changes,
  });
}

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

describe('7.4: handling per category', () => {
  it('7.4: RETRY_WITH_SYNC waits 0.3 s', () => {
    expect(plan('RETRY_WITH_SYNC')).toEqual({ kind: 'resync', waitMs: 300 });
  });

  it.each(['RETRIABLE_WITH_BACKOFF', 'RATE_LIMITED', 'UNKNOWN'] as const)(
    '7.4: %s backs off with jitter',
    (category) => {
      expect(plan(category)).toEqual({ kind: 'backoff', delayMs: 1_000, syncTime: false });
    },
  );

  it('7.1: Retry-After wins over the formula and is not capped', () => {
    const handling = plan('RATE_LIMITED', { retryAfterMs: 7_200_000 });
    expect(handling).toEqual({ kind: 'backoff', delayMs: 7_200_000, syncTime: false });
  });

  it('7.4: SERVICE_RETRY_SYNC_ON_1000 also syncs time, for -1000 only', () => {
    const settings = deskSettingsSchema.parse({ retrySyncOn1000: true });
    expect(plan('RETRIABLE_WITH_BACKOFF', { settings, code: '-1000' })).toMatchObject({ syncTime: true });
    expect(plan('RETRIABLE_WITH_BACKOFF', { settings, code: '-9000' })).toMatchObject({ syncTime: false });
    expect(plan('RETRIABLE_WITH_BACKOFF', { code: '-1000' })).toMatchObject({ syncTime: false });
  });

  it('7.4: RETRY_WITH_VOLUME_SYNC sleeps 0.3 s', () => {
    expect(plan('RETRY_WITH_VOLUME_SYNC')).toEqual({ kind: 'volume-sync', waitMs: 300 });
  });

  it('7.4: NON_RETRIABLE_BUSINESS blocks for 300 s', () => {
    expect(plan('NON_RETRIABLE_BUSINESS')).toEqual({ kind: 'block', durationMs: 300_000 });
  });

  it('7.4: SPECIAL_HANDLER goes to the overlap window', () => {
    expect(plan('SPECIAL_HANDLER')).toEqual({ kind: 'overlap' });
  });

  it('7.4: PRICE_RANGE_LIMIT clamps', () => {
    expect(plan('PRICE_RANGE_LIMIT')).toEqual({ kind: 'clamp' });
  });

  it('7.4: AD_OFFLINE names the reason of its code', () => {
    expect(plan('AD_OFFLINE', { code: '83229' })).toEqual({ kind: 'offline', reason: 'Business closed' });
    expect(plan('AD_OFFLINE', { code: '83230' })).toEqual({ kind: 'offline', reason: 'Taking a break' });
    expect(plan('AD_OFFLINE')).toEqual({ kind: 'offline', reason: 'Business closed' });
    expect(offlineReason(null)).toBe('Business closed');
  });

  it('7.1: an IP ban lasts as long as Retry-After says, else hours', () => {
    expect(plan('IP_BAN', { retryAfterMs: 120_000 })).toEqual({ kind: 'ban', durationMs: 120_000 });
    expect(plan('IP_BAN')).toEqual({ kind: 'ban', durationMs: 7_200_000 });
  });

  it('7.7: a 404 is handled as missing', () => {
    expect(plan('NOT_FOUND')).toEqual({ kind: 'missing' });
  });
});
