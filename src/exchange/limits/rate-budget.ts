import type { ExchangeSettings } from '../../domain/exchange-settings.ts';
import { isOfAddress, type AddressBudget, type AddressPart } from './address-budget.ts';
import { AdWindows } from './ad-windows.ts';
import { BudgetBrake } from './budget-brake.ts';
import { BudgetAborted, BudgetClosed, BudgetPaused } from './budget-error.ts';
import type { BudgetUse } from './budget-use.ts';
import { refuseAborted, type Ticket, type Waiter } from './budget-ticket.ts';
import { priorities, type Priority } from '../call-options.ts';
import { SlidingWindow, type Slot } from './sliding-window.ts';
import { timerMs } from './sleep.ts';
import { quotaName, type UsedShare } from './used-weight.ts';

export type BudgetSettings = Pick<
  ExchangeSettings,
  | 'accountRequestsPerSecond'
  | 'adRequestsPerSecond'
  | 'requestsInFlight'
  | 'rateWeightSlowdownRatio'
  | 'inAttemptBackoffLimitMs'
  | 'backoffBaseMs'
  | 'backoffCapMs'
>;

/** What a release is read for is judged by then. */
const nextMoneyMs = 500;

/**
 * The rate budget of one account (interface 7.1, design 8): strict windows for the account and for each ad, a bound on
 * calls in flight, and the most important call first. A queue with fixed slots could not do this: a call that waits for
 * its ad must not keep a release from leaving.
 */
export class RateBudget {
  readonly #settings: BudgetSettings;
  readonly #now: () => number;
  readonly #brake: BudgetBrake;
  /** What it may use of the address that it shares with other accounts; null: the account is alone. */
  readonly #part: AddressPart | null;
  readonly #account: SlidingWindow;
  readonly #ads: AdWindows;
  readonly #waiting: Record<Priority, Waiter[]> = { money: [], price: [], order: [], market: [] };
  /** Until then a call that follows one for money has its place. */
  #bookedUntilMs = 0;
  #arrivals = 0;
  #inFlight = 0;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  /** `now` is a monotonic clock in ms: a step of the wall clock must neither stall nor burst the queue. */
  constructor(settings: BudgetSettings, now: () => number, address: AddressBudget | null = null) {
    this.#settings = settings;
    this.#now = now;
    this.#part = address?.join() ?? null;
    this.#brake = new BudgetBrake(settings, now);
    this.#account = new SlidingWindow(settings.accountRequestsPerSecond);
    this.#ads = new AdWindows(settings.adRequestsPerSecond);
  }

  /**
   * Runs one call when its turn has come. `send` calls `markLeft` when bytes leave; an unused place is returned. When a
   * pause began before that, `markLeft` throws BudgetPaused; if `send` lets it through, the call returns to its place
   * in the queue. Rejects with BudgetAborted when its signal aborts while it waits, with BudgetPaused when the queue
   * stands still for longer than a call may wait inside one attempt, and with BudgetClosed.
   */
  async run<T>(ticket: Ticket, send: (markLeft: () => void) => Promise<T>): Promise<T> {
    this.#arrivals += 1;
    const arrival = this.#arrivals;
    for (;;) {
      const slot = this.#takeNow(ticket) ?? (await this.#wait(ticket, arrival));
      try {
        // Its turn may have come in the same tick: no one has checked the signal since.
        refuseAborted(ticket);
        const answer = await send(() => this.#markLeft(slot));
        slot.answeredAtMs = this.#now();
        return answer;
      } catch (error) {
        if (!(error instanceof BudgetPaused) || slot.leftAtMs !== null) throw error;
      } finally {
        this.#inFlight -= 1;
        if (slot.leftAtMs === null) this.#giveBack(slot, ticket.adKey);
        if (this.waiting > 0) this.#pump();
      }
    }
  }

  /** Ends the queue: waiting and later calls are refused with BudgetClosed. */
  close(): void {
    this.#closed = true;
    this.#part?.leave();
    this.#refuseAll(new BudgetClosed('the client is closed'));
  }

  /** Throws BudgetPaused while every call of the account is held. */
  refusePaused(): void {
    const { restMs } = this.#brake;
    if (restMs > 0) throw new BudgetPaused(restMs);
  }

  #markLeft(slot: Slot): void {
    this.refusePaused();
    slot.leftAtMs ??= this.#now();
  }

