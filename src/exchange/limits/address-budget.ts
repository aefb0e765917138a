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

const minuteS = 60;

/**
 * What the clients behind one address share (design 8): the weight a minute, money first, then price writes, then polls;
 * and what the service says about the address, whichever account it says it to. Each call weighs 1, because no source
 * names another weight of a call of this interface (wire-facts 18).
 */
export class AddressBudget {
  readonly #brake: BudgetBrake;
  readonly #window: SlidingWindow | null;
  /** From shares of the service's usual quota to shares of the address's own. */
  readonly #scale: number;

  /** Takes a monotonic clock in ms. */
  constructor(settings: BrakeSettings, { weightPerMinute, processes }: AddressLimits, now: () => number) {
    this.#brake = new BudgetBrake(settings, now);
    this.#window = weightPerMinute === null ? null : new SlidingWindow(weightPerMinute / processes / minuteS, minuteS);
    this.#scale = weightPerMinute === null ? 1 : addressQuota / weightPerMinute;
  }

  /** How long a call of this priority must wait, in ms; 0: it may go. */
  waitMs(nowMs: number, priority: Priority): number {
    const windowMs = this.#window?.waitMs(nowMs, { share: shares[priority] }) ?? 0;
    return Math.max(windowMs, this.pauseMs(priority));
  }

  /** How long the service wants nothing from the address, in ms. A release does not wait for that: it is one call. */
  pauseMs(priority: Priority): number {
    return priority === 'money' ? 0 : this.#brake.restMs;
  }

  /** The factor by which the windows of the accounts are longer at present; 1: none. */
  get stretch(): number {
    return this.#brake.stretch;
  }

  take(slot: Slot): void {
    this.#window?.take(slot);
  }

  /** Returns an unused place. */
  release(slot: Slot): void {
    this.#window?.release(slot);
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
}

/** Whether the quota of a header counts what all accounts of the address do. */
export const isOfAddress = (header: string): boolean => quotaName(header) === 'address';
