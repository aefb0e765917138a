import type { Marketplace } from './marketplace.ts';

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
  /** Tells that a 418 was written; later calls know about the ban. */
  announced: () => void;
  /** Requests of the address in the last minute, for the weight header. */
  weight: () => number;
}

interface Caller {
  arrivals: number[];
  limitedUntilMs: number;
  announcedAtMs: number;
  ignored: number;
}

/** A request this close to the end of a window may have been sent inside the next: the wire is not even. */
const jitterMs = 150;
/** Calls that were on their way when the news came are not held against the caller. */
const newsMs = 250;
const weightWindowMs = 60_000;

/** Makes the door keeper of a marketplace; bans are part of its state and outlive a restart. */
export function createRateKeeper(marketplace: Marketplace): RateKeeper {
  const { settings, state, ledger, clock } = marketplace;
  const callers = new Map<string, Caller>();
  let recent: number[] = [];
  const callerOf = (name: string): Caller => {
    const found = callers.get(name) ?? { arrivals: [], limitedUntilMs: 0, announcedAtMs: 0, ignored: 0 };
    callers.set(name, found);
    return found;
  };
  const ban = (durationMs: number): void => {
    state.ban = { untilMs: clock.now() + durationMs, announcedAtMs: null };
    state.bansSoFar += 1;
  };
  return {
    ban,
    announceLimit: (name, retryAfterMs) => {
      Object.assign(callerOf(name), {
        announcedAtMs: clock.now(),
        limitedUntilMs: clock.now() + retryAfterMs,
        ignored: -Infinity,
      });
    },
    announced: () => {
      if (state.ban !== null) state.ban.announcedAtMs ??= clock.now();
    },
    weight: () => recent.length,
    arrive: (name, budgeted) => {
      const nowMs = clock.now();
      recent = [...recent.filter((atMs) => nowMs - atMs < weightWindowMs), nowMs];
      const banned = judgeBan(marketplace, nowMs);
      if (banned !== null || !budgeted) return banned;
      const caller = callerOf(name);
      if (isIgnoring(caller, nowMs)) ledger.callsBeforeRetryAfter += 1;
      const limited = judgeLimit(caller, nowMs, settings.rateLimit);
      if (limited === null) return null;
      ledger.callsOverLimit += 1;
      if (caller.ignored <= settings.ignoredLimitsBeforeBan) return limited;
      ban(settings.banMs * 2 ** state.bansSoFar);
      caller.ignored = 0;
      return judgeBan(marketplace, nowMs);
    },
  };
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
  const inPenalty = caller.ignored >= 0 && nowMs < caller.limitedUntilMs;
  if (caller.arrivals.length < limit.requests && !inPenalty) {
    caller.arrivals.push(nowMs);
    caller.ignored = 0;
    return null;
  }
  if (!inPenalty) {
    const freeAtMs = (caller.arrivals[0] ?? nowMs) + limit.windowMs;
    Object.assign(caller, { limitedUntilMs: freeAtMs, announcedAtMs: nowMs, ignored: 0 });
  }
  caller.ignored += 1;
  const retryAfterS = Math.max(1, Math.ceil((caller.limitedUntilMs - nowMs) / 1000));
  return { status: 429, retryAfterS, untilMs: caller.limitedUntilMs };
}
