/** What an ad does and how far it is off the market, as one value: a combination that means nothing does not compile. */
import { advanceAd, isTakenOff, type AdEvent, type AdState } from './ad-state.ts';
import type { DeskOff, OfflineState } from './offline-state.ts';
import {
  isPutBack,
  isShownOff,
  mayBeOff,
  nothingOff,
  type Commanded,
  type KeptOff,
  type LeftOff,
  type Limited,
  type NothingOff,
  type OffMarket,
  type OnItsWay,
  type PutBack,
  type Resting,
  type Ruled,
  type ShownOff,
} from './off-market.ts';

type StateOf<Kind extends AdState['kind']> = Extract<AdState, { kind: Kind }>;
type OffBy<Cause extends OfflineState['cause']> = Extract<OfflineState, { cause: Cause }>;

/** Plain JSON. */
export type AdStanding =
  | { readonly state: StateOf<'running' | 'cooling' | 'blocked'> | OffBy<'business'>; readonly off: OnItsWay }
  | { readonly state: StateOf<'paused'>; readonly off: NothingOff | LeftOff | PutBack }
  | { readonly state: OffBy<'ad'> | StateOf<'dead'>; readonly off: NothingOff }
  | { readonly state: OffBy<'command'>; readonly off: Commanded }
  | { readonly state: OffBy<'stock' | 'caps'>; readonly off: Ruled }
  | { readonly state: OffBy<'hours'>; readonly off: Resting }
  | { readonly state: OffBy<'limit'>; readonly off: Limited }
  | { readonly state: StateOf<'stopped'>; readonly off: NothingOff | LeftOff };

/** What moves an ad off the market, or back, besides what moves its state. */
type OffEvent =
  /** A call that takes it offline is about to leave: its answer may be lost. */
  | { readonly type: 'leaves' }
  /** The service took the call, or a shadow desk meant it. */
  | { readonly type: 'left' }
  /** A read of an ad that the desk keeps off the market. */
  | { readonly type: 'seen'; readonly status: 'online' | 'offline'; readonly atMs: number }
  /** The service put it online, or a shadow desk meant it. */
  | { readonly type: 'back' }
  /** A shadow desk goes on in a mode that writes: what it took off by a rule it did in words only. */
  | { readonly type: 'shadow-ends'; readonly atMs: number };

export type StandingEvent = AdEvent | OffEvent;

type EventOf<Type extends StandingEvent['type']> = Extract<StandingEvent, { type: Type }>;

/** Of an ad that runs. */
export const runningAd: AdStanding = { state: { kind: 'running' }, off: nothingOff };

/**
 * Returns the standing after the event. Off the market by the desk, it comes back by the word of a person or by the end of
 * the rule that took it off; that the desk may have taken it off is remembered until the service has put it online.
 */
export function advanceStanding(standing: AdStanding, event: StandingEvent): AdStanding {
  switch (event.type) {
    case 'leaves':
      return isKept(standing) && standing.off.phase === 'due' ? inPhase(standing, 'leaving') : standing;
    case 'left':
      return isKept(standing) && standing.off.phase === 'leaving' ? inPhase(standing, 'off') : standing;
    case 'seen':
      return seen(standing, event);
    case 'back':
      return isKept(standing)
        ? keptOff(standing.state, { phase: 'due', comesBack: false })
        : placed(standing.state, nothingOff);
    case 'shadow-ends':
      return shadowEnded(standing, event);
    default:
      return moved(standing, event);
  }
}

/** The merchant put it online in the app, and took it off again although the desk did not: it is his from then on. */
function seen(standing: AdStanding, { status, atMs }: EventOf<'seen'>): AdStanding {
  if (!isKept(standing) || standing.off.phase === 'due') return standing;
  const { state, off } = standing;
  if (status === 'offline') {
    if (state.cause === 'command' || off.phase !== 'back-in-app') return inPhase(standing, 'off');
    const back = advanceAd(state, { type: 'put-back', atMs });
    return placed(advanceAd(back, { type: 'offline', cause: 'ad', atMs }), nothingOff);
  }
  if (!isShownOff(off)) return standing;
  return inPhase(standing, off.phase === 'off' ? 'doubtful' : 'back-in-app');
}

/** What a person said holds in the next mode, and is really done there. */
function shadowEnded({ state, off }: AdStanding, { atMs }: EventOf<'shadow-ends'>): AdStanding {
  const isByRule = isTakenOff(state) && state.cause !== 'command';
  const kept = isByRule ? advanceAd(state, { type: 'put-back', atMs }) : state;
  return placed(kept, isPutBack(off) ? putBack(nothingOff) : nothingOff);
}

