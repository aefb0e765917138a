import { z } from 'zod';

const wholeMs = z.int().nonnegative();
const count = z.int().positive();

/**
 * The settings of the exchange client, usable without a desk: all that its code reads. Their texts stand in
 * docs/exchange.md. Durations are in milliseconds.
 */
export const exchangeSettingsSchema = z.strictObject({
  // Interface 7.5
  backoffBaseMs: wholeMs.default(250).describe('base of the backoff: attempt n sleeps 0 to min(cap, base × 2^n)'),
  backoffCapMs: wholeMs.default(30_000).describe('longest sleep of the backoff'),
  /** A longer wait is for a caller's timers; Temporal's have a resolution of 1 s. */
  inAttemptBackoffLimitMs: wholeMs
    .default(1_500)
    .describe('backoff up to this length sleeps inside the attempt; a longer one is the caller’s retry'),
  // Interface 5 rule 3
  timeSyncWaitMs: wholeMs
    .default(300)
    .describe('wait between fetching the time and the repeated request, after -1021 and -1022'),
  clockRefreshMs: count
    .max(86_400_000)
    .default(1_800_000)
    .describe('how often the service’s time is fetched in the background'),
  /**
   * A fenced money step is refused locally while the service's clock and this machine's differ by more. A
   * desk concludes 15 s after its bound that a step was not done; 8 s of them are for orders that appear late, which
   * leaves 7 s in which a step signed with a wrong time may still be executed.
   */
  clockSkewLimitMs: count
    .max(60_000)
    .default(5_000)
    .describe('no money step is sent while the clocks of the service and the machine differ by more'),
  /** SERVICE_RETRY_SYNC_ON_1000 of interface 7.4. */
  retrySyncOn1000: z
    .boolean()
    .default(false)
    .describe('whether -1000 makes the client fetch the time before the next signed call'),
  /** "A cooldown of hours" (interface 7.1); used when the answer carries no Retry-After. */
  ipBanDefaultMs: wholeMs.default(7_200_000).describe('length of a ban that names no Retry-After'),
  ipBanMinimumMs: wholeMs.default(7_200_000).describe('shortest ban, whatever Retry-After says'),
  breakerFailureThreshold: count.default(15).describe('failures in a row that open the circuit breaker'),
  breakerOpenMs: wholeMs.default(45_000).describe('how long the breaker stays open before one probe'),
  adRequestsPerSecond: z.number().positive().default(1.5).describe('request budget of one ad'),
  accountRequestsPerSecond: z.number().positive().default(5).describe('request budget of the account'),
  requestsInFlight: count.default(8).describe('requests of an account at once'),
  requestTimeoutMs: count.max(600_000).default(5_000).describe('time limit of one request'),
  maxResponseBytes: count.default(4_194_304).describe('largest answer that is read'),
  recvWindowMs: count.max(60_000).default(5_000).describe('how long a signature is valid'),
  rateWeightSlowdownRatio: z
    .number()
    .positive()
    .max(1)
    .default(0.8)
    .describe('share of the used-weight quota from which polls slow down'),
});

export type ExchangeSettings = z.infer<typeof exchangeSettingsSchema>;

export const defaultExchangeSettings: ExchangeSettings = exchangeSettingsSchema.parse({});
