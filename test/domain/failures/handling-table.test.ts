import { describe, expect, it } from 'vitest';
import {
  ErrorCategory,
  TransportCondition,
  type FailureCategory,
} from '../../../src/domain/failures/error-category.ts';
import {
  failureUses,
  followingOf,
  handlingOf,
  handlingTable,
  type FailureHandling,
  type FailureUse,
  type Following,
  type WaitContext,
} from '../../../src/domain/failures/handling-table.ts';
import { businessRest } from '../../../src/domain/ads/state/ad-state.ts';
import { businessWords } from '../../../src/words/ads/offline-words.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';

const categories: readonly FailureCategory[] = [...Object.values(ErrorCategory), ...Object.values(TransportCondition)];

function waitMs(category: FailureCategory, use: FailureUse, changes: Partial<WaitContext> = {}): number {
  const context = { attempt: 3, retryAfterMs: null, random: () => 0.5, settings: defaultSettings, ...changes };
  return handlingOf(category, use).waitMs(context);
}

/** Every cell, as "CATEGORY use". */
function cells(filter: (handling: FailureHandling, use: FailureUse) => boolean): string[] {
  const all = categories.flatMap((category) => failureUses.map((use) => ({ category, use })));
  return all
    .filter(({ category, use }) => filter(handlingOf(category, use), use))
    .map(({ category, use }) => `${category} ${use}`);
}

describe('design 5: one table of failures', () => {
  it('design 5: it has a row for each category and a cell for each use', () => {
    expect(Object.keys(handlingTable).sort()).toEqual([...categories].sort());
    for (const row of Object.values(handlingTable)) expect(Object.keys(row).sort()).toEqual([...failureUses].sort());
  });

  it('design 6: the server never waits for a money step, and the attempt only within a watch', () => {
    expect(cells(({ waits }, use) => use === 'money' && waits !== 'workflow')).toEqual([]);
    expect(cells(({ waits }, use) => waits === 'attempt' && use !== 'intake')).toEqual([]);
  });

  it('7.4: what only a human can end asks him at once, for every use', () => {
    expect(cells(({ acts, asksHuman }) => (acts === 'human') !== (asksHuman === 'at-once'))).toEqual([]);
    for (const use of failureUses) {
      expect(handlingOf('NON_RETRIABLE_BUSINESS', use)).toMatchObject({ waits: 'workflow', asksHuman: 'at-once' });
    }
  });

  it('promise 5: a money step never waits without someone hearing of it', () => {
    expect(cells(({ asksHuman }, use) => use === 'money' && asksHuman === 'never')).toEqual([]);
  });

  it('7.1: a ban and a rate limit ask a human for what is done once alone', () => {
    for (const category of ['IP_BAN', 'RATE_LIMITED'] as const) {
      const asks = failureUses.filter((use) => handlingOf(category, use).asksHuman !== 'never');
      expect(asks).toEqual(['publish', 'money']);
      for (const use of asks) expect(handlingOf(category, use).asksHuman).toEqual({ afterMs: 300_000 });
    }
  });
});

