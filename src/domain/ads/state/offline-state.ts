import type { AllFull } from '../../caps/caps-decision.ts';
import type { Bound } from '../../pricing/bound.ts';
import type { ShortStock } from '../inventory.ts';

/** Why the service refuses every price of a merchant (83229, 83230). */
export type BusinessRest = 'closed' | 'break';

/**
 * Why someone took an ad off the market. said: in his own words. switch: the kill switch of the ads is engaged, with the
 * words of who engaged it, if they are known. limits-mistyped, guard-hits: the ad pauses itself.
 */
export type TakeOffReason =
  | { readonly code: 'said'; readonly text: string }
  | { readonly code: 'unsaid' | 'paused' | 'limits-mistyped' }
  | { readonly code: 'switch'; readonly text: string | null }
  | { readonly code: 'guard-hits'; readonly hits: number; readonly withinMs: number };

/** What the service or a rule keeps off the market. A note of null is not known. */
type FoundWhy =
  /** The service refuses prices because the merchant's business is closed or on a break. */
  | { readonly cause: 'business'; readonly business: BusinessRest }
  /** The merchant took the ad offline at the service. */
  | { readonly cause: 'ad' }
  /** The desk took it offline, by the ad's rules, because a limit bound it. */
  | { readonly cause: 'limit'; readonly bound: Bound }
  /** The same because there is too little to sell; it puts it back. */
  | { readonly cause: 'stock'; readonly note: ShortStock | null }
  /** The same because every payment method has reached its cap. */
  | { readonly cause: 'caps'; readonly note: AllFull | null };

/** Why an ad is off the market; `src/words` says it. */
export type OfflineWhy =
  | FoundWhy
  /** Someone commanded the desk to take it offline. */
  | { readonly cause: 'command'; readonly by: string; readonly reason: TakeOffReason }
  /** It is outside its active hours. */
  | { readonly cause: 'hours' };

type OfflineCause = OfflineWhy['cause'];

/** What takes an ad off the market by its rules, and puts it back by itself. */
export type RuledWhy = Extract<FoundWhy, { cause: 'stock' | 'caps' }>;

/** A human's pause, or its own. */
export interface Pause {
  readonly by: string;
  readonly sinceMs: number;
}

/** An ad that is off the market, or is being taken off it. Plain JSON. */
export type OfflineState = OfflineWhy & {
  readonly kind: 'offline';
  readonly sinceMs: number;
  /** A human is asked about it although someone decided it; absent: no. */
  readonly urgent?: boolean;
  /** It was paused, too, and still is when it is put online; absent: it was not. */
  readonly paused?: Pause;
};

/** What the service or a rule reports. */
export type OfflineEvent = FoundWhy & { readonly type: 'offline'; readonly atMs: number };

/** Someone takes the ad off the market: the strongest reason to be offline. */
export interface TakeOffEvent {
  readonly type: 'take-off';
  readonly by: string;
  readonly reason: TakeOffReason;
  /** Whether a human is asked about it. */
  readonly urgent: boolean;
  /** Whether it is paused with it. */
  readonly pauses: boolean;
  readonly atMs: number;
}

/** Returns the state of an ad that the service or a rule takes off the market. */
export function foundOffline({ type: _type, atMs, ...why }: OfflineEvent): OfflineState {
  return { kind: 'offline', ...why, sinceMs: atMs };
}

type DesksCause = Exclude<OfflineCause, 'business' | 'ad'>;

/** An ad that the desk takes off the market, or keeps off it. */
export type DeskOff = Extract<OfflineState, { readonly cause: DesksCause }>;

/** Reports whether the desk takes an ad offline for that cause, in contrast to the service or the merchant in the app. */
export function isDesksOwn(cause: OfflineCause): cause is DesksCause {
  return cause === 'command' || cause === 'limit' || cause === 'hours' || isRuled(cause);
}

/** Reports whether an ad that is off the market for that cause comes back by itself once its rules allow it. */
export function isRuled(cause: OfflineCause): cause is RuledWhy['cause'] {
  return cause === 'stock' || cause === 'caps';
}

/** Returns the state of an ad that someone takes off the market; `before` is the pause that it was in. */
export function takenOff({ by, reason, urgent, pauses, atMs }: TakeOffEvent, before: Pause | undefined): OfflineState {
  const paused = before ?? (pauses ? { by, sinceMs: atMs } : undefined);
  const rest = { ...(urgent ? { urgent } : {}), ...(paused === undefined ? {} : { paused }) };
  return { kind: 'offline', cause: 'command', by, reason, sinceMs: atMs, ...rest };
}

/** Returns the state of an ad that is outside its hours; `paused` is the pause that it was in, and stays in. */
export function outsideHours(sinceMs: number, paused: Pause | undefined): OfflineState {
  const rest = paused === undefined ? {} : { paused };
  return { kind: 'offline', cause: 'hours', sinceMs, ...rest };
}
