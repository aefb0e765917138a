import type { z } from 'zod';
import { defaultSettings, deskSettingsSchema, type DeskSettings } from './settings.ts';

const banned = 'smaller, the service gets so many calls that it bans the address';
const busy = 'smaller, the worker does nothing else';
const early = 'smaller, calls fail that would succeed, and are repeated';

/**
 * The least value of a setting that a person may write, and why. The interface shows no quotas (section 8), so these are no
 * advice: they are where a typing mistake, such as milliseconds for seconds, does harm. A workflow's input is not held to
 * them: it was accepted once, and must be readable.
 */
const leastWritten = {
  backoffBaseMs: [50, banned],
  backoffCapMs: [1_000, banned],
  timeSyncWaitMs: [100, banned],
  clockRefreshMs: [60_000, banned],
  // Interface 7.1: hours
  ipBanDefaultMs: [3_600_000, 'calls during a ban make it longer, and it lasts for hours'],
  breakerOpenMs: [1_000, banned],
  adRequestsPerSecond: [0.1, 'smaller, prices stand still'],
  accountRequestsPerSecond: [0.1, 'smaller, the desk stands still'],
  watchdogRequestsPerSecond: [0.1, 'smaller, the watchdog acts too late'],
  requestTimeoutMs: [500, early],
  recvWindowMs: [500, early],
  moneyRecvWindowMs: [500, early],
  volumeSyncSleepMs: [100, banned],
  businessBlockMs: [1_000, banned],
  overlapWindowMs: [1_000, banned],
  overlapCooldownMs: [1_000, banned],
  offlineCheckIntervalMs: [1_000, banned],
  missingAdTtlMs: [1_000, banned],
  marketIntervalMs: [500, banned],
  commissionTtlMs: [60_000, banned],
  orderPollIntervalMs: [500, banned],
  watchPeriodMs: [10_000, busy],
  adShowIntervalMs: [10_000, busy],
  noticeLookIntervalMs: [500, busy],
} as const satisfies Partial<Record<keyof DeskSettings, readonly [number, string]>>;

const fields = deskSettingsSchema.shape;
type Bounded = keyof typeof leastWritten;

function bounded(name: Bounded): z.ZodType {
  const [least, why] = leastWritten[name];
  const field: z.ZodDefault<z.ZodNumber> = fields[name];
  return field
    .unwrap()
    .min(least, `must be at least ${least} ${name.endsWith('Ms') ? 'ms' : 'a second'}: ${why}`)
    .default(defaultSettings[name])
    .meta({ ...field.meta() });
}

const names = Object.keys(leastWritten) as Bounded[];

/** The settings as a person writes them, in peerdesk.toml or in variables. */
export const writtenSettingsSchema: typeof deskSettingsSchema = deskSettingsSchema.safeExtend(
  Object.fromEntries(names.map((name) => [name, bounded(name)])) as unknown as typeof fields,
);