describe('7.4, 7.5: how long each category waits', () => {
  it.each<[FailureCategory, FailureUse, number]>([
    ['RETRY_WITH_SYNC', 'read', 300],
    ['RETRIABLE_WITH_BACKOFF', 'read', 1_000],
    ['RATE_LIMITED', 'price', 1_000],
    ['UNKNOWN', 'intake', 1_000],
    ['RETRY_WITH_VOLUME_SYNC', 'price', 300],
    ['NON_RETRIABLE_BUSINESS', 'money', 300_000],
    ['SPECIAL_HANDLER', 'price', 0],
    ['PRICE_RANGE_LIMIT', 'price', 0],
    ['AD_OFFLINE', 'price', 15_000],
    ['IP_BAN', 'read', 7_200_000],
    ['NOT_FOUND', 'price', 60_000],
    ['NOT_FOUND', 'read', 300_000],
  ])('7.4: %s in a %s waits %i ms', (category, use, expectedMs) => {
    expect(waitMs(category, use)).toBe(expectedMs);
  });

  it.each([
    ['RETRY_WITH_SYNC', 'timeSyncWaitMs', ['read', 'price', 'edit', 'money', 'intake']],
    ['RETRY_WITH_VOLUME_SYNC', 'volumeSyncSleepMs', ['read', 'price', 'publish', 'edit', 'intake']],
    ['RETRY_WITH_VOLUME_SYNC', 'businessBlockMs', ['money']],
    ['NON_RETRIABLE_BUSINESS', 'businessBlockMs', [...failureUses]],
    ['AD_OFFLINE', 'offlineCheckIntervalMs', ['price', 'publish', 'edit', 'intake']],
    ['NOT_FOUND', 'missingAdTtlMs', ['price']],
  ] as const)('7.4: %s waits for the setting %s, for every use that it names', (category, setting, uses) => {
    const settings = { ...defaultSettings, [setting]: 7_777 };
    expect(failureUses.filter((use) => waitMs(category, use, { settings }) === 7_777)).toEqual(uses);
  });

  it('7.1: Retry-After wins over the formula and is not capped', () => {
    for (const category of ['RATE_LIMITED', 'UNKNOWN', 'IP_BAN', 'SPECIAL_HANDLER'] as const) {
      expect(waitMs(category, 'price', { retryAfterMs: 90_000_000 })).toBe(90_000_000);
      expect(waitMs(category, 'price', { retryAfterMs: 5 })).toBe(5);
    }
  });

  it('7.5: what the client would not sleep itself grows with the attempts of the activity', () => {
    expect(waitMs('RETRIABLE_WITH_BACKOFF', 'read', { retryAfterMs: 400, attempt: 1 })).toBe(400);
    expect(waitMs('RETRIABLE_WITH_BACKOFF', 'read', { retryAfterMs: 400, attempt: 4 })).toBe(2_000);
  });
});

describe('design 5: what a workflow does once it hears of a refusal', () => {
  const after = (category: FailureCategory, use: FailureUse, retryAfterMs: number | null = null) =>
    followingOf(category, use, { retryAfterMs, settings: defaultSettings });

  it.each<[FailureCategory, FailureUse, Following['next'], number]>([
    ['AD_OFFLINE', 'price', 'offline', 15_000],
    ['SPECIAL_HANDLER', 'price', 'cool', 0],
    ['SPECIAL_HANDLER', 'publish', 'cool', 300],
    ['PRICE_RANGE_LIMIT', 'price', 'learn-range', 0],
    ['PRICE_RANGE_LIMIT', 'edit', 'learn-range', 300],
    ['NON_RETRIABLE_BUSINESS', 'publish', 'block', 300_000],
    ['RETRY_WITH_VOLUME_SYNC', 'edit', 'look-again', 300],
    ['NOT_FOUND', 'price', 'retry', 60_000],
    ['NOT_FOUND', 'publish', 'retry', 30_000],
    ['NOT_FOUND', 'edit', 'look-again', 300],
    ['UNKNOWN', 'publish', 'retry', 30_000],
    ['IP_BAN', 'price', 'ban-end', 7_200_000],
    ['UNKNOWN', 'intake', 'retry', 0],
  ])('7.4: %s in a %s leads to %s after %i ms', (...[category, use, next, waitMs]) => {
    expect(after(category, use)).toMatchObject({ next, waitMs });
  });

  it('7.5: what the server has retried for its whole time waits for the longest pause, or as long as the answer says', () => {
    for (const use of ['price', 'edit'] as const) {
      expect(after('UNKNOWN', use).waitMs).toBe(defaultSettings.backoffCapMs);
      expect(after('RATE_LIMITED', use, 5).waitMs).toBe(5);
    }
  });

  it('7.4: only a human goes on after a block or off the market', () => {
    expect(cells(({ next, acts }) => (next === 'block' || next === 'offline') !== (acts === 'human'))).toEqual([]);
  });
});

describe('7.4: AD_OFFLINE', () => {
  it('7.4: the reason is Business closed for 83229, Taking a break for 83230', () => {
    const reasons = ['83229', '83230', null].map((code) => businessWords[businessRest(code)]);
    expect(reasons).toEqual(['Business closed', 'Taking a break', 'Business closed']);
  });
});
