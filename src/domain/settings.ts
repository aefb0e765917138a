import { z } from 'zod';
import { isPositiveDecimalText } from './decimal.ts';

const wholeMs = z.int().nonnegative();
const count = z.int().positive();
const ratio = z.string().refine(isPositiveDecimalText, 'must be a decimal above zero, such as "0.10"');

/** Every constant of interface section 8 and of the design's budgets. Durations in milliseconds, ratios as decimal text. */
export const deskSettingsSchema = z.strictObject({
  // Interface 7.5
  backoffBaseMs: wholeMs.default(250),
  backoffCapMs: wholeMs.default(30_000),
  /** Backoff up to this length sleeps inside the attempt; longer waits are Temporal's, whose timers have a grain of 1 s. */
  inAttemptBackoffLimitMs: wholeMs.default(1_500),
  // Interface 5 rule 3
  timeSyncWaitMs: wholeMs.default(300),
  /** How often the service's time is fetched in the background, beside every -1021 and -1022. */
  clockRefreshMs: count.max(86_400_000).default(1_800_000),
  /**
   * A fenced money step is refused locally while the service's clock and this machine's differ by more. Of `moneySettleMs`
   * 8 s are for orders that show late, which leaves 7 s in which a step signed with a wrong time may still be executed.
   */
  clockSkewLimitMs: count.max(60_000).default(5_000),
  /** ERROR_187XXX_RETRY_SLEEP_SEC of interface 7.4. */
  volumeSyncSleepMs: wholeMs.default(300),
  /** SERVICE_RETRY_SYNC_ON_1000 of interface 7.4. */
  retrySyncOn1000: z.boolean().default(false),
  // Interface 7.4: NON_RETRIABLE_BUSINESS, SPECIAL_HANDLER, AD_OFFLINE
  businessBlockMs: wholeMs.default(300_000),
  overlapRetries: count.default(5),
  overlapWindowMs: wholeMs.default(60_000),
  overlapCooldownMs: wholeMs.default(30_000),
  exclusionZoneTicks: z.int().nonnegative().default(4),
  offlineCheckIntervalMs: wholeMs.default(15_000),
  // Interface 7.4: PRICE_RANGE_LIMIT
  priceRangeMarginRatio: ratio.default('0.10'),
  rangeEstimateLowFactor: ratio.default('0.905'),
  rangeEstimateHighFactor: ratio.default('1.095'),
  /** ENGINE_SERVICE_RANGE_TTL_SEC of interface section 8, which does not show its value. */
  priceRangeTtlMs: wholeMs.default(60_000),
  // Interface 7.7
  missingAdTtlMs: wholeMs.default(60_000),
  missingAdCacheEntries: count.default(1_024),
  missingAdThreshold: count.default(2),
  missingAdWindowMs: wholeMs.default(600_000),
  missingAdDeadAfterMs: wholeMs.default(3_600_000),
  /** "A cooldown of hours" (interface 7.1); used when the answer carries no Retry-After. */
  ipBanDefaultMs: wholeMs.default(7_200_000),
  /** A 418 lasts this long at least, whatever its Retry-After says: a longer one counts, a shorter one does not. */
  ipBanMinimumMs: wholeMs.default(7_200_000),
  breakerFailureThreshold: count.default(15),
  breakerOpenMs: wholeMs.default(45_000),
  adRequestsPerSecond: z.number().positive().default(1.5),
  accountRequestsPerSecond: z.number().positive().default(5),
  requestsInFlight: count.default(8),
  requestTimeoutMs: count.max(600_000).default(5_000),
  maxResponseBytes: count.default(4_194_304),
  recvWindowMs: count.max(60_000).default(5_000),
  moneyRecvWindowMs: count.max(60_000).default(3_000),
  /** A money step that has not been sent this long after it was scheduled is refused locally. */
  moneyStepBoundMs: count.default(10_000),
  /** A real exchange showed orders 8 s after a timeout: "not done" is not concluded earlier than this. */
  moneySettleMs: wholeMs.default(15_000),
  reconcileWindowMs: wholeMs.default(120_000),
  /** An approval of a release holds for so long. */
  approvalLifeMs: count.max(86_400_000).default(900_000),
  /** An order that is "releasing" for longer asks a human: it may be in appeal. */
  releasingStuckMs: wholeMs.default(60_000),
  marketIntervalMs: count.default(5_000),
  orderPollIntervalMs: count.default(3_000),
  /** Orders asked for at once; a service that gives fewer is believed (EP-15 suggests 20, and gives 100). */
  orderRows: count.max(100).default(100),
  watchPeriodMs: count.default(900_000),
  // Design 6: how much a worker does at once, by queue
  workflowSlots: count.default(40),
  actingSlots: count.default(100),
  moneySlots: count.default(20),
  /** A watcher is cheap: it sleeps nearly all the time. */
  watchSlots: count.default(2_000),
  /** A limit of an ad that binds for so long is a human's: the ad is sold out, or bought for, at a price the market left. */
  limitAlarmMs: count.default(120_000),
  /** How often the rank and the reason that lists and pages show of an ad are renewed, when they change. */
  adShowIntervalMs: count.default(360_000),
  /** Share of the used-weight quota from which polls slow down. */
  rateWeightSlowdownRatio: z.number().positive().max(1).default(0.8),
});

export type DeskSettings = z.infer<typeof deskSettingsSchema>;

export const defaultSettings: DeskSettings = deskSettingsSchema.parse({});
