/** How far the desk is with taking an ad off the market, or with putting it back: what an ad's standing remembers of it. */

interface Phase<Name extends string> {
  readonly phase: Name;
}

/** The desk has nothing under way: where the ad is, is the service's or the merchant's word. */
export type NothingOff = Phase<'none'>;

/** The desk took it off, and leaves it there: beside a pause, and where it is stopped. */
export type LeftOff = Phase<'left'>;

/** The desk took it off, and puts it online again. `isRuled`: its stock or its caps ask for it, so no one looks at its price. */
interface Returning extends Phase<'returning'> {
  readonly isRuled: boolean;
}

/** A person said to put it online: as soon as the service accepts it. `wasTaken`: the desk may have taken it off before. */
export interface PutBack extends Phase<'put-back'> {
  readonly wasTaken: boolean;
}

/** Of an ad that is neither kept off by the desk nor at its end. */
export type OnItsWay = NothingOff | Returning | PutBack;

/** A person keeps it off. In 'back-in-app' the merchant has put it online in the app, where it stands unpriced. */
export type Commanded = Phase<
  /** Decided, and no call has left. */
  | 'due'
  /** A call may have left: from here on only the desk puts it back. No answer or read has shown it offline. */
  | 'leaving'
  | 'off'
  | 'back-in-app'
>;

/**
 * Its stock or its caps keep it off. 'doubtful': a read has shown it online once. The reads of a service lag behind its writes,
 * so a second one makes it the merchant's word.
 */
export type Ruled = Phase<Commanded['phase'] | 'doubtful'>;

/** Its hours keep it off. `comesBack`: a person said to put it online, so it comes with them although it is paused. */
export type Resting = Ruled & { readonly comesBack: boolean };

/** A limit keeps it off, since the service took the call. */
export type Limited = Phase<'off'>;

export type KeptOff = Commanded | Ruled | Resting | Limited;

export type OffMarket = OnItsWay | LeftOff | KeptOff;

/** What is shown of it. A stopped one is 'off' when it was left so. */
export type ShownOff = 'leaving' | 'off' | 'back-in-app' | 'returning';

export const nothingOff: NothingOff = { phase: 'none' };

/** Reports whether this desk may have taken the ad offline, and has not put it online again. */
export function mayBeOff(off: OffMarket): boolean {
  return off.phase === 'put-back' ? off.wasTaken : off.phase !== 'none' && off.phase !== 'due';
}

/** Reports whether a person has said to put it online. */
export function isPutBack(off: OffMarket): boolean {
  return off.phase === 'put-back' || ('comesBack' in off && off.comesBack);
}

/** Reports whether a read or the service's answer has shown the ad offline since it was decided. */
export function isShownOff({ phase }: OffMarket): boolean {
  return phase === 'off' || phase === 'doubtful' || phase === 'back-in-app';
}
