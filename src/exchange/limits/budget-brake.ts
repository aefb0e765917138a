import type { ExchangeSettings } from '../../domain/exchange-settings.ts';
import { backoffCeilingMs } from '../../domain/failures/backoff.ts';
import type { UsedShare } from './used-weight.ts';

export type BrakeSettings = Pick<ExchangeSettings, 'rateWeightSlowdownRatio' | 'backoffBaseMs' | 'backoffCapMs'>;

const weightMemoryMs = 60_000;
const slowestShare = 0.1;

/** The service's own signals about the rate of an account, or of an address: pauses after 429, slowing near its quota. */
export class BudgetBrake {
  readonly #settings: BrakeSettings;
  readonly #now: () => number;
  #pausedUntilMs = 0;
  /** 429 answers in a row without a Retry-After. */
  #limits = 0;
  /** The last reported use of each quota, and when. */
  readonly #used = new Map<string, { readonly share: number; readonly atMs: number }>();
  /** Whether any of them may be above the ratio. */
  #mayBeSlow = false;

  /** Takes a monotonic clock in ms. */
  constructor(settings: BrakeSettings, now: () => number) {
    this.#settings = settings;
    this.#now = now;
  }

  /** How long nothing may leave, in ms. */
  get restMs(): number {
    return this.#pausedUntilMs === 0 ? 0 : Math.max(0, this.#pausedUntilMs - this.#now());
  }

  /** The factor by which the windows are longer at present; 1: none. */
  get stretch(): number {
    if (!this.#mayBeSlow) return 1;
    const largest = Math.max(0, ...this.freshShares().map(([, share]) => share));
    const limit = this.#settings.rateWeightSlowdownRatio;
    this.#mayBeSlow = largest > limit;
    if (!this.#mayBeSlow) return 1;
    return 1 / Math.min(1, Math.max(slowestShare, (1 - largest) / Math.max(1 - limit, Number.EPSILON)));
  }

  /** Returns the used share of each quota that was reported within the last minute. */
  freshShares(): UsedShare[] {
    const sinceMs = this.#now() - weightMemoryMs;
    return [...this.#used].filter(([, { atMs }]) => atMs > sinceMs).map(([header, { share }]) => [header, share]);
  }

  /** Holds every call for this long, in ms; a longer pause stays. Returns the wait from the moment of the call. */
  pause(durationMs: number): number {
    const nowMs = this.#now();
    // From one reading of the clock instead of a difference, so that the wait is exact.
    const waitMs = Math.max(durationMs, this.#pausedUntilMs - nowMs);
    this.#pausedUntilMs = nowMs + waitMs;
    return waitMs;
  }

  /**
   * Pauses after 429: for the named wait, else for longer each time in a row (interface 7.5). Nothing leaves during a
   * pause, so further 429s belong to its cause and do not count. Returns the wait.
   */
  pauseForLimit(namedMs: number | null): number {
    if (namedMs !== null) this.#limits = 0;
    else if (this.#limits === 0 || this.restMs === 0) this.#limits += 1;
    return this.pause(namedMs ?? backoffCeilingMs(this.#limits, this.#settings));
  }

  /** An answer came that was no 429. */
  noteWithinLimit(): void {
    this.#limits = 0;
  }

  /**
   * Records the used shares of the service's quotas: above the set ratio the windows grow, until a lower share arrives
   * or a minute passes.
   */
  observeUsage(shares: readonly UsedShare[]): void {
    if (shares.length === 0) return;
    const atMs = this.#now();
    for (const [header, share] of shares) {
      this.#used.set(header, { share, atMs });
      this.#mayBeSlow ||= share > this.#settings.rateWeightSlowdownRatio;
    }
  }
}