function moved(standing: AdStanding, event: AdEvent): AdStanding {
  const { state: before, off } = standing;
  const state = advanceAd(before, event);
  switch (event.type) {
    case 'pause':
      // Outside its hours a pause takes back that it was to come with them: no one looks at the price of a paused ad.
      if (isTakenOff(state) && isKept(standing)) return keptOff(state, { phase: standing.off.phase, comesBack: false });
      return placed(state, off);
    case 'put-back':
      return before.kind === 'offline' || before.kind === 'paused' ? placed(state, putBack(off)) : standing;
    case 'take-off':
      return placed(state, off);
    case 'restocked':
      return state === before ? standing : placed(state, returned(off, true));
    case 'offline':
      return foundOff(standing, { state, event });
    default:
      return state === before ? standing : placed(state, off);
  }
}

/** The call of a limit has left already, also where a person's word came before its answer. */
function foundOff(standing: AdStanding, { state, event }: { state: AdState; event: EventOf<'offline'> }): AdStanding {
  const { state: before, off } = standing;
  switch (event.cause) {
    case 'limit':
      if (state === before && isTakenOff(state)) return advanceStanding(standing, { type: 'leaves' });
      return placed(state, off.phase === 'put-back' ? putBack({ phase: 'left' }) : { phase: 'left' });
    case 'stock':
    case 'caps':
      return isTakenOff(before) ? standing : placed(state, left(off));
    case 'ad':
      // What the desk took off, and what a person wants back, is not the merchant's.
      return off.phase === 'none' && state !== before ? placed(state, off) : standing;
    case 'business':
      return state === before ? standing : placed(state, off);
  }
}

/** Returns the standing in a state that was just entered, with what is remembered of the one before. */
function placed(state: AdState, off: OffMarket): AdStanding {
  switch (state.kind) {
    case 'running':
    case 'cooling':
    case 'blocked':
      return { state, off: onItsWay(off) };
    case 'paused':
      return { state, off: isPutBack(off) ? putBack(off) : left(off) };
    case 'dead':
      return { state, off: nothingOff };
    case 'stopped':
      return { state, off: left(off) };
    case 'offline':
      if (state.cause === 'business') return { state, off: onItsWay(off) };
      if (state.cause === 'ad') return { state, off: nothingOff };
      return keptOff(state, { phase: mayBeOff(off) ? 'leaving' : 'due', comesBack: isPutBack(off) });
  }
}

function onItsWay(off: OffMarket): OnItsWay {
  if (isPutBack(off)) return putBack(off);
  return off.phase === 'returning' ? off : returned(off, false);
}

const returned = (off: OffMarket, isRuled: boolean): OnItsWay =>
  mayBeOff(off) ? { phase: 'returning', isRuled } : nothingOff;

const putBack = (off: OffMarket): PutBack => ({ phase: 'put-back', wasTaken: mayBeOff(off) });

const left = (off: OffMarket): NothingOff | LeftOff => (mayBeOff(off) ? { phase: 'left' } : nothingOff);

/** Returns the standing of an ad that the desk keeps off the market. */
function keptOff(state: DeskOff, { phase, comesBack }: { phase: KeptOff['phase']; comesBack: boolean }): AdStanding {
  switch (state.cause) {
    case 'hours':
      return { state, off: { phase, comesBack } };
    case 'stock':
    case 'caps':
      return { state, off: { phase } };
    case 'command':
      // Where a person keeps it off, one read is enough to ask him.
      return { state, off: { phase: phase === 'doubtful' ? 'back-in-app' : phase } };
    case 'limit':
      return { state, off: { phase: 'off' } };
  }
}

function inPhase({ state, off }: KeptStanding, phase: KeptOff['phase']): AdStanding {
  return keptOff(state, { phase, comesBack: isPutBack(off) });
}

type KeptStanding = Extract<AdStanding, { readonly off: KeptOff }>;

function isKept(standing: AdStanding): standing is KeptStanding {
  return isTakenOff(standing.state);
}

/** Returns what is shown of it; null: it is on the market, or who took it off was not this desk. */
export function shownOff({ state, off }: AdStanding): ShownOff | null {
  switch (off.phase) {
    case 'none':
      return null;
    case 'left':
      // What a desk leaves behind that is stopped: the next one may put it back.
      return state.kind === 'stopped' ? 'off' : null;
    case 'returning':
    case 'put-back':
      return state.kind === 'running' || state.kind === 'paused' ? 'returning' : null;
    case 'due':
    case 'leaving':
      return 'leaving';
    case 'off':
    case 'doubtful':
      return 'off';
    case 'back-in-app':
      return 'back-in-app';
  }
}
