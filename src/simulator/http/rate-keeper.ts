import type { Marketplace } from '../world/marketplace.ts';
import { secondsOf } from './sim-reply.ts';

/** Why a request is turned away at the door. */
export interface TurnedAway {
  status: 418 | 429;
  retryAfterS: number;
  untilMs: number;
}

/** Counts requests and bans, as the service's gateway does before any other check. */
export interface RateKeeper {
  /** Judges one arriving request; null lets it in. Only a ban stops one that is not `budgeted` (server time). */
  arrive: (caller: string, budgeted: boolean) => TurnedAway | null;
  /** Bans the address, from now on. */
  ban: (durationMs: number) => void;
  /** Records that a fault answered a 429 with a Retry-After: calls before its end are counted, without a ban. */
  announceLimit: (caller: string, retryAfterMs: number) => void;
  /**
   * Turns a call away when its endpoint's budget has no room for its weight, and counts it (wire-facts 14). Another
   * refusal before the announced wait is over counts as ignoring it, as above the limit of requests.
   */
  overWeight: (caller: string, waitMs: number) => TurnedAway;
  /** Records that a 418 was written; later calls know about the ban. */
  announced: () => void;
}

interface Caller {
  arrivals: number[];
  limitedUntilMs: number;
  announcedAtMs: number;
  /** Whether all calls before that moment are turned away: only the limit of requests applies to all of them. */
  enforced: boolean;
  /** Calls that came in spite of that. */
  ignored: number;
  /** The announced wait for weight: calls of other endpoints are allowed meanwhile, and change nothing here. */
  weight: { untilMs: number; ignored: number };
}

/** A request this close to the end of a window may have been sent inside the next: latency varies. */
const jitterMs = 150;
/** Calls that were under way when the answer arrived do not count against the caller. */
const newsMs = 250;

/** Creates the rate keeper of a marketplace; bans are part of its state and survive a restart. */
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
    const found = callers.get(name) ?? newCaller();
    callers.set(name, found);
    return found;
  };
}

const newCaller = (): Caller => ({
  arrivals: [],
  limitedUntilMs: 0,
  announcedAtMs: 0,
  enforced: false,
  ignored: 0,
  weight: { untilMs: 0, ignored: 0 },
});

function ban({ state, clock }: Marketplace, durationMs: number): void {
  state.ban = { untilMs: clock.now() + durationMs, announcedAtMs: null };
  state.bansSoFar += 1;
}

/** Turns away callers above the limit, and bans the address of one that ignores it. */
function judgeCaller(marketplace: Marketplace, caller: Caller, nowMs: number): TurnedAway | null {
  const { ledger, settings } = marketplace;
  if (isIgnoring(caller, nowMs)) ledger.callsBeforeRetryAfter += 1;
  const limited = judgeLimit(caller, nowMs, settings.rateLimit);
  if (limited === null) return null;
  ledger.callsOverLimit += 1;
  return caller.ignored > settings.ignoredLimitsBeforeBan ? punish(marketplace, caller, limited) : limited;
}

/** A wait is announced once: callers that continue are measured by the first 429, not by the latest. */
function turnAwayOverWeight(marketplace: Marketplace, caller: Caller, waitMs: number): TurnedAway {
  const { ledger, clock, settings } = marketplace;
  const nowMs = clock.now();
  const untilMs = nowMs + waitMs;
  const limited: TurnedAway = { status: 429, retryAfterS: secondsOf(waitMs), untilMs };
  ledger.callsOverLimit += 1;
  if (nowMs >= caller.limitedUntilMs) {
    Object.assign(caller, { limitedUntilMs: untilMs, announcedAtMs: nowMs, enforced: false });
  }
  if (nowMs >= caller.weight.untilMs) caller.weight = { untilMs, ignored: 0 };
  else caller.weight.ignored += 1;
  return caller.weight.ignored > settings.ignoredLimitsBeforeBan ? punish(marketplace, caller, limited) : limited;
}

/** Bans the address of a caller that ignores limits; each ban is twice as long as the one before. */
function punish(marketplace: Marketplace, caller: Caller, limited: TurnedAway): TurnedAway {
  const { settings, state, clock } = marketplace;
  ban(marketplace, settings.banMs * 2 ** state.bansSoFar);
  caller.ignored = 0;
  caller.weight.ignored = 0;
  return judgeBan(marketplace, clock.now()) ?? limited;
}

function judgeBan({ state, ledger, settings }: Marketplace, nowMs: number): TurnedAway | null {
  const { ban } = state;
  if (ban === null || nowMs >= ban.untilMs) {
    state.ban = null;
    return null;
  }
  if (ban.announcedAtMs !== null && nowMs - ban.announcedAtMs > settings.banNewsMs) ledger.callsDuringBan += 1;
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
  if (inPenalty) caller.ignored += 1;
  else {
    const freeAtMs = (caller.arrivals[0] ?? nowMs) + limit.windowMs;
    Object.assign(caller, { limitedUntilMs: freeAtMs, announcedAtMs: nowMs, enforced: true, ignored: 0 });
  }
  return { status: 429, retryAfterS: secondsOf(caller.limitedUntilMs - nowMs), untilMs: caller.limitedUntilMs };
}