  #refuseWhilePaused(): void {
    const paused = this.#pausedTooLong();
    if (paused !== null) this.#refuseAll(paused);
  }

  #refuseAll(reason: Error): void {
    this.#stopTimer();
    for (const priority of priorities) {
      for (const waiter of this.#waiting[priority].splice(0)) waiter.refuse(reason);
    }
  }

  /** Holds every call of the account for this long, in ms (429 with Retry-After). A longer pause stays. */
  pause(durationMs: number): void {
    this.#brake.pause(durationMs);
    this.#refuseWhilePaused();
  }

  /**
   * Stops the account after 429: for the named wait, else for longer each time in a row (interface 7.4, 7.5). Returns
   * the remaining pause in whole ms.
   */
  pauseForLimit(namedMs: number | null): number {
    const waitMs = this.#brake.pauseForLimit(namedMs);
    this.#refuseWhilePaused();
    return Math.ceil(waitMs);
  }

  /** An answer came that was no 429. */
  noteWithinLimit(): void {
    this.#brake.noteWithinLimit();
  }

  /**
   * Records the used shares of the service's quotas: above the set ratio the windows grow, until a lower share arrives
   * or a minute passes.
   */
  observeUsage(shares: readonly UsedShare[]): void {
    this.#part?.address.observeUsage(shares);
    const own = this.#part === null ? shares : shares.filter(([header]) => !isOfAddress(header));
    this.#brake.observeUsage(own);
  }

  /** Stops the polls and price writes of all accounts of the address after a 429 that was not about an account. */
  pauseAddress(namedMs: number | null): void {
    this.#part?.address.pauseForLimit(namedMs);
  }

  /** Returns how the budget is used now. */
  use(): BudgetUse {
    const shares = [...this.#brake.freshShares(), ...(this.#part?.address.freshShares() ?? [])];
    const quotas = shares.map(([header, share]) => ({ name: quotaName(header), share }));
    return { waiting: this.waiting, inFlight: this.#inFlight, stretch: this.#stretch, quotas };
  }

  get #stretch(): number {
    return Math.max(this.#brake.stretch, this.#part?.address.stretch ?? 1);
  }

  /** How many calls wait for their turn. */
  get waiting(): number {
    const { money, price, order, market } = this.#waiting;
    return money.length + price.length + order.length + market.length;
  }

  /** Returns a place at once when no call waits and both windows have room, else null. */
  #takeNow(ticket: Ticket): Slot | null {
    const { adKey, priority } = ticket;
    if (this.#closed) throw new BudgetClosed('the client is closed');
    const paused = this.#pausedTooLong() ?? this.#addressPausedTooLong(priority);
    if (paused !== null) throw paused;
    refuseAborted(ticket);
    const nowMs = this.#now();
    const mustQueue =
      this.waiting > 0 || this.#accountWaitMs(nowMs, priority) > 0 || this.#ads.waitMs(adKey, nowMs) > 0;
    return mustQueue ? null : this.#takeSlot(ticket, nowMs);
  }

  #wait(ticket: Ticket, arrival: number): Promise<Slot> {
    const { signal } = ticket;
    return new Promise((resolve, reject) => {
      const line = this.#waiting[ticket.priority];
      const giveUp = (): void => {
        line.splice(line.indexOf(waiter), 1);
        reject(new BudgetAborted('the caller gave up'));
      };
      const settle = <T>(end: (value: T) => void) => {
        return (value: T): void => {
          signal?.removeEventListener('abort', giveUp);
          end(value);
        };
      };
      const waiter: Waiter = { ...ticket, arrival, grant: settle(resolve), refuse: settle(reject) };
      signal?.addEventListener('abort', giveUp, { once: true });
      line.splice(line.findLastIndex((other) => other.arrival < arrival) + 1, 0, waiter);
      this.#pump();
    });
  }

  #pausedTooLong(): BudgetPaused | null {
    const { restMs } = this.#brake;
    return restMs > this.#settings.inAttemptBackoffLimitMs ? new BudgetPaused(restMs) : null;
  }

  #addressPausedTooLong(priority: Priority): BudgetPaused | null {
    const restMs = this.#part?.address.pauseMs(priority) ?? 0;
    return restMs > this.#settings.inAttemptBackoffLimitMs ? new BudgetPaused(restMs) : null;
  }

  /** Starts every call that may go now, then sleeps until the next one may. */
  #pump(): void {
    this.#stopTimer();
    const nowMs = this.#now();
    for (const priority of priorities) {
      const paused = this.#addressPausedTooLong(priority);
      if (paused !== null) for (const waiter of this.#waiting[priority].splice(0)) waiter.refuse(paused);
      this.#grantLine(priority, nowMs);
    }
    this.#sleepUntilNext(nowMs);
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #grantLine(priority: Priority, nowMs: number): void {
    const line = this.#waiting[priority];
    for (let index = 0; index < line.length && this.#accountWaitMs(nowMs, priority) === 0;) {
      const waiter = line[index];
      if (waiter === undefined || this.#ads.waitMs(waiter.adKey, nowMs) > 0) {
        index += 1;
        continue;
      }
      line.splice(index, 1);
      waiter.grant(this.#takeSlot(waiter, nowMs));
    }
  }

  #takeSlot({ adKey, priority }: Ticket, nowMs: number): Slot {
    if (priority === 'money') this.#bookedUntilMs = nowMs + nextMoneyMs;
    const slot: Slot = { leftAtMs: null, answeredAtMs: null };
    this.#inFlight += 1;
    this.#account.take(slot);
    this.#part?.take(slot);
    this.#ads.take(adKey, { slot, nowMs });
    return slot;
  }

  #giveBack(slot: Slot, adKey: string | null): void {
    this.#account.release(slot);
    this.#part?.release(slot);
    this.#ads.release(adKey, slot);
  }

  #windowWaitMs(nowMs: number, priority: Priority): number {
    const stretch = this.#stretch;
    const allMs = this.#account.waitMs(nowMs, { stretch });
    const bookedMs = this.#bookedUntilMs - nowMs;
    if (priority === 'money' || bookedMs <= 0) return allMs;
    const { capacity } = this.#account;
    const butOneMs = this.#account.waitMs(nowMs, { stretch, share: (capacity - 0.5) / capacity });
    return Math.min(butOneMs, Math.max(bookedMs, allMs));
  }

  /**
   * Infinity while the calls in flight are at their bound: the end of one of them wakes the queue. One place is
   * reserved for money: a release must not wait until hanging searches time out. Nor do others take the place of the release
   * between the read for it and itself: it would wait for a whole window.
   */
  #accountWaitMs(nowMs: number, priority: Priority): number {
    const { requestsInFlight } = this.#settings;
    const bound = priority === 'money' ? requestsInFlight : Math.max(1, requestsInFlight - 1);
    if (this.#inFlight >= bound) return Number.POSITIVE_INFINITY;
    const addressMs = this.#part?.waitMs(nowMs, priority) ?? 0;
    return Math.max(this.#brake.restMs, addressMs, this.#windowWaitMs(nowMs, priority));
  }

  #sleepUntilNext(nowMs: number): void {
    const waitMs = Math.min(...priorities.map((priority) => this.#lineWaitMs(priority, nowMs)));
    if (waitMs === Number.POSITIVE_INFINITY) return;
    // Timers may fire slightly early; one more millisecond saves a second round.
    this.#timer = setTimeout(() => this.#pump(), timerMs(Math.ceil(waitMs) + 1));
  }

  /**
   * Time until a call of this line may go; infinity when the line is empty, or only the end of another call can help.
   */
  #lineWaitMs(priority: Priority, nowMs: number): number {
    let nearestAdMs = Number.POSITIVE_INFINITY;
    for (const { adKey } of this.#waiting[priority])
      nearestAdMs = Math.min(nearestAdMs, this.#ads.waitMs(adKey, nowMs));
    return Math.max(this.#accountWaitMs(nowMs, priority), nearestAdMs);
  }
}
