/**
 * When a watchdog may conclude that no one looks at the market any more: pure, and without a comparison of two machines'
 * clocks. What counts is that the mark of the last look has not moved for as long as the watchdog has itself watched,
 * without a gap (ADR 0034).
 */

/** Who has set the mark at the guard. */
export const watchdogSender = 'watchdog';

/** What one look at the desk saw. */
export interface DeskSight {
  /** The mark of the desk's last look at a market; null: it has never looked. */
  readonly lookedAtMs: number | null;
  /** Whether a kill switch held the prices at the last look: they stand still on purpose. */
  readonly isHeld: boolean;
  /** How many ads the desk is to keep priced: those that a person paused or that are offline do not count. */
  readonly ads: number;
}

/** One look at the desk, at its moment by both clocks. */
export interface Sight {
  /** Steady: it never steps, but stands still with a machine that is suspended. */
  readonly elapsedMs: number;
  readonly wallMs: number;
  /** null: Temporal did not answer, so nothing is known. */
  readonly desk: DeskSight | null;
}

/** Why the watch began, or began again: until it has lasted, nothing is concluded. */
type WatchBeginning = 'start' | 'gap' | 'clock' | 'temporal' | 'look' | 'nothing-to-watch';

export interface DeadManWatch {
  readonly beganBy: WatchBeginning;
  /** Since when it has been watched without a gap, and without a look of the desk, by the steady clock. */
  readonly beganAtMs: number;
  readonly last: Pick<Sight, 'elapsedMs' | 'wallMs'>;
  /** The newest mark that was seen; null: none ever was. */
  readonly lookedAtMs: number | null;
  /** Whether, as far as is known, there is an ad whose price may move. */
  readonly hasWork: boolean;
}

interface DeadManLimits {
  /** So long without a look, and the ads go offline. */
  readonly limitMs: number;
  /** Two sights further apart than this are no watch: the watchdog itself stood still. */
  readonly gapMs: number;
}

/** A step of the wall clock beyond this is a jump, or a machine that was suspended. */
const maxStepMs = 2_000;

/** Returns the limits for a setting: a watchdog that stood still for a third of the time has not watched. */
export function deadManLimits(limitMs: number): DeadManLimits {
  return { limitMs, gapMs: Math.ceil(limitMs / 3) };
}

/** How often the desk is looked at: often enough that a gap is no accident of a busy machine. */
export function sightIntervalMs(limitMs: number): number {
  return Math.max(250, Math.min(15_000, Math.floor(limitMs / 20)));
}

const nothingSeen = { beganBy: 'start', lookedAtMs: null, hasWork: false } as const;

/** Returns the watch after a sight; null: before the first one. */
export function watchOn(watch: DeadManWatch | null, sight: Sight, { gapMs }: DeadManLimits): DeadManWatch {
  const { elapsedMs, wallMs, desk } = sight;
  const before = watch ?? { ...nothingSeen, beganAtMs: elapsedMs, last: sight };
  const beganBy = watch === null ? 'start' : beginning(watch, sight, gapMs);
  return {
    ...(beganBy === null ? before : { beganBy, beganAtMs: elapsedMs }),
    last: { elapsedMs, wallMs },
    // A lead that has not looked yet says nothing of it: what was seen before counts.
    lookedAtMs: desk?.lookedAtMs ?? before.lookedAtMs,
    hasWork: desk === null ? before.hasWork : hasWork(desk),
  };
}

/** Why the watch begins with this sight; null: it goes on. */
function beginning(watch: DeadManWatch, { elapsedMs, wallMs, desk }: Sight, gapMs: number): WatchBeginning | null {
  const { last } = watch;
  const passedMs = elapsedMs - last.elapsedMs;
  if (Math.abs(wallMs - last.wallMs - passedMs) > maxStepMs) return 'clock';
  if (passedMs > gapMs) return 'gap';
  if (desk === null) return 'temporal';
  if (!hasWork(desk)) return 'nothing-to-watch';
  return desk.lookedAtMs !== null && desk.lookedAtMs !== watch.lookedAtMs ? 'look' : null;
}

/** Whether an ad is to be priced, and may be. */
export const hasWork = ({ ads, isHeld }: DeskSight): boolean => ads > 0 && !isHeld;

/**
 * Returns how long the watch still has to last before the ads go offline, in ms: 0 or less, they do. null: there is
 * nothing to conclude from, because the desk has never looked, or has nothing to look at.
 */
export function leftMs(watch: DeadManWatch, { limitMs }: DeadManLimits): number | null {
  const { beganAtMs, last, lookedAtMs } = watch;
  if (lookedAtMs === null || !watch.hasWork) return null;
  return beganAtMs + limitMs - last.elapsedMs;
}
