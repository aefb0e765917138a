import type { FaultScript } from './fault-script.ts';
import type { MarketFeed } from './market-feed.ts';
import type { SimClock } from './sim-clock.ts';
import type { SimulatorState } from './simulator-state.ts';

export interface SimAccount {
  name: string;
  apiKey: string;
  apiSecret: string;
}

export interface RateLimit {
  requests: number;
  windowMs: number;
}

/** Weight that one endpoint may take within a minute: of an address, and of an account. */
interface WeightLimits {
  ip: number;
  uid: number;
}

/** How simulated merchants behave when the desk takes their ads; null means never. */
interface MerchantPace {
  payAfterMs: number | null;
  releaseAfterMs: number | null;
}

export interface SimulatorOptions {
  seed: number;
  clock?: SimClock;
  accounts: SimAccount[];
  market: MarketFeed;
  faults?: FaultScript;
  /** Requests of one account within a sliding window; 50 in 10 s unless told otherwise. */
  rateLimit?: RateLimit;
  /** Above these an endpoint answers 429; 12000 and 180000 unless told otherwise, null for no limit. */
  weightLimits?: WeightLimits | null;
  /** Weights that are not 1, by the name of the operation. */
  weights?: Readonly<Record<string, number>>;
  /** False lets signed calls in without the header clientType; EP-31 and EP-32 want it all the same. */
  requireClientType?: boolean;
  state?: SimulatorState;
  /** Loaded at the start when it exists; written before each money step is answered, and at close. */
  stateFile?: string;
  paymentWindowMs?: number;
  releaseWindowMs?: number;
  /** Milliseconds of market time that pass in one of the clock; 1 unless told otherwise. */
  speed?: number;
  /** False lets a second payment or release execute again, to show that the ledger sees it. */
  idempotentMoney?: boolean;
  /** True makes releaseCoin ask for a one-time code, each good once. */
  requireReleaseCode?: boolean;
  /** False makes the adaptive endpoints insist on a signature. */
  adaptiveKeyOnly?: boolean;
  /** How long after a payment nobody can appeal. */
  appealFreezeMs?: number;
  /** An order that arrived on an ad within this time makes its updates fail with 187049. */
  updateRaceMs?: number;
  /**
   * Requests that may ignore the Retry-After of a 429 before the address is banned; 10 unless told otherwise. The call
   * that is told first ignores nothing, so with 0 it is the second that is answered 418. A 429 of a fault bans nobody.
   */
  ignoredLimitsBeforeBan?: number;
  /** Length of the first ban; each further one is twice as long. */
  banMs?: number;
  /** Calls that were on their way when a 418 was told are not held against the caller for so long; 250 ms. */
  banNewsMs?: number;
  /** Chat frames of one socket that come sooner than this after the one before are dropped, unanswered. */
  chatPaceMs?: number;
  merchantPace?: MerchantPace;
  /** How long a released order shows status 3 before it is completed; 0 skips that status. */
  releasingMs?: number;
  /** Length of the break that startRest begins. */
  restMs?: number;
  /** False leaves the headers out that tell the weight used, for those who measure speed without the client's brake. */
  tellsWeight?: boolean;
  /** How often a listening simulator does what is due; 0 leaves it to `tick`. */
  tickIntervalMs?: number;
}

export type SimulatorSettings = Required<
  Omit<SimulatorOptions, 'state' | 'stateFile' | 'faults' | 'clock' | 'market' | 'accounts'>
>;

const defaults = {
  rateLimit: { requests: 50, windowMs: 10_000 },
  weightLimits: { ip: 12_000, uid: 180_000 },
  weights: {},
  requireClientType: true,
  paymentWindowMs: 15 * 60_000,
  releaseWindowMs: 15 * 60_000,
  speed: 1,
  idempotentMoney: true,
  requireReleaseCode: false,
  adaptiveKeyOnly: true,
  appealFreezeMs: 0,
  updateRaceMs: 0,
  ignoredLimitsBeforeBan: 10,
  banMs: 120_000,
  banNewsMs: 250,
  chatPaceMs: 0,
  merchantPace: { payAfterMs: 3_000, releaseAfterMs: 3_000 },
  releasingMs: 0,
  restMs: 30 * 60_000,
  tellsWeight: true,
  tickIntervalMs: 200,
};

/** Fills in what the caller left open. */
export function resolveSettings(options: SimulatorOptions): SimulatorSettings {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return { ...defaults, seed: options.seed, ...given };
}
