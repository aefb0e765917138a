import { z } from 'zod';
import { isPositiveDecimalText } from './decimal.ts';
import { fiatAmountsFromText } from './orders/fiat-amounts.ts';
import { exchangeSettingsSchema, type ExchangeSettings } from './exchange-settings.ts';

const wholeMs = z.int().nonnegative();
const count = z.int().positive();
const ratio = z.string().refine(isPositiveDecimalText, 'must be a decimal above zero, such as "0.10"');

/**
 * Every constant of interface 8 and design 8, with its text in docs/reference/settings.md: the exchange client's, and
 * the desk's own. Durations are in milliseconds, ratios are decimal text.
 */
export const deskSettingsSchema = exchangeSettingsSchema.extend({
  /** ERROR_187XXX_RETRY_SLEEP_SEC of interface 7.4. */
  volumeSyncSleepMs: wholeMs.default(300).describe('wait before the ad is read again, after 187031, 187040 and 187049'),
  // Interface 7.4: NON_RETRIABLE_BUSINESS, SPECIAL_HANDLER, AD_OFFLINE
  businessBlockMs: wholeMs
    .default(300_000)
    .describe('how long an ad or order is blocked after a refusal that repeating does not help'),
  overlapRetries: count.default(5).describe('retries after 187055 within overlapWindowMs'),
  overlapWindowMs: wholeMs.default(60_000).describe('window in which overlapRetries counts'),
  overlapCooldownMs: wholeMs.default(30_000).describe('cooldown once overlapRetries is used up'),
  exclusionZoneTicks: z.int().nonnegative().default(4).describe('distance in ticks that a price keeps from own ads'),
  offlineCheckIntervalMs: wholeMs
    .default(15_000)
    .describe('how often the business status is read while the merchant is offline'),
  // Interface 7.4: PRICE_RANGE_LIMIT
  priceRangeMarginRatio: ratio
    .default('0.10')
    .describe('share of the reference price that the service range extends to each side'),
  rangeEstimateLowFactor: ratio
    .default('0.905')
    .describe('low end of an estimated price range, as a factor of the USD rate'),
  rangeEstimateHighFactor: ratio
    .default('1.095')
    .describe('high end of an estimated price range, as a factor of the USD rate'),
  /** ENGINE_SERVICE_RANGE_TTL_SEC of interface section 8, which does not show its value. */
  priceRangeTtlMs: wholeMs.default(60_000).describe('how long a range that a refusal named is used'),
  // Interface 7.7
  missingAdTtlMs: wholeMs.default(60_000).describe('how long a 404 for an ad is remembered'),
  missingAdCacheEntries: count.default(1_024).describe('how many ads with a 404 are remembered'),
  missingAdThreshold: count.default(2).describe('404 answers within missingAdWindowMs that start a row'),
  missingAdWindowMs: wholeMs.default(600_000).describe('window in which missingAdThreshold counts'),
  missingAdDeadAfterMs: wholeMs.default(3_600_000).describe('a row of 404 answers that lasts this long ends the ad'),
  moneyRecvWindowMs: count.max(60_000).default(3_000).describe('how long the signature of a money step is valid'),
  /** The border of a money step takes no larger one. */
  moneyStepBoundMs: count
    .max(600_000)
    .default(10_000)
    .describe('a money step that has not left this long after it was scheduled is refused locally'),
  /** A real exchange showed orders 8 s after a timeout: "not done" is not concluded earlier than this. */
  moneySettleMs: wholeMs.default(15_000).describe('earliest time after the bound at which “not done” may be concluded'),
  reconcileWindowMs: wholeMs
    .default(120_000)
    .describe('how long an unknown outcome is looked for before a human is asked'),
  approvalLifeMs: count.max(86_400_000).default(900_000).describe('how long an approval of a release holds'),
  slowReadMs: count.max(50_000).default(40_000).describe('a read of an order that takes longer asks a human'),
  releasingStuckMs: count
    .default(45_000)
    .describe('an order that is “releasing” for longer asks a human, as it may be in appeal'),
  marketIntervalMs: count.default(5_000).describe('how often the market is read'),
  /** A page has 20 offers, and each costs a call a round. */
  marketPages: count
    .max(5)
    .default(3)
    .describe('most pages of a market that are read in a round, when a rank or a followed merchant needs them'),
  marketMaxAgeMs: count
    .default(120_000)
    .describe(
      'no price follows from a market that was read longer ago, nor from a reference price older than this and its own time to live',
    ),
  commissionTtlMs: count.default(3_600_000).describe('how long the commission rates of the account are used'),
  orderPollIntervalMs: count.default(3_000).describe('how often the order list is read'),
  /** Orders per request; a service that returns fewer is believed (EP-15 suggests 20, and returns 100). */
  orderRows: count
    .max(100)
    .default(100)
    .describe('orders asked for on one page; a service that returns fewer is believed'),
  watchPeriodMs: count.default(900_000).describe('how often a watch is renewed'),
  // Design 6: how much a worker does at once, by queue
  workflowSlots: count.default(6).describe('workflow tasks that a worker runs at once'),
  actingSlots: count
    .default(100)
    .describe('calls that act, or read for one that acts, that a worker runs at once for an account'),
  moneySlots: count.default(20).describe('money steps, and reads for them, that a worker runs at once for an account'),
  /** A watcher is cheap: it sleeps nearly all the time. */
  watchSlots: count
    .default(2_000)
    .describe('watches of ads, orders and the business that a worker runs at once for an account'),
  /**
   * After this time a binding limit is reported to a human: the ad is being sold out, or bought for, at a price the
   * market left.
   */
  limitAlarmMs: count.default(120_000).describe('a limit of an ad that binds for this long asks a human'),
  adShowIntervalMs: count
    .default(360_000)
    .describe('shortest time between two renewals of the rank and reason of an ad'),
  // ads#the-quantity: the quantity of an ad
  stockLookMs: count
    .min(5_000)
    .default(60_000)
    .describe('how often the quantity of an ad with inventory rules is read, a call for each'),
  // ADR 0020: how a person is notified
  noticeLookIntervalMs: count.default(5_000).describe('how often a worker looks for what waits for a human, to notify'),
  noticeUrgentMs: count
    .max(86_400_000)
    .default(600_000)
    .describe(
      'what still waits for a human after this, or has half of it left of a deadline, is notified of once more',
    ),
  customerWaitMs: wholeMs
    .max(86_400_000)
    .default(0)
    .describe('a message of the counterparty that no one has read for this long waits for a human; 0: it does not'),
  metricsLookIntervalMs: count
    .min(1_000)
    .default(15_000)
    .describe('how often the process that leads looks at orders, ads and needs for the metrics'),
  // ADR 0034: the dead-man switch
  watchdogMs: count
    .min(10_000)
    .max(86_400_000)
    .default(300_000)
    .describe(
      'the watchdog takes the ads offline when no market was looked at, or Temporal did not answer, for this long',
    ),
  watchdogRequestsPerSecond: z
    .number()
    .positive()
    .default(1)
    .describe('request budget of the watchdog, for an account'),
  // ADR 0059: orders that are held when they arrive
  firstOrderCap: z
    .string()
    .refine(
      (text) => text === 'none' || fiatAmountsFromText(text) !== null,
      'must be "none", or like "500 BOB, 80 USD"',
    )
    .default('none')
    .describe(
      'sales above it are held when they arrive, with all that runs of a person who has finished none with the account; of purchases a person is asked',
    ),
  personCooldownMs: wholeMs
    .default(0)
    .describe(
      'a sale is held when it arrives within this time after an order of its person was cancelled or appealed; of a purchase a person is asked',
    ),
  noticesPerMinute: count.max(60).default(6).describe('messages a minute on each way; more needs share the last one'),
});

export type DeskSettings = z.infer<typeof deskSettingsSchema>;

export const defaultSettings: DeskSettings = deskSettingsSchema.parse({});

const clientPart = exchangeSettingsSchema.strip();

/** Returns the part of a desk's settings that its exchange client takes, which refuses any other. */
export function exchangeSettingsOf(settings: Partial<DeskSettings>): ExchangeSettings {
  return clientPart.parse(settings);
}
