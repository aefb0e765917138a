import { Context } from '@temporalio/activity';
import PQueue from 'p-queue';
import type { DeskSettings } from '../../domain/settings.ts';
import type { CallingQueue } from '../../workflows/contract/task-queues.ts';
import { workKinds, type AccountActivities, type WorkKind } from './account-activities.ts';

/** How often work that waits for its turn says that this process lives: well below the heartbeat timeout of reads. */
const beatMs = 2_500;
/** So many money steps, looks and notices may wait: Temporal tries none of them again, or has little time to. */
const waitingRoom = 1_000;
/** When those come back that found no room: each second four times as many as the account reads at once. */
const returns = { minMs: 2_000, aRead: 4, maxMs: 60_000 };
const noticesAtOnce = 5;
const leastReads = 4;

/** How much of each kind an account does at once. */
export type Shares = Readonly<Record<WorkKind, number>>;

/**
 * Returns an account's share of the process: its own, whatever the other accounts do. Of reads, no more than its budget of
 * calls brings to an end: each takes several, and of fifty that shared five calls a second none ended in its time.
 */
export function sharesOf({
  actingSlots,
  moneySlots,
  watchSlots,
  accountRequestsPerSecond: rate,
}: DeskSettings): Shares {
  return {
    call: actingSlots,
    read: Math.min(actingSlots, Math.max(leastReads, Math.round(rate))),
    notice: noticesAtOnce,
    step: moneySlots,
    look: Math.min(moneySlots, Math.max(leastReads, Math.round(2 * rate))),
    watch: watchSlots,
  };
}

/**
 * A watch lasts for minutes: one beyond the share waits at the server. The time of a call or a read counts while it waits here,
 * and each costs Temporal a heartbeat every few seconds: as many wait as are under way.
 */
function roomOf(kind: WorkKind, shares: Shares): number {
  if (kind === 'watch') return 0;
  return kind === 'call' || kind === 'read' ? shares[kind] : waitingRoom;
}

/** The most tasks of a queue that one account can hold: what it does at once, and what waits here. */
export function slotsOf(shares: Shares, queue: CallingQueue): number {
  const kinds = [...new Set<WorkKind>(Object.values(workKinds[queue]))];
  return kinds.reduce((sum, kind) => sum + shares[kind] + roomOf(kind, shares), 0);
}

/** The outcome of a money step is open, and the time of its reads is short. */
const shortMs = 10_000;

/** What waits goes in this order: a read that reconciles, a look at a gate, which may be the money's, and the others. */
function urgencyOf(name: string): number {
  if (Context.current().info.startToCloseTimeoutMs <= shortMs) return 2;
  return name === 'checkRelease' ? 1 : 0;
}

/** The account's share is used up: the task goes back to Temporal for so long. */
export class ShareUsedUp extends Error {
  override readonly name = 'ShareUsedUp';
  readonly retryMs: number;

  constructor(message: string, retryMs: number) {
    super(message);
    this.retryMs = retryMs;
  }
}

/** The account may not begin here, or not any more. */
export class NotServed extends Error {
  override readonly name = 'NotServed';
}

/** One task of a queue. */
export interface AskedWork {
  queue: CallingQueue;
  name: string;
  kind: WorkKind;
  input: unknown;
}

interface WorkOptions {
  shares: Shares;
  admitted: Promise<boolean>;
  clock: () => number;
}

/**
 * The work of one account in a process that leads: its activities, and its share of what runs at once. Work beyond the share
 * waits here, where it takes nothing from the other accounts; a money step waits behind money steps alone.
 */
export class AccountWork {
  readonly #activities: AccountActivities;
  readonly #admitted: Promise<boolean>;
  readonly #turns: Readonly<Record<WorkKind, PQueue>>;
  readonly #returns: ReturnTimes;
  readonly #shares: Shares;
  #isClosed = false;

  /** `admitted`: resolves when it is known whether the account may begin. `clock`: monotonic, in ms. */
  constructor(activities: AccountActivities, { shares, admitted, clock }: WorkOptions) {
    this.#activities = activities;
    this.#shares = shares;
    this.#admitted = admitted;
    this.#returns = new ReturnTimes(clock, Math.round(1_000 / (returns.aRead * shares.read)));
    const turns = (kind: WorkKind): PQueue => new PQueue({ concurrency: shares[kind] });
    this.#turns = {
      call: turns('call'),
      read: turns('read'),
      notice: turns('notice'),
      step: turns('step'),
      look: turns('look'),
      watch: turns('watch'),
    };
  }

  /** Runs an activity when its turn has come. Rejects with its failure, ShareUsedUp or NotServed. */
  async run({ queue, name, kind, input }: AskedWork): Promise<unknown> {
    const turns = this.#turns[kind];
    if (turns.pending >= turns.concurrency && turns.size >= roomOf(kind, this.#shares)) {
      const usedUp = `this account does as much at once as its share allows (${turns.concurrency})`;
      throw new ShareUsedUp(usedUp, this.#returns.next(Context.current().info.scheduleToCloseTimeoutMs));
    }
    const activity = this.#activities[queue][name as never] as (given: unknown) => Promise<unknown>;
    const waiting = beatWhileWaiting();
    // The queue runs each in the context of the activity that asked.
    return turns.add(() => this.#begin({ kind, waiting }, () => activity(input)), { priority: urgencyOf(name) });
  }

  async #begin(
    { kind, waiting }: { kind: WorkKind; waiting: NodeJS.Timeout },
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    const isAdmitted = await this.#admitted;
    clearInterval(waiting);
    if (!isAdmitted || this.#isClosed) throw new NotServed();
    // One that was cancelled while it waited begins nothing; a money step says by itself that it was not sent.
    if (kind !== 'step') Context.current().cancellationSignal.throwIfAborted();
    return work();
  }

  /** Lets nothing begin any more; settles when the money calls that have begun have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turns.step.onIdle();
  }

  /** Lets nothing begin any more; settles when every call that has begun has ended. A message to the merchant goes on. */
  async drain(): Promise<void> {
    this.#isClosed = true;
    const { notice: _notice, ...calls } = this.#turns;
    await Promise.all(Object.values(calls).map((turns) => turns.onIdle()));
  }
}

/** When what went back to Temporal returns: one after the other, for all at once would be a flood of its own. */
class ReturnTimes {
  readonly #clock: () => number;
  readonly #gapMs: number;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(clock: () => number, gapMs: number) {
    this.#clock = clock;
    this.#gapMs = gapMs;
  }

  /**
   * Returns in how many ms the next one returns; soon enough for one that has `limitMs` in all, 0: no limit. One for which there
   * is no time left returns between those that were first: more at the last moment were a flood again.
   */
  next(limitMs: number): number {
    const nowMs = this.#clock();
    const mostMs = limitMs > 0 ? Math.min(returns.maxMs, limitMs / 4) : returns.maxMs;
    const leastMs = Math.min(returns.minMs, mostMs);
    const nextMs = Math.max(nowMs + leastMs, this.#lastMs + this.#gapMs);
    this.#lastMs = nextMs > nowMs + mostMs ? nowMs + leastMs : nextMs;
    return this.#lastMs - nowMs;
  }
}

/** Repeats the last heartbeat, if need be of the attempt before, until the work itself beats. */
function beatWhileWaiting(): NodeJS.Timeout {
  const context = Context.current();
  return setInterval(() => context.heartbeat(context.info.heartbeatDetails), beatMs).unref();
}
