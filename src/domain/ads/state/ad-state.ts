import type { FailureCategory } from '../../failures/error-category.ts';
import {
  foundOffline,
  isDesksOwn,
  isRuled,
  outsideHours,
  takenOff,
  type BusinessRest,
  type DeskOff,
  type OfflineEvent,
  type OfflineState,
  type Pause,
  type TakeOffEvent,
} from './offline-state.ts';

/** What keeps an ad from being priced for a while. */
interface Block {
  readonly untilMs: number;
  readonly category: FailureCategory;
  /** Of the service or a failed call; null: the service does not find the ad. */
  readonly message: string | null;
}

/** What an ad is doing. Times in epoch ms, plain JSON. Design section 6, `adMaintenance`. */
export type AdState =
  | { readonly kind: 'running' }
  | ({ readonly kind: 'paused' } & Pause)
  | OfflineState
  | { readonly kind: 'cooling'; readonly untilMs: number }
  | ({ readonly kind: 'blocked' } & Block)
  | { readonly kind: 'dead'; readonly sinceMs: number }
  | { readonly kind: 'stopped' };

export type AdEvent =
  | { readonly type: 'pause'; readonly by: string; readonly atMs: number }
  | { readonly type: 'resume'; readonly atMs: number }
  | { readonly type: 'stop'; readonly atMs: number }
  | OfflineEvent
  | TakeOffEvent
  /** Someone puts the ad back on the market, as it was before: a paused one stays paused. */
  | { readonly type: 'put-back'; readonly atMs: number }
  /** Its active hours are over. Whatever else keeps the ad off the market is stronger: the hours would end by themselves. */
  | { readonly type: 'outside-hours'; readonly atMs: number }
  /** They have begun: ends `offline` when the hours caused it. A pause stays. */
  | { readonly type: 'hours-open'; readonly atMs: number }
  /** The ad is online at the service. Ends `offline` when the ad caused it, not when the business or the desk did. */
  | { readonly type: 'online'; readonly atMs: number }
  /** What kept it off the market by its stock or its caps is over (ads#the-quantity, ads#payment-caps); a paused one waits for its human. */
  | { readonly type: 'restocked'; readonly atMs: number }
  | { readonly type: 'cool'; readonly untilMs: number; readonly atMs: number }
  | (Block & { readonly type: 'block'; readonly atMs: number })
  /** Ends a cooldown or block that is over at `atMs`. */
  | { readonly type: 'expire'; readonly atMs: number }
  /** The 404 tracker gave the ad up (interface 7.7). */
  | { readonly type: 'dead'; readonly atMs: number }
  /** The ad was closed at the service, so there is nothing left to maintain. */
  | { readonly type: 'closed'; readonly atMs: number };

type EventOf<Type extends AdEvent['type']> = Extract<AdEvent, { type: Type }>;
type Handlers = { readonly [Type in AdEvent['type']]: (state: AdState, event: EventOf<Type>) => AdState };

/** An event never replaces a state of higher weight: a human's pause wins over every timed state. */
const weights: Record<AdState['kind'], number> = {
  running: 0,
  cooling: 1,
  blocked: 2,
  offline: 3,
  paused: 4,
  dead: 5,
  stopped: 5,
};

function outweighs(state: AdState, kind: AdState['kind']): boolean {
  return weights[state.kind] > weights[kind];
}

function endsAtMs(state: AdState): number | null {
  return state.kind === 'cooling' || state.kind === 'blocked' ? state.untilMs : null;
}

function resume(state: AdState): AdState {
  return state.kind === 'running' ? state : { kind: 'running' };
}

function giveUp(_state: AdState, { atMs }: { readonly atMs: number }): AdState {
  return { kind: 'dead', sinceMs: atMs };
}

/** Reports whether the desk itself took the ad off the market, or is about to: no news of the service puts it back. */
export function isTakenOff(state: AdState): state is DeskOff {
  return state.kind === 'offline' && isDesksOwn(state.cause);
}

