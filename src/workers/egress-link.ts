import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { EgressControl, EgressView } from '../client/index.ts';
import type { Gate, GateState } from '../exchange/index.ts';

const pollMs = 5_000;
/** Three looks of at most 5 s each, and as much between them. */
const firstLooks = 3;

interface LinkOptions {
  gate: Gate;
  egress: EgressControl;
  /** Whose breaker it is: an account in front of a service (host and port). */
  account: string;
  service: string;
  clock: { now(): number };
  /** Aborts when the process ends. */
  signal: AbortSignal;
  /** A report or a look that failed; the gate of this process holds all the same. */
  onError: (error: unknown) => void;
  /** How long a first look may take, and how long after a failed one the next comes, in ms. */
  firstLookMs?: number;
}

export interface EgressLink {
  close(): void;
}

/**
 * Ties a process's gate to the egress workflow: what the workflow knows is set before the first call (a ban outlives
 * the process), what this process meets is reported, and what other workers behind the address met is taken over.
 *
 * A workflow that cannot be asked (broken, or of another version) holds the start up for half a minute only: after that
 * a ban costs this process one call, whose 418 closes its gate, where waiting for a human would keep every desk behind
 * the address shut. It is asked again every five seconds.
 */
export async function linkEgress(options: LinkOptions): Promise<EgressLink> {
  const { gate, egress, onError } = options;
  const bans = new BanReports(options);
  const takeOver = createTakeOver(options, bans);
  takeOver(await firstLook(options));
  const unsubscribe = gate.subscribe(createReporter(options, bans));
  const timer = setInterval(() => {
    readEgress(egress).then(takeOver, onError);
  }, pollMs);
  timer.unref();
  return {
    close: () => {
      clearInterval(timer);
      unsubscribe();
    },
  };
}

async function firstLook({ egress, signal, onError, firstLookMs = pollMs }: LinkOptions): Promise<EgressView | null> {
  for (let tries = 1; tries <= firstLooks && !signal.aborted; tries += 1) {
    try {
      return await withinLimit(readEgress(egress), firstLookMs);
    } catch (error) {
      if (tries === 1) onError(error);
      await delay(firstLookMs, undefined, { signal }).catch(() => undefined);
    }
  }
  return null;
}

/** A query of a workflow whose tasks fail is answered late or never. */
async function withinLimit<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  const limit = new AbortController();
  const late = delay(limitMs, undefined, { signal: limit.signal, ref: false }).then(() => {
    throw new Error('the egress workflow does not answer: look at its history');
  });
  late.catch(() => undefined);
  return Promise.race([answer, late]).finally(() => limit.abort());
}

/** The egress as its workflow knows it; null when it never met anything (its workflow is started by a report). */
async function readEgress(egress: EgressControl): Promise<EgressView | null> {
  try {
    return await egress.state();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

function createTakeOver(options: LinkOptions, bans: BanReports): (view: EgressView | null) => void {
  return (view) => {
    takeBan(options, bans, view);
    if (view !== null) takeBreaker(options, view);
  };
}

/** A human's word is about the ban that was told: one that ended by another clock, or is still on its way, holds here. */
function takeBan({ gate, clock }: LinkOptions, bans: BanReports, view: EgressView | null): void {
  const knownUntilMs = gate.state().banUntilMs ?? 0;
  const toldUntilMs = view?.ban?.untilMs ?? 0;
  if (toldUntilMs > Math.max(clock.now(), knownUntilMs)) {
    bans.arrived(toldUntilMs);
    gate.setBan(toldUntilMs);
  } else if (knownUntilMs !== 0 && view?.clearedUntilMs === knownUntilMs) {
    gate.clearBan();
  } else if (knownUntilMs > toldUntilMs) {
    bans.report(knownUntilMs);
  }
}

/** Tells the workflow of each ban until it has heard: other workers and the next start of this one rely on that. */
class BanReports {
  readonly #options: LinkOptions;
  #arrivedUntilMs = 0;
  #onItsWayUntilMs = 0;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** The workflow knows of this ban. */
  arrived(untilMs: number): void {
    this.#arrivedUntilMs = untilMs;
  }

  report(untilMs: number): void {
    const { gate, egress, onError } = this.#options;
    const verdict = gate.peek();
    const isBanned = !verdict.allowed && verdict.reason === 'ban';
    if (!isBanned || untilMs === this.#arrivedUntilMs || untilMs === this.#onItsWayUntilMs) return;
    this.#onItsWayUntilMs = untilMs;
    egress.reportBan({ untilMs, reason: 'HTTP 418 of the service' }).then(
      () => this.arrived(untilMs),
      (error: unknown) => {
        this.#onItsWayUntilMs = 0;
        onError(error);
      },
    );
  }
}

/**
 * An open breaker of another worker of this account, or of this one before its restart, holds here too; a closed one
 * tells nothing. Another account's wrong address or failures are its own: only the ban is shared.
 */
function takeBreaker({ gate, account, service, clock }: LinkOptions, { breakers }: EgressView): void {
  const breaker = breakers.find((report) => report.account === account && report.service === service)?.breaker;
  if (breaker === undefined || (breaker.openUntilMs ?? 0) <= clock.now()) return;
  if (gate.state().breaker.phase === 'closed') gate.setBreaker(breaker);
}

/** Reports a new ban and each opening or closing of the breaker, not every counted failure. */
function createReporter(
  { gate, egress, account, service, onError }: LinkOptions,
  bans: BanReports,
): (state: GateState) => void {
  let phase = gate.state().breaker.phase;
  return ({ banUntilMs, breaker }) => {
    if (banUntilMs !== null) bans.report(banUntilMs);
    if (breaker.phase === phase) return;
    phase = breaker.phase;
    egress.reportBreaker({ account, service, breaker }).catch(onError);
  };
}
