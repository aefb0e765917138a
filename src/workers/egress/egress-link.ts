import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { BanNews, EgressControl, EgressView } from '../../client/index.ts';
import type { Gate } from '../../exchange/index.ts';
import { sleep } from '../lead/stoppable.ts';
import { AccountBreakers, type LinkedAccount } from './egress-breakers.ts';
import { watchStandstill } from '../clocks/standstill.ts';

const pollMs = 5_000;
/** A wait that is soon ended for another one is one too many: for a while the looks are enough. */
const crowdedMs = 60_000;
const crowdRestMs = 600_000;
/** Three looks of at most 5 s each, and as much between them. */
const firstLooks = 3;

interface LinkOptions {
  /** A gate of the address, for its ban. */
  gate: Gate;
  egress: EgressControl;
  /** `elapsed` never steps. */
  clock: { now(): number; elapsed(): number };
  /** Aborts when the process ends. */
  signal: AbortSignal;
  /** A report or a look that failed; the gate of this process keeps working. */
  onError: (error: unknown) => void;
  /** Called after this process stood still, with the duration in ms. */
  onStandstill?: (ms: number) => void;
  /** How long a first look may take, and the pause after a failed one, in ms. */
  firstLookMs?: number;
}

export interface EgressLink {
  /** Connects the breaker of one more account; returns the function that ends it. */
  join(account: LinkedAccount): () => void;
  close(): void;
}

/**
 * Connects the gates of a process with the egress workflow. The workflow's knowledge is applied before the first call (a ban
 * outlives the process), and what this process meets is reported. What other workers behind the address met is adopted:
 * a ban and its end at once, since this process waits for them, an open breaker at the next look.
 *
 * A process that stood still asks before it calls again, since the news of a ban may not have reached it yet.
 *
 * An unreachable workflow (broken, or of another version) delays either for half a minute only: after that a ban costs
 * this process one call, whose 418 closes its gate, where waiting for a human would keep every desk behind the address
 * shut. It is asked again every five seconds.
 */
export async function linkEgress(options: LinkOptions): Promise<EgressLink> {
  const { gate, egress, onError } = options;
  const time = new TemporalTime(options.clock);
  const bans = new BanReports(options, time);
  const joined = new AccountBreakers(options);
  const takeOver = (view: EgressView | null): void => {
    takeBan({ options, bans, time }, view);
    if (view !== null) joined.take(view);
  };
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  const hearNews = (news: BanNews): void => {
    time.note(news.atMs);
    takeOver(news.view);
  };
  const look = (): Promise<BanNews | null> => firstLook({ ...options, signal }, hearNews);
  const first = await look();
  const standstill = watchStandstill({
    clock: options.clock,
    ...(options.onStandstill === undefined ? {} : { onGap: options.onStandstill }),
    catchUp: async () => void (await look()),
  });
  const release = gate.holdWhile('standstill', () => standstill.isBehind());
  const unsubscribe = gate.subscribe(({ banUntilMs }) => {
    if (banUntilMs !== null) bans.report(banUntilMs, null);
  });
  const timer = setInterval(() => {
    readEgress(egress).then(takeOver).catch(onError);
  }, pollMs);
  timer.unref();
  void awaitNews({ ...options, signal }, hearNews, first?.view.news ?? noNews);
  return {
    join: (account) => joined.add(account),
    close: () => {
      clearInterval(timer);
      joined.close();
      standstill.close();
      release();
      unsubscribe();
      over.abort();
    },
  };
}

const noNews = -1;

/** An answer that this version cannot read is none. */
async function firstLook(options: LinkOptions, hear: (news: BanNews) => void): Promise<BanNews | null> {
  const { egress, signal, onError, firstLookMs = pollMs } = options;
  for (let tries = 1; tries <= firstLooks && !signal.aborted; tries += 1) {
    try {
      const news = await withinLimit(egress.awaitBanNews(noNews, signal), firstLookMs);
      hear(news);
      return news;
    } catch (error) {
      if (tries === 1) onError(error);
      await sleep(firstLookMs, signal);
    }
  }
  return null;
}

/** Waits for news of the ban in a loop, until the signal aborts. */
async function awaitNews(options: LinkOptions, hear: (news: BanNews) => void, known: number): Promise<void> {
  const { egress, signal, clock, onError } = options;
  for (let last = known; !signal.aborted;) {
    const sinceMs = clock.elapsed();
    try {
      const news = await egress.awaitBanNews(last, signal);
      hear(news);
      last = news.view.news;
      if (news.isCrowded && clock.elapsed() - sinceMs < crowdedMs) await sleep(crowdRestMs, signal);
    } catch (error) {
      if (!signal.aborted) onError(error);
      await sleep(pollMs, signal);
    }
  }
}

