/** What the activities of a watchdog take and give. Plain JSON; workflows import these as types only. */

/** Why a watch of the desk ended. */
export type WatchLooksVerdict =
  | { kind: 'period-over' }
  /** No look for the limit: `lookedAtMs` is the mark of the last one. */
  | { kind: 'no-looks'; lookedAtMs: number };

export interface JudgeActInput {
  /** The mark of the last look, as the watch saw it: another one now means that the desk looks again. */
  lookedAtMs: number;
  /** A ban that a call of a watchdog met: it holds for its successor, too. */
  banUntilMs: number | null;
}

export type ActVerdict =
  | { kind: 'looks-again' }
  /** No ad that the desk keeps is online at the service. */
  | { kind: 'nothing-online' }
  /** A shadow desk: what would be done was recorded. */
  | { kind: 'intended'; ads: number }
  /** It must not, or cannot, call at present. Words of our own. */
  | { kind: 'prevented'; why: string; retryMs: number; banUntilMs: number | null }
  | { kind: 'act'; adNumbers: string[] };

export interface SetMarkInput {
  lookedAtMs: number;
}

/** looks-again: the desk has come back since the question, and nothing was marked. */
export type MarkReceipt = { kind: 'marked' | 'looks-again' };

export interface TakeAllOfflineInput {
  adNumbers: readonly string[];
  banUntilMs: number | null;
}

export type TakeAllOfflineOutcome =
  /** A person has opened the switch meanwhile: what is online now is online on purpose. */
  | { kind: 'reopened' }
  /** `left`: still online at the last read, or not known. */
  | { kind: 'done'; left: string[]; why: string | null; retryMs: number; banUntilMs: number | null };

export interface TellActInput {
  /** offline: they are; left: some are still online; prevented: it may not call. */
  kind: 'offline' | 'left' | 'prevented';
  ads: number;
  lookedAtMs: number;
  sinceMs: number;
}

/** The heartbeat of a watch over the desk. */
export interface WatchdogHeartbeat {
  /** How long until the ads go offline, in ms; null: there is nothing to conclude from. */
  leftMs: number | null;
  /** Why the watch began to count. */
  since: string;
  lookedAtMs: number | null;
  ads: number | null;
  atMs: number;
}
