import { describe, expect, it } from 'vitest';
import { modes } from '../../src/domain/mode.ts';
import { defaultExchangeSettings } from '../../src/domain/exchange-settings.ts';
import { defaultSettings, deskSettingsSchema, exchangeSettingsOf } from '../../src/domain/settings.ts';

describe('8: limits', () => {
  it('8: every constant of the interface is a setting with its default', () => {
    expect(defaultSettings).toMatchObject({
      backoffBaseMs: 250,
      backoffCapMs: 30_000,
      timeSyncWaitMs: 300,
      volumeSyncSleepMs: 300,
      businessBlockMs: 300_000,
      overlapRetries: 5,
      overlapWindowMs: 60_000,
      overlapCooldownMs: 30_000,
      exclusionZoneTicks: 4,
      offlineCheckIntervalMs: 15_000,
      priceRangeMarginRatio: '0.10',
      rangeEstimateLowFactor: '0.905',
      rangeEstimateHighFactor: '1.095',
      priceRangeTtlMs: 60_000,
      missingAdTtlMs: 60_000,
      missingAdCacheEntries: 1_024,
      missingAdThreshold: 2,
      missingAdWindowMs: 600_000,
      missingAdDeadAfterMs: 3_600_000,
      ipBanDefaultMs: 7_200_000,
      ipBanMinimumMs: 7_200_000,
      retrySyncOn1000: false,
    });
  });

  it('8: the budgets of the design are settings too', () => {
    expect(defaultSettings).toMatchObject({
      inAttemptBackoffLimitMs: 1_500,
      breakerFailureThreshold: 15,
      breakerOpenMs: 45_000,
      adRequestsPerSecond: 1.5,
      accountRequestsPerSecond: 5,
      requestsInFlight: 8,
      requestTimeoutMs: 5_000,
      maxResponseBytes: 4_194_304,
      recvWindowMs: 5_000,
      moneyRecvWindowMs: 3_000,
      moneyStepBoundMs: 10_000,
      moneySettleMs: 15_000,
      reconcileWindowMs: 120_000,
      clockSkewLimitMs: 5_000,
      approvalLifeMs: 900_000,
      slowReadMs: 40_000,
      releasingStuckMs: 45_000,
      marketMaxAgeMs: 120_000,
      marketIntervalMs: 5_000,
      orderPollIntervalMs: 3_000,
      watchPeriodMs: 900_000,
      rateWeightSlowdownRatio: 0.8,
    });
  });

  it.each([
    { backofBaseMs: 1 },
    { backoffBaseMs: -1 },
    { backoffBaseMs: 0.5 },
    { overlapRetries: 0 },
    { priceRangeMarginRatio: 'a tenth' },
    { priceRangeMarginRatio: '0' },
    { recvWindowMs: 60_001 },
    { rateWeightSlowdownRatio: 1.1 },
  ])('8: %j is refused', (settings) => {
    expect(deskSettingsSchema.safeParse(settings).success).toBe(false);
  });

  it.each([
    ['moneyStepBoundMs', 600_000],
    ['moneyRecvWindowMs', 60_000],
    ['recvWindowMs', 60_000],
    ['clockSkewLimitMs', 60_000],
    ['requestTimeoutMs', 600_000],
    ['approvalLifeMs', 86_400_000],
    ['slowReadMs', 50_000],
    ['noticeUrgentMs', 86_400_000],
    ['watchdogMs', 86_400_000],
  ])('design 6: %s, by which money waits, is at most %i', (setting, maxMs) => {
    expect(deskSettingsSchema.parse({ [setting]: maxMs })).toMatchObject({ [setting]: maxMs });
    expect(deskSettingsSchema.safeParse({ [setting]: maxMs + 1 }).error?.issues).toMatchObject([
      { code: 'too_big', path: [setting] },
    ]);
  });

  it('8: the exchange client takes its own part of them, with the values that a desk set', () => {
    const given = { ...defaultSettings, marketIntervalMs: 1, requestTimeoutMs: 7_000 };
    expect(exchangeSettingsOf(given)).toEqual({ ...defaultExchangeSettings, requestTimeoutMs: 7_000 });
    expect(exchangeSettingsOf({ overlapRetries: 3, requestsInFlight: 2 })).toEqual({
      ...defaultExchangeSettings,
      requestsInFlight: 2,
    });
    expect(defaultSettings).toMatchObject(defaultExchangeSettings);
  });

  it('ADR 0059: the cap of a first order is none, or amounts with their currencies', () => {
    const cap = (firstOrderCap: string) => deskSettingsSchema.safeParse({ firstOrderCap }).success;
    expect(['none', '500 BOB', '500 BOB, 80 USD'].map(cap)).toEqual([true, true, true]);
    expect(['', '500', 'BOB', 'off'].map(cap)).toEqual([false, false, false, false]);
  });

  it('8: one setting can be changed alone', () => {
    expect(deskSettingsSchema.parse({ overlapRetries: 3 })).toEqual({ ...defaultSettings, overlapRetries: 3 });
  });
});

describe('design 2: modes', () => {
  it('design 2: sim comes first, because it is the default', () => {
    expect(modes).toEqual(['sim', 'shadow', 'live']);
  });
});
