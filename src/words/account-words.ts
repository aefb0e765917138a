/** What is said of what an account has beside its orders and ads: its desk, its address, its messages and its watchdog. */
import type { BreakerState } from '../domain/failures/circuit-breaker.ts';
import { engagedSwitches, type GuardMemory } from '../domain/guard/guard-memory.ts';
import type { WatchdogState } from '../domain/watchdog/watchdog-state.ts';
import { moment } from './moment.ts';
import { engagedText } from './switch-words.ts';

/** Returns what is engaged, by whom, since when and why; a terminal has times of its own. */
export function switchesText(switches: GuardMemory['switches'], timeText = moment): string {
  const engaged = engagedSwitches(switches).map((one) => engagedText(one, timeText));
  return engaged.join('; ') || 'no kill switch is engaged';
}

/** Returns what a guard does: one that follows an ended one permits nothing before it has read it. */
export function guardText(state: 'guarding' | 'taking-over', switches: GuardMemory['switches']): string {
  return state === 'guarding' ? switchesText(switches) : 'it reads what an ended run kept: nothing is permitted yet';
}

interface DeskStand {
  readonly state: 'running' | 'stopped';
  /** What is wrong and asks for a person. */
  readonly urgent: readonly string[];
  /** Null: the guard has not been heard. */
  readonly switches: GuardMemory['switches'] | null;
}

/** Returns what a desk does, or what keeps it from its work. */
export function deskText({ state, urgent, switches }: DeskStand): string {
  if (state === 'stopped') return 'it has ended: no order is taken in';
  const engaged = switches === null ? [] : engagedSwitches(switches).map((one) => engagedText(one));
  return [...urgent, ...engaged].join('; ') || 'it takes orders in, and keeps its ads';
}

interface EgressStand {
  readonly ban: { readonly untilMs: number; readonly reason: string } | null;
  readonly breakers: readonly { readonly account: string; readonly service: string; readonly breaker: BreakerState }[];
}

/** Returns what of an outgoing address keeps calls back. */
export function egressText({ ban, breakers }: EgressStand, timeText = moment): string {
  const banned = ban === null ? [] : [`banned until ${timeText(ban.untilMs)}: ${ban.reason}`];
  const held = breakers.flatMap(({ account, service, breaker: { phase, openUntilMs } }) =>
    openUntilMs === null ? [] : [`breaker of ${account} at ${service} ${phase} until ${timeText(openUntilMs)}`],
  );
  return [...banned, ...held].join('; ') || 'no ban';
}

/** Returns whether messages reach the merchant; `ways` are the channels that are known. */
export function noticesText(isFailing: boolean, ways: readonly string[]): string {
  if (ways.length === 0) return 'no way to the merchant is known yet';
  return isFailing ? 'messages do not arrive by every way' : `messages arrive by ${ways.join(' and ')}`;
}

/** Returns whether a watchdog watches, or what it has done and what brings the ads back. */
export function watchdogText(state: WatchdogState): string {
  if (state.kind === 'watching') return 'it watches whether the desk looks at its markets';
  const since = `no market was looked at since ${moment(state.lookedAtMs)}`;
  switch (state.kind) {
    case 'prevented':
      return `${since}, and it may not act: ${state.why}`;
    case 'acting':
      return `${since}: ${state.left.length} ads are still to go offline`;
    case 'acted':
      return `${since}: ${state.taken.length} ads are offline since ${moment(state.atMs)}; they come back by a person alone, who lifts the kill switch ads once a worker runs, and then puts them online`;
  }
}

/** Returns why a watchdog in this state needs a person to look at it; null: it does its work. */
export function hindrance(state: WatchdogState): string | null {
  if (state.kind === 'prevented') return `may not act: ${state.why}`;
  return state.kind === 'acting' && state.why !== null ? `ads are not confirmed offline: ${state.why}` : null;
}
