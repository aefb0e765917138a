/**
 * business: the service refuses prices because the merchant's business is closed or on a break (83229, 83230). ad: the
 * merchant took the ad offline at the service. limit: the desk took it offline, by the ad's rules, because a limit
 * bound it. stock: the desk took it offline, by the ad's rules, because there is too little to sell, and puts it back.
 * caps: the same because every payment method has reached its cap. command: someone commanded the desk to take it offline. hours: it is outside its active hours.
 */
type OfflineCause = 'business' | 'ad' | 'limit' | RuledCause | 'command' | 'hours';

/** What takes an ad off the market by its rules, and puts it back by itself. */
export type RuledCause = 'stock' | 'caps';

/** A human's pause. */
export interface Pause {
  readonly by: string;
  readonly sinceMs: number;
}

/** An ad that is off the market, or is being taken off it. Plain JSON. */
export interface OfflineState {
  readonly kind: 'offline';
  readonly cause: OfflineCause;
  readonly reason: string;
  readonly sinceMs: number;
  /** Who decided it; absent: the service or a rule. */
  readonly by?: string;
  /** A human is asked about it although someone decided it; absent: no. */
  readonly urgent?: boolean;
  /** It was paused, too, and still is when it is put online; absent: it was not. */
  readonly paused?: Pause;
}

/** What the service or a rule reports. */
export interface OfflineEvent {
  readonly type: 'offline';
  readonly cause: Exclude<OfflineCause, 'command' | 'hours'>;
  readonly reason: string;
  readonly atMs: number;
}

/** Someone takes the ad off the market: the strongest reason to be offline. */
export interface TakeOffEvent {
  readonly type: 'take-off';
  readonly by: string;
  readonly reason: string;
  /** Whether a human is asked about it. */
  readonly urgent: boolean;
  /** Whether it is paused with it. */
  readonly pauses: boolean;
  readonly atMs: number;
}

/** Reports whether the desk takes an ad offline for that cause, in contrast to the service or the merchant in the app. */
export function isDesksOwn(cause: OfflineCause): boolean {
  return cause === 'command' || cause === 'limit' || cause === 'hours' || isRuled(cause);
}

/** Reports whether an ad that is off the market for that cause comes back by itself once its rules allow it. */
export function isRuled(cause: OfflineCause): cause is RuledCause {
  return cause === 'stock' || cause === 'caps';
}

/** Returns the state of an ad that someone takes off the market; `before` is the pause that it was in. */
export function takenOff({ by, reason, urgent, pauses, atMs }: TakeOffEvent, before: Pause | undefined): OfflineState {
  const paused = before ?? (pauses ? { by, sinceMs: atMs } : undefined);
  const rest = { ...(urgent ? { urgent } : {}), ...(paused === undefined ? {} : { paused }) };
  return { kind: 'offline', cause: 'command', reason, sinceMs: atMs, by, ...rest };
}

/** Returns the state of an ad that is outside its hours; `paused` is the pause that it was in, and stays in. */
export function outsideHours(sinceMs: number, paused: Pause | undefined): OfflineState {
  const rest = paused === undefined ? {} : { paused };
  return { kind: 'offline', cause: 'hours', reason: 'outside its active hours', sinceMs, ...rest };
}
