import type { Priority } from '../call-options.ts';
import { BudgetBrake, type BrakeSettings } from './budget-brake.ts';
import { SlidingWindow, type Slot } from './sliding-window.ts';
import { addressQuota, quotaName, type UsedShare } from './used-weight.ts';

/** How the calls from one address are limited together. */
interface AddressLimits {
  /** The weight a minute that the service allows the address; null: as the service says, in the headers of its answers. */
  readonly weightPerMinute: number | null;
  /** The processes that share the address: each takes its part. */
  readonly processes: number;
}

/** How much of the weight calls of each priority may use up: what is less important leaves room for the rest. */
const shares: Readonly<Record<Priority, number>> = { money: 1, price: 0.95, order: 0.9, market: 0.8 };

/** The part of the weight that is divided evenly among the accounts; the rest is for the one that comes first. */
const dividedShare = 0.75;

const minuteS = 60;

/** What one account uses of the weight of its address. */
export interface AddressPart {
  readonly address: AddressBudget;
  /** How long a call of this priority must wait for the address, in ms; 0: it may go. */
  waitMs(nowMs: number, priority: Priority): number;
  take(slot: Slot): void;
  /** Returns an unused place. */
  release(slot: Slot): void;
  /** The account calls no more: what it did not use is for the others. */
  leave(): void;
}

/**
 * What the clients behind one address share (design 8): the weight a minute, money first, then price writes, then polls;
 * and what the service says about the address, whichever account it says it to. Each call weighs 1, because no source
 * names another weight of a call of this interface (wire-facts 18).
 *
 * No account can use up the weight: three quarters are divided evenly, and the part of each account is free when it calls,
 * whatever the others did before (ADR 0031).
 *
 * @example
 * const limits = { weightPerMinute: 6_000, processes: 1 };
 * const addressBudget = new AddressBudget(defaultExchangeSettings, limits, () => performance.now());
 * // Two accounts behind one address, of which neither uses up what the other needs.
 * const first = createExchangeClient({ baseUrl, credentials: { apiKey, apiSecret }, addressBudget });
 * const second = createExchangeClient({ baseUrl, credentials: { apiKey, apiSecret }, addressBudget });
 * await Promise.all([first.close(), second.close()]);
 */
export class AddressBudget {
  readonly #brake: BudgetBrake;
  readonly #window: SlidingWindow | null;
  readonly #newWindow: () => SlidingWindow | null;
  /** What each account has used. */
  readonly #parts = new Set<SlidingWindow>();
  /** From shares of the service's usual quota to shares of the address's own. */
  readonly #scale: number;

  /** Takes a monotonic clock in ms. */
  constructor(settings: BrakeSettings, { weightPerMinute, processes }: AddressLimits, now: () => number) {
    this.#brake = new BudgetBrake(settings, now);
    this.#newWindow = () =>
      weightPerMinute === null ? null : new SlidingWindow(weightPerMinute / processes / minuteS, minuteS);
    this.#window = this.#newWindow();
    this.#scale = weightPerMinute === null ? 1 : addressQuota / weightPerMinute;
  }

  /** Counts one more account behind the address. */
  join(): AddressPart {
    const [all, own] = [this.#window, this.#newWindow()];
    if (own !== null) this.#parts.add(own);
    return {
      address: this,
      waitMs: (nowMs, priority) => {
        const windowMs = all?.waitMs(nowMs, { share: shares[priority] }) ?? 0;
        const partMs =
          windowMs > 0 || all === null || own === null ? 0 : this.#partMs(nowMs, all.maxTaken(shares[priority]), own);
        return Math.max(windowMs, partMs, this.pauseMs(priority));
      },
      take: (slot) => {
        all?.take(slot);
        own?.take(slot);
      },
      release: (slot) => {
        all?.release(slot);
        own?.release(slot);
      },
      leave: () => void (own !== null && this.#parts.delete(own)),
    };
  }

  /** How long the service wants nothing from the address, in ms. A release does not wait for that: it is one call. */
  pauseMs(priority: Priority): number {
    return priority === 'money' ? 0 : this.#brake.restMs;
  }

  /** The factor by which the windows of the accounts are longer at present; 1: none. */
  get stretch(): number {
    return this.#brake.stretch;
  }

  /** Records the used shares of the address's quotas; the others are the account's own. */
  observeUsage(used: readonly UsedShare[]): void {
    const ofAddress = used.filter(([header]) => isOfAddress(header));
    this.#brake.observeUsage(ofAddress.map(([header, share]): UsedShare => [header, share * this.#scale]));
  }

  /** Returns the used share of each quota of the address that was reported within the last minute. */
  freshShares(): UsedShare[] {
    return this.#brake.freshShares();
  }

  /** The service has refused a call that names no account: the address has made too many. */
  pauseForLimit(namedMs: number | null): void {
    this.#brake.pauseForLimit(namedMs);
  }

  /**
   * How long until a call beyond its account's part leaves the others theirs, of so many calls a minute. A call within the
   * part waits for nothing.
   */
  #partMs(nowMs: number, maxWeight: number, own: SlidingWindow): number {
    const part = Math.floor((dividedShare * maxWeight) / this.#parts.size);
    if (own.used(nowMs) < part) return 0;
    const others = [...this.#parts].filter((other) => other !== own);
    const promised = others.reduce((sum, other) => sum + Math.max(part, other.used(nowMs)), 0);
    if (promised + own.used(nowMs) < maxWeight) return 0;
    const beyond = [own, ...others.filter((other) => other.used(nowMs) > part)];
    return Math.min(...beyond.map((window) => window.untilFewerMs(nowMs)));
  }
}

/** Whether the quota of a header counts what all accounts of the address do. */
export const isOfAddress = (header: string): boolean => quotaName(header) === 'address';
