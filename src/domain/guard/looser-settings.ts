import { compare } from '../decimal.ts';
import { amountIn, fiatAmountsFromText } from '../orders/fiat-amounts.ts';
import type { DeskSettings } from '../settings.ts';

type Value = number | string;

/** What a change of a setting lets through that was held before: it loosens when it rises, falls, or allows more of a currency. */
interface Bound {
  readonly loosens: 'higher' | 'lower' | 'caps';
  /** What it is, for the person who is asked. */
  readonly words: string;
}

const higher = (words: string): Bound => ({ loosens: 'higher', words });
const lower = (words: string): Bound => ({ loosens: 'lower', words });

/** It says how often, how much at once or in which steps something is done, and holds nothing back. */
const free = null;

/** Every setting: a new one does not compile before it is said what a change of it loosens. */
const bounds: { readonly [Name in keyof DeskSettings]: Bound | null } = {
  // Money steps and approvals
  approvalLifeMs: higher('life of an approval'),
  moneySettleMs: lower('settle time of a money step'),
  moneyStepBoundMs: higher('time in which a money step may leave'),
  moneyRecvWindowMs: higher('validity of the signature of a money step'),
  clockSkewLimitMs: higher('difference of the clocks in a money step'),
  recvWindowMs: higher('validity of a signature'),
  // When a person is asked
  reconcileWindowMs: higher('time for which an unknown outcome is looked for without a human'),
  slowReadMs: higher('time after which an order that cannot be read asks a human'),
  releasingStuckMs: higher('time after which an order that is being released asks a human'),
  limitAlarmMs: higher('time after which a limit that binds asks a human'),
  noticeLookIntervalMs: higher('time between looks at what waits for a human'),
  noticeUrgentMs: higher('time after which a human is notified again of what waits'),
  watchdogMs: higher('time without a look after which the watchdog acts'),
  personCooldownMs: lower('time after a cancelled order in which the next one of its person is held'),
  firstOrderCap: { loosens: 'caps', words: 'largest first order of a person' },
  // Prices
  exclusionZoneTicks: lower('ticks that a price keeps from own ads'),
  marketMaxAgeMs: higher('age of a market from which a price follows'),
  commissionTtlMs: higher('age of the commission in a margin'),
  priceRangeMarginRatio: higher('share of the reference price in the service range'),
  rangeEstimateLowFactor: lower('low end of an estimated price range'),
  rangeEstimateHighFactor: higher('high end of an estimated price range'),
  overlapRetries: higher('retries after an overlap'),
  overlapWindowMs: lower('window of the retries after an overlap'),
  overlapCooldownMs: lower('cooldown after overlaps'),
  businessBlockMs: lower('block after a refusal'),
  // Requests: too many bring a ban
  accountRequestsPerSecond: higher('requests a second of the account'),
  adRequestsPerSecond: higher('requests a second of an ad'),
  watchdogRequestsPerSecond: higher('requests a second of the watchdog'),
  requestsInFlight: higher('requests at once'),
  rateWeightSlowdownRatio: higher('share of the weight from which polls slow down'),
  ipBanDefaultMs: lower('length of a ban that names none'),
  ipBanMinimumMs: lower('shortest ban'),
  breakerFailureThreshold: higher('failures that open the breaker'),
  breakerOpenMs: lower('time for which the breaker stays open'),
  // How the work is done
  volumeSyncSleepMs: free,
  customerWaitMs: free,
  offlineCheckIntervalMs: free,
  priceRangeTtlMs: free,
  missingAdTtlMs: free,
  missingAdCacheEntries: free,
  missingAdThreshold: free,
  missingAdWindowMs: free,
  missingAdDeadAfterMs: free,
  marketIntervalMs: free,
  marketPages: free,
  orderPollIntervalMs: free,
  orderRows: free,
  watchPeriodMs: free,
  workflowSlots: free,
  actingSlots: free,
  moneySlots: free,
  watchSlots: free,
  adShowIntervalMs: free,
  stockLookMs: free,
  metricsLookIntervalMs: free,
  noticesPerMinute: free,
  backoffBaseMs: free,
  backoffCapMs: free,
  inAttemptBackoffLimitMs: free,
  timeSyncWaitMs: free,
  clockRefreshMs: free,
  retrySyncOn1000: free,
  requestTimeoutMs: free,
  maxResponseBytes: free,
};

/** The settings that hold something back, by name. */
export type SafetySettings = Readonly<Record<string, Value>>;

/** Returns the settings that hold something back. */
export function safetySettings(settings: DeskSettings): SafetySettings {
  const values = new Map<string, unknown>(Object.entries(settings));
  return Object.fromEntries(
    Object.keys(bounds).flatMap((name) => {
      const value = values.get(name);
      return boundOf(name) === null || !isValue(value) ? [] : [[name, value]];
    }),
  );
}

/** Returns the wanted settings with the accepted one for each that loosens, and what is held so, in words. */
export function boundSettings(
  accepted: SafetySettings,
  wanted: SafetySettings,
): { part: SafetySettings; held: string[] } {
  const known = new Map(Object.entries(accepted));
  const judged = Object.entries(wanted).map(([name, value]) => {
    const before = known.get(name);
    const bound = boundOf(name);
    if (before === undefined || bound === null || !isLooser(bound, before, value)) return { name, value, held: [] };
    return { name, value: before, held: [heldText(bound, { name, value, before })] };
  });
  return {
    part: Object.fromEntries(judged.map(({ name, value }) => [name, value])),
    held: judged.flatMap(({ held }) => held),
  };
}

const byName = new Map<string, Bound | null>(Object.entries(bounds));
const boundOf = (name: string): Bound | null => byName.get(name) ?? null;

const isValue = (value: unknown): value is Value => typeof value === 'number' || typeof value === 'string';

function isLooser({ loosens }: Bound, before: Value, value: Value): boolean {
  if (loosens === 'caps') return isLooserCap(String(before), String(value));
  const order = compare(String(value), String(before));
  return loosens === 'higher' ? order > 0 : order < 0;
}

/** A currency without a cap beside others is allowed nothing. */
function isLooserCap(before: string, value: string): boolean {
  const [caps, wanted] = [fiatAmountsFromText(before), fiatAmountsFromText(value)];
  if (caps === null || wanted === null) return caps !== null;
  return Object.entries(wanted).some(([fiat, amount]) => compare(amount, amountIn(caps, fiat) ?? '0') > 0);
}

function heldText({ words }: Bound, { name, value, before }: { name: string; value: Value; before: Value }): string {
  const unit = name.endsWith('Ms') ? ' ms' : '';
  return `${words}: ${value}${unit} instead of ${before}${unit}`;
}
