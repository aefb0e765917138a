import type { Marketplace } from './marketplace.ts';
import { secondsOf } from './sim-reply.ts';

/** Why a request is turned away at the door. */
export interface TurnedAway {
  status: 418 | 429;
  retryAfterS: number;
  untilMs: number;
}

/** Counts requests and bans, as the service's gateway does before it looks at anything else. */
export interface RateKeeper {
  /** Judges one arriving request; null lets it in. One that is not `budgeted` (server time) only a ban stops. */
  arrive: (caller: string, budgeted: boolean) => TurnedAway | null;
  /** Bans the address, from now on. */
  ban: (durationMs: number) => void;
  /** Tells that a 429 with a Retry-After was answered by a fault. */
  announceLimit: (caller: string, retryAfterMs: number) => void;
  /** Turns a call away whose weight its endpoint's budget has no room for, and counts it (api-facts section 14). */
  overWeight: (caller: string, waitMs: number) => TurnedAway;
  /** Tells that a 418 was written; later calls know about the ban. */
  announced: () => void;
}

interface Caller {
  arrivals: number[];
  limitedUntilMs: number;
  announcedAtMs: number;
  /** Whether calls before that moment are turned away; those after an injected 429 are only counted. */
  enforced: boolean;
  ignored: number;
}

/** A request this close to the end of a window may have been sent inside the next: the wire is not even. */
const jitterMs = 150;
/** Calls that were on their way when the news came are not held against the caller. */
const newsMs = 250;

/** Makes the door keeper of a marketplace; bans are part of its state and outlive a restart. */
export function createRateKeeper(marketplace: Marketplace): RateKeeper {
  const { state, clock } = marketplace;
  const callers = createCallers();
  return {
    ban: (durationMs) => ban(marketplace, durationMs),
    announceLimit: (name, retryAfterMs) => {
      const nowMs = clock.now();
      Object.assign(callers(name), { announcedAtMs: nowMs, limitedUntilMs: nowMs + retryAfterMs, enforced: false });
    },
    overWeight: (name, waitMs) => turnAwayOverWeight(marketplace, callers(name), waitMs),
    announced: () => {
      if (state.ban !== null) state.ban.announcedAtMs ??= clock.now();
    },
    arrive: (name, budgeted) => {
      const nowMs = clock.now();
      const banned = judgeBan(marketplace, nowMs);
      return banned !== null || !budgeted ? banned : judgeCaller(marketplace, callers(name), nowMs);
    },
  };
}

function createCallers(): (name: string) => Caller {
  const callers = new Map<string, Caller>();
  return (name) => {
    const unknown = { arrivals: [], limitedUntilMs: 0, announcedAtMs: 0, enforced: false, ignored: 0 };
    const found = callers.get(name) ?? unknown;
    callers.set(name, found);
    return found;
  };
}

function ban({ state, clock }: Marketplace, durationMs: number): void {
  state.ban = { untilMs: clock.now() + durationMs, announcedAtMs: null };
  state.bansSoFar += 1;
}

/** Turns away who is over the limit, and bans the address of one who does not listen; each ban is twice as long. */
function judgeCaller(marketplace: Marketplace, caller: Caller, nowMs: number): TurnedAway | null {
  const { ledger, settings, state } = marketplace;
  if (isIgnoring(caller, nowMs)) ledger.callsBeforeRetryAfter += 1;
  const limited = judgeLimit(caller, nowMs, settings.rateLimit);
  if (limited === null) return null;
  ledger.callsOverLimit += 1;
  if (caller.ignored <= settings.ignoredLimitsBeforeBan) return limited;
  ban(marketplace, settings.banMs * 2 ** state.bansSoFar);
  caller.ignored = 0;
  return judgeBan(marketplace, nowMs);
}

/** What is told is told once: those who go on calling are measured by the first 429, not by the latest. */
function turnAwayOverWeight({ ledger, clock }: Marketplace, caller: Caller, waitMs: number): TurnedAway {
  const nowMs = clock.now();
  const untilMs = nowMs + waitMs;
  ledger.callsOverLimit += 1;
  if (nowMs >= caller.limitedUntilMs) {
    Object.assign(caller, { limitedUntilMs: untilMs, announcedAtMs: nowMs, enforced: false });
  }
  return { status: 429, retryAfterS: secondsOf(waitMs), untilMs };
}

function judgeBan({ state, ledger }: Marketplace, nowMs: number): TurnedAway | null {
  const { ban } = state;
  if (ban === null || nowMs >= ban.untilMs) {
    state.ban = null;
    return null;
  }
  if (ban.announcedAtMs !== null && nowMs - ban.announcedAtMs > newsMs) ledger.callsDuringBan += 1;
  return { status: 418, retryAfterS: Math.ceil((ban.untilMs - nowMs) / 1000), untilMs: ban.untilMs };
}

const isIgnoring = (caller: Caller, nowMs: number): boolean =>
  nowMs < caller.limitedUntilMs && nowMs - caller.announcedAtMs > newsMs;

function judgeLimit(caller: Caller, nowMs: number, limit: { requests: number; windowMs: number }): TurnedAway | null {
  const windowMs = limit.windowMs - Math.min(jitterMs, limit.windowMs / 10);
  caller.arrivals = caller.arrivals.filter((atMs) => nowMs - atMs < windowMs);
  const inPenalty = caller.enforced && nowMs < caller.limitedUntilMs;
  if (caller.arrivals.length < limit.requests && !inPenalty) {
    caller.arrivals.push(nowMs);
    caller.ignored = 0;
    return null;
  }
  if (!inPenalty) {
    const freeAtMs = (caller.arrivals[0] ?? nowMs) + limit.windowMs;
    Object.assign(caller, { limitedUntilMs: freeAtMs, announcedAtMs: nowMs, enforced: true, ignored: 0 });
  }
  caller.ignored += 1;
  return { status: 429, retryAfterS: secondsOf(caller.limitedUntilMs - nowMs), untilMs: caller.limitedUntilMs };
}
