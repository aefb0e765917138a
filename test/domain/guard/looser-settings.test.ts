import { describe, expect, it } from 'vitest';
import { boundSettings, safetySettings } from '../../../src/domain/guard/looser-settings.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';

const usual = safetySettings(defaultSettings);

/** The other value of a setting, in the direction that loosens it. */
const looser: Readonly<Record<string, number | string>> = {
  approvalLifeMs: 900_001,
  moneySettleMs: 14_999,
  moneyStepBoundMs: 10_001,
  moneyRecvWindowMs: 3_001,
  clockSkewLimitMs: 5_001,
  recvWindowMs: 5_001,
  reconcileWindowMs: 120_001,
  slowReadMs: 40_001,
  releasingStuckMs: 45_001,
  limitAlarmMs: 120_001,
  noticeLookIntervalMs: 5_001,
  noticeUrgentMs: 600_001,
  watchdogMs: 300_001,
  watchdogRequestsPerSecond: 1.1,
  exclusionZoneTicks: 3,
  marketMaxAgeMs: 120_001,
  commissionTtlMs: 3_600_001,
  priceRangeMarginRatio: '0.101',
  rangeEstimateLowFactor: '0.9049',
  rangeEstimateHighFactor: '1.0951',
  overlapRetries: 6,
  overlapWindowMs: 59_999,
  overlapCooldownMs: 29_999,
  businessBlockMs: 299_999,
  accountRequestsPerSecond: 5.1,
  adRequestsPerSecond: 1.6,
  requestsInFlight: 9,
  rateWeightSlowdownRatio: 0.81,
  ipBanDefaultMs: 7_199_999,
  ipBanMinimumMs: 7_199_999,
  breakerFailureThreshold: 16,
  breakerOpenMs: 44_999,
  personCooldownMs: -1,
};

describe('P3: settings that hold something back wait for consent before they loosen', () => {
  it('are these, and the others are how the work is done', () => {
    expect(Object.keys(usual).toSorted()).toEqual([...Object.keys(looser), 'firstOrderCap'].toSorted());
  });

  it.each(Object.entries(looser))('%s: %s is held, and back is not', (name, value) => {
    const wanted = { ...usual, [name]: value };
    const { part, held } = boundSettings(usual, wanted);
    expect(part).toEqual(usual);
    const unit = name.endsWith('Ms') ? ' ms' : '';
    expect(held).toEqual([expect.stringMatching(`: ${value}${unit} instead of ${usual[name]}${unit}$`)]);
    expect(boundSettings(wanted, usual)).toEqual({ part: usual, held: [] });
  });

  it.each([
    ['500 BOB', 'none', true],
    ['500 BOB', '501 BOB', true],
    ['500 BOB', '500 BOB, 1 USD', true],
    ['500 BOB, 80 USD', '500 BOB', false],
    ['500 BOB', '500.00 BOB', false],
    ['none', '500 BOB', false],
    ['none', 'none', false],
  ])('ADR 0059: a cap of first orders of %s that becomes %s is held: %s', (before, after, isHeld) => {
    const { held } = boundSettings({ firstOrderCap: before }, { firstOrderCap: after });
    expect(held).toEqual(isHeld ? [`largest first order of a person: ${after} instead of ${before}`] : []);
  });

  it('the same number in other digits loosens nothing', () => {
    const wanted = { ...usual, priceRangeMarginRatio: '0.1' };
    expect(boundSettings(usual, wanted)).toEqual({ part: wanted, held: [] });
  });

  it('what was never agreed to, or is no such setting any more, is as it is wanted', () => {
    expect(boundSettings({}, usual)).toEqual({ part: usual, held: [] });
    expect(boundSettings({ gone: 1 }, { gone: 2 })).toEqual({ part: { gone: 2 }, held: [] });
  });
});