/** A pause leaves an ad off the market that the desk took off it: the wish must not get lost. */
function pause(state: AdState, { by, atMs }: EventOf<'pause'>): AdState {
  if (state.kind === 'offline' && isDesksOwn(state.cause)) {
    return state.paused === undefined ? { ...state, paused: { by, sinceMs: atMs } } : state;
  }
  return state.kind === 'paused' ? state : { kind: 'paused', by, sinceMs: atMs };
}

function pausedBefore(state: AdState): Pause | undefined {
  if (state.kind === 'paused') return { by: state.by, sinceMs: state.sinceMs };
  return state.kind === 'offline' ? state.paused : undefined;
}

function putBack(state: AdState): AdState {
  if (state.kind !== 'offline') return state;
  return state.paused === undefined ? { kind: 'running' } : { kind: 'paused', ...state.paused };
}

/** What the service reports never replaces the desk's own reason: the ad would come back without anyone's word. */
function offline(state: AdState, event: OfflineEvent): AdState {
  const kept = isKnown(state, event) || isTakenOff(state) || outweighs(state, 'offline');
  return kept ? state : foundOffline(event);
}

/** The merchant's switch of one ad says nothing new of an ad that is offline, nor does the same rest of his business. */
function isKnown(state: AdState, event: OfflineEvent): boolean {
  if (state.kind !== 'offline') return false;
  if (event.cause !== 'business' || state.cause !== 'business') return event.cause === 'ad';
  return state.business === event.business;
}

const handlers: Handlers = {
  pause,
  resume,
  stop: () => ({ kind: 'stopped' }),
  offline,
  'take-off': (state, event) => takenOff(event, pausedBefore(state)),
  'put-back': putBack,
  'outside-hours': (state, { atMs }) => (state.kind === 'offline' ? state : outsideHours(atMs, pausedBefore(state))),
  'hours-open': (state) => (state.kind === 'offline' && state.cause === 'hours' ? putBack(state) : state),
  online: (state) => (state.kind === 'offline' && state.cause === 'ad' ? { kind: 'running' } : state),
  restocked: (state) => {
    const isOver = state.kind === 'offline' && isRuled(state.cause) && state.paused === undefined;
    return isOver ? { kind: 'running' } : state;
  },
  cool: (state, { untilMs }) => {
    const longer = state.kind === 'cooling' && state.untilMs >= untilMs;
    return longer || outweighs(state, 'cooling') ? state : { kind: 'cooling', untilMs };
  },
  block: (state, { untilMs, category, message }) => {
    const longer = state.kind === 'blocked' && state.untilMs > untilMs;
    return longer || outweighs(state, 'blocked') ? state : { kind: 'blocked', untilMs, category, message };
  },
  expire: (state, { atMs }) => {
    const endMs = endsAtMs(state);
    return endMs !== null && atMs >= endMs ? { kind: 'running' } : state;
  },
  dead: giveUp,
  closed: giveUp,
};

/** The states in which the desk is to keep the price of an ad: in any other a person, the service or a rule is at work. */
export const pricedStates: readonly AdState['kind'][] = ['running', 'cooling', 'blocked'];

/** Reports whether the desk is to keep the price of an ad in that state. */
export function isPricedState(kind: string | null): boolean {
  return pricedStates.some((one) => one === kind);
}

/** Reports whether the state is final: not even resume leaves `stopped` or `dead`. */
export function isFinalAdState(state: AdState): boolean {
  return state.kind === 'stopped' || state.kind === 'dead';
}

function handle<Type extends AdEvent['type']>(state: AdState, event: EventOf<Type> & { readonly type: Type }): AdState {
  return handlers[event.type](state, event);
}

/**
 * Returns the state after the event; the same object when nothing changes. Only `resume` leaves `paused`; only it and
 * `put-back` leave `offline` when the business (interface 7.4 AD_OFFLINE: recovery is manual) or the desk caused it. What
 * the hours caused ends with them, too, and what the ad's stock or its caps caused with `restocked`.
 */
export function advanceAd(state: AdState, event: AdEvent): AdState {
  return isFinalAdState(state) ? state : handle(state, event);
}

/** Returns how the merchant's business rests, by an AD_OFFLINE code. Interface 7.4. */
export function businessRest(code: string | null): BusinessRest {
  return code === '83230' ? 'break' : 'closed';
}
