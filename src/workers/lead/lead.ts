import type { Client } from '@temporalio/client';
import { passedOn, type LeadAttempt, type LeadPort } from '../../activities/account/keep-lead.ts';
import {
  leadWords,
  looksAfter,
  readLeadWords,
  type AccountLook,
  type LeadWords,
} from '../../client/controls/lead-keys.ts';
import { Confirmation, type Answer } from './confirmation.ts';
import { sleep } from './stoppable.ts';

/** A quiet lead is confirmed so often: Temporal Cloud bills each time, 21,000 a day. */
const beatMs = 4_100;
/** While answers are late or lost, and while a term ends. */
const troubledBeatMs = 1_500;
/** The worker's own watch over its activities misses one after the heartbeat timeout and five seconds. */
const localBeatMs = 10_000;
/** Shorter than the heartbeat timeout (10 s): who has lost the lead calls nothing by the time another one begins. */
const leaseMs = 6_000;
/** The limits of calls count per second: a successor begins when no call of this process is that young. */
const handOverMs = 1_000;
/** Who stops waits no longer for a server that does not answer. */
const giveBackLimitMs = 2_000;

interface LeadOptions {
  client: Client;
  /** What a process that leads says with each heartbeat: the accounts that it calls for, and its looks. */
  words: () => LeadWords;
  /** `elapsed` never steps. */
  clock: { now(): number; elapsed(): number };
  /** Aborts when this process stops: it passes the lead on. */
  stopping: AbortSignal;
  /** Serves until the term is over. Unless the lead is lost, it is kept until this settles: what has left is answered by then. */
  serve: (term: Term) => Promise<void>;
  /** A question to the server that failed; the lead of this process lapses when that lasts. */
  onError: (error: unknown) => void;
  /** How it waits; absent: as long as it says. */
  pause?: typeof sleep;
}

/** The time for which this process leads. */
export interface Term {
  over: AbortSignal;
  /** The process that led before, as pid@host; null: none did. */
  former: string | null;
  /** Whether it was over because the server has taken the lead away: another process may call by now. */
  isLost: () => boolean;
}

/**
 * The lead of an account, as this process holds it: by the heartbeats of one activity attempt that the server has
 * confirmed. A confirmation holds for six seconds from the moment it was asked for, and the server offers the lead to
 * another process ten seconds after the last one.
 */
export class Lead implements LeadPort {
  readonly #options: LeadOptions;
  readonly #pause: typeof sleep;
  /** Of the attempt that this process has begun last; null: of none. */
  #confirmation: Confirmation | null = null;
  #passing = new AbortController();
  /** The looks of the process that led before: a watchdog goes by them until this one has looked. */
  #formerLooks: readonly AccountLook[] = [];

  constructor(options: LeadOptions) {
    this.#options = options;
    this.#pause = options.pause ?? sleep;
  }

  /** Whether this process may call the service now. */
  isHeld(): boolean {
    return this.#confirmation?.isHeld() ?? false;
  }

  /** Passes the lead on, although this process goes on. */
  passOn(): void {
    this.#passing.abort();
  }

  async hold(attempt: LeadAttempt): Promise<void> {
    this.#passing = new AbortController();
    this.#formerLooks = readLeadWords(attempt.formerWords).looks;
    const confirmation = this.#confirmationOf(attempt);
    this.#confirmation = confirmation;
    attempt.beat(this.#words());
    const beating = setInterval(() => attempt.beat(this.#words()), localBeatMs);
    try {
      await this.#lead(attempt, confirmation);
    } finally {
      clearInterval(beating);
      confirmation.close();
    }
  }

  async #lead(attempt: LeadAttempt, confirmation: Confirmation): Promise<void> {
    const first = await this.#askUntil((answer) => answer !== 'unknown', confirmation, attempt);
    if (first === 'lost') return;
    const termOver = new AbortController();
    let last: Answer = first;
    const term = { over: termOver.signal, former: attempt.former, isLost: () => last === 'lost' };
    const served = first === 'held' ? this.#options.serve(term) : Promise.resolve();
    last = await this.#askUntil((answer) => answer === 'lost' || answer === 'ending', confirmation, attempt);
    // Of an attempt that the worker takes for over it will report no end.
    const isUnheard = attempt.ending.aborted && last !== 'ending';
    termOver.abort();
    await this.#keepUntil(served, confirmation, last);
    confirmation.close();
    if (last === 'lost') return;
    await this.#pause(handOverMs);
    if (isUnheard) await this.#giveBack(attempt);
  }

  /**
   * Asks again and again until an answer ends it, or this process lets it go. While a server stands still the worker takes an
   * attempt for over that the server may confirm afterwards: that leads on, and was held no longer than its lease meanwhile.
   */
  async #askUntil(
    ends: (answer: Answer) => boolean,
    confirmation: Confirmation,
    { ending }: Pick<LeadAttempt, 'ending'>,
  ): Promise<Answer> {
    const own = AbortSignal.any([this.#options.stopping, this.#passing.signal]);
    const either = AbortSignal.any([own, ending]);
    for (;;) {
      const isDoubted = ending.aborted;
      const answer = await confirmation.ask();
      if (ends(answer) || own.aborted) return answer;
      await this.#pause(confirmation.isPrompt ? beatMs : troubledBeatMs, isDoubted ? own : either);
    }
  }

  /** Without a word the server would wait for the timeout of the attempt. */
  async #giveBack({ taskToken }: LeadAttempt): Promise<void> {
    const { client, onError } = this.#options;
    await client
      .withDeadline(Date.now() + giveBackLimitMs, () => client.activity.fail(taskToken, passedOn()))
      .catch(onError);
  }

  /** Calls that have left are waited for under the lead, unless it is another's already. */
  async #keepUntil(term: Promise<void>, confirmation: Confirmation, last: Answer): Promise<void> {
    const ended = new AbortController();
    void term.finally(() => ended.abort());
    for (let answer = last; answer !== 'lost';) {
      await this.#pause(troubledBeatMs, ended.signal);
      // Where no server answers, one more question costs a stop seconds.
      if (ended.signal.aborted) break;
      answer = await confirmation.ask();
    }
    await term;
  }

  #confirmationOf({ taskToken, workflowId }: LeadAttempt): Confirmation {
    const { client, clock, onError } = this.#options;
    const words = (): string => this.#words();
    return new Confirmation({ client, clock, leaseMs, taskToken, workflowId, words, onError, pause: this.#pause });
  }

  /** What the next attempt reads as who led before it. */
  #words(): string {
    const { client, words } = this.#options;
    const own = words();
    return leadWords(client.options.identity, { ...own, looks: looksAfter(own.looks, this.#formerLooks) });
  }
}