/**
 * Temporal's time, by the monotonic clock: workers whose clocks differ agree by it when a ban ends. The machine's own
 * time until Temporal has answered.
 */
class TemporalTime {
  readonly #clock: LinkOptions['clock'];
  #startMs: number | null = null;

  constructor(clock: LinkOptions['clock']) {
    this.#clock = clock;
  }

  /** An answer is late, never early: the latest time in an answer is the best. */
  note(atMs: number): void {
    this.#startMs = Math.max(this.#startMs ?? Number.NEGATIVE_INFINITY, atMs - this.#clock.elapsed());
  }

  now(): number {
    return this.#startMs === null ? this.#clock.now() : this.#startMs + this.#clock.elapsed();
  }
}

/** A query of a workflow with failing tasks is answered late or never. */
async function withinLimit<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  const limit = new AbortController();
  const late = delay(limitMs, undefined, { signal: limit.signal, ref: false }).then(() => {
    throw new Error('the egress workflow does not answer: look at its history');
  });
  late.catch(() => undefined);
  return Promise.race([answer, late]).finally(() => limit.abort());
}

/** Returns the egress as its workflow knows it; null when it never met trouble (a report starts its workflow). */
async function readEgress(egress: EgressControl): Promise<EgressView | null> {
  try {
    return await egress.state();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

interface BanParts {
  options: LinkOptions;
  bans: BanReports;
  time: TemporalTime;
}

/**
 * A human's clearance applies to the reported ban only: one that ended by another clock, or is still unreported, stays.
 */
function takeBan({ options: { gate, clock }, bans, time }: BanParts, view: EgressView | null): void {
  const { banUntilMs } = gate.state();
  const knownUntilMs = bans.reportedUntilMs(banUntilMs);
  const nowMs = time.now();
  const reportedUntilMs = view?.ban?.untilMs ?? 0;
  if (reportedUntilMs > Math.max(nowMs, knownUntilMs)) {
    const untilMs = Math.round(clock.now() + reportedUntilMs - nowMs);
    bans.arrived({ untilMs, reportedUntilMs });
    gate.setBan(untilMs);
  } else if (knownUntilMs !== 0 && view?.clearedUntilMs === knownUntilMs) {
    gate.clearBan();
  } else if (banUntilMs !== null) {
    bans.report(banUntilMs, view);
  }
}

/** The end of a ban by the clock of this machine, as in its gate, and by Temporal's, as all workers know it. */
interface BanEnd {
  untilMs: number;
  reportedUntilMs: number;
}

const noBan: BanEnd = { untilMs: 0, reportedUntilMs: 0 };
const banReason = 'a ban by the service';

/**
 * Reports each ban to the workflow until it is confirmed: other workers and the next start of this one depend on it.
 */
class BanReports {
  readonly #options: LinkOptions;
  readonly #time: TemporalTime;
  #arrived = noBan;
  #onItsWayUntilMs = 0;

  constructor(options: LinkOptions, time: TemporalTime) {
    this.#options = options;
    this.#time = time;
  }

  /** The workflow knows of this ban. */
  arrived(end: BanEnd): void {
    this.#arrived = end;
  }

  /**
   * Returns the end by Temporal's clock of the ban with that end by this machine's; 0 when the workflow does not know
   * it.
   */
  reportedUntilMs(untilMs: number | null): number {
    return this.#arrived.untilMs === untilMs ? this.#arrived.reportedUntilMs : 0;
  }

  /** A workflow without a ban has replaced the one that had the report: it gets the same report again. */
  report(untilMs: number, view: EgressView | null): void {
    const { gate, egress, onError } = this.#options;
    const verdict = gate.peek();
    const isBanned = !verdict.allowed && verdict.reason === 'ban';
    if (!isBanned) return;
    if (untilMs === this.#arrived.untilMs) {
      if (view?.bans === 0)
        egress.reportBan({ untilMs: this.#arrived.reportedUntilMs, reason: banReason }).catch(onError);
      return;
    }
    if (untilMs === this.#onItsWayUntilMs) return;
    this.#onItsWayUntilMs = untilMs;
    const reportedUntilMs = Math.round(this.#time.now() + verdict.retryAfterMs);
    egress.reportBan({ untilMs: reportedUntilMs, reason: banReason }).then(
      () => this.arrived({ untilMs, reportedUntilMs }),
      (error: unknown) => {
        this.#onItsWayUntilMs = 0;
        onError(error);
      },
    );
  }
}
