import type { BankSettings } from './bank-state.ts';
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

/** Weight that one endpoint may use within a minute: of an address, and of an account. */
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
  /** Requests of one account within a sliding window; default: 50 in 10 s. */
  rateLimit?: RateLimit;
  /** Above these an endpoint answers 429; default: 12000 and 180000, null: no limit. */
  weightLimits?: WeightLimits | null;
  /** Weights that are not 1, by the name of the operation. */
  weights?: Readonly<Record<string, number>>;
  /** False allows signed calls without the header clientType; EP-31 and EP-32 require it all the same. */
  requireClientType?: boolean;
  state?: SimulatorState;
  /** Loaded at the start when it exists; written before each money step is answered, and at close. */
  stateFile?: string;
  paymentWindowMs?: number;
  releaseWindowMs?: number;
  /** Milliseconds of market time that pass in one of the clock; default: 1. */
  speed?: number;
  /** False lets a second payment or release execute again, to show that the ledger detects it. */
  idempotentMoney?: boolean;
  /** True makes releaseCoin require a one-time code, each valid once. */
  requireReleaseCode?: boolean;
  /** False makes the adaptive endpoints insist on a signature. */
  adaptiveKeyOnly?: boolean;
  /** How long after a payment an appeal is refused. */
  appealFreezeMs?: number;
  /** An order that arrived on an ad within this time makes its updates fail with 187049. */
  updateRaceMs?: number;
  /**
   * Requests that may ignore the Retry-After of a 429 before the address is banned; default: 10. The first 429 itself
   * ignores nothing, so with 0 the second call is answered 418. A 429 of a fault causes no ban.
   */
  ignoredLimitsBeforeBan?: number;
  /** Length of the first ban; each further one is twice as long. */
  banMs?: number;
  /** For this long, calls that were under way when a 418 was sent do not count against the caller; default: 250 ms. */
  banNewsMs?: number;
  /** Chat frames of one socket that follow sooner than this are dropped, unanswered. */
  chatPaceMs?: number;
  merchantPace?: MerchantPace;
  /** How the buyers of the desk pay, and that its bank is simulated; default, null: no money moves beside the service. */
  bank?: BankSettings | null;
  /** How long a released order shows status 3 before it is completed; 0 skips that status. */
  releasingMs?: number;
  /** Length of the break that startRest begins. */
  restMs?: number;
  /** False omits the headers with the used weight, for measuring speed without the client's brake. */
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
  bank: null,
  releasingMs: 0,
  restMs: 30 * 60_000,
  tellsWeight: true,
  tickIntervalMs: 200,
};

/** Fills in the defaults. */
export function resolveSettings(options: SimulatorOptions): SimulatorSettings {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return { ...defaults, seed: options.seed, ...given };
}
