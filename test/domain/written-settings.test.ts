import { describe, expect, it } from 'vitest';
import { defaultSettings, deskSettingsSchema } from '../../src/domain/settings.ts';
import { writtenSettingsSchema } from '../../src/domain/written-settings.ts';

/** By setting: the least value that is taken, and the next one below. */
const least: readonly (readonly [keyof typeof defaultSettings, number, number])[] = [
  ['backoffBaseMs', 50, 49],
  ['backoffCapMs', 1_000, 999],
  ['timeSyncWaitMs', 100, 99],
  ['clockRefreshMs', 60_000, 59_999],
  ['ipBanDefaultMs', 3_600_000, 3_599_999],
  ['breakerOpenMs', 1_000, 999],
  ['adRequestsPerSecond', 0.1, 0.09],
  ['accountRequestsPerSecond', 0.1, 0.09],
  ['watchdogRequestsPerSecond', 0.1, 0.09],
  ['requestTimeoutMs', 500, 499],
  ['recvWindowMs', 500, 499],
  ['moneyRecvWindowMs', 500, 499],
  ['volumeSyncSleepMs', 100, 99],
  ['businessBlockMs', 1_000, 999],
  ['overlapWindowMs', 1_000, 999],
  ['overlapCooldownMs', 1_000, 999],
  ['offlineCheckIntervalMs', 1_000, 999],
  ['missingAdTtlMs', 1_000, 999],
  ['marketIntervalMs', 500, 499],
  ['commissionTtlMs', 60_000, 59_999],
  ['orderPollIntervalMs', 500, 499],
  ['watchPeriodMs', 10_000, 9_999],
  ['adShowIntervalMs', 10_000, 9_999],
  ['noticeLookIntervalMs', 500, 499],
];

describe('8: settings as a person writes them', () => {
  it.each(least)('%s is at least %d: below it the message says so, and why', (name, bound, below) => {
    expect(writtenSettingsSchema.parse({ [name]: bound })).toEqual({ ...defaultSettings, [name]: bound });
    const { error } = writtenSettingsSchema.safeParse({ [name]: below });
    expect(error?.issues).toMatchObject([
      {
        code: 'too_small',
        path: [name],
        message: expect.stringMatching(`^must be at least ${bound} (ms|a second): \\w.{20,}$`),
      },
    ]);
  });

  it('a workflow keeps settings that were accepted before', () => {
    expect(deskSettingsSchema.parse({ marketIntervalMs: 5 })).toMatchObject({ marketIntervalMs: 5 });
  });

  it('everything else is as it is without them: defaults, upper bounds, words, and no other setting', () => {
    expect(writtenSettingsSchema.parse({})).toEqual(defaultSettings);
    expect(writtenSettingsSchema.safeParse({ recvWindowMs: 60_001 }).success).toBe(false);
    expect(writtenSettingsSchema.safeParse({ marketIntervalMs: 500.5 }).success).toBe(false);
    expect(writtenSettingsSchema.safeParse({ marketInterval: 5_000 }).success).toBe(false);
    const words = (schema: typeof deskSettingsSchema) =>
      Object.entries(schema.shape).map(([name, field]) => [name, field.description]);
    expect(words(writtenSettingsSchema)).toEqual(words(deskSettingsSchema));
  });
});
