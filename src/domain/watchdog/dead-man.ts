/**
 * When a watchdog may conclude that no one looks at the market any more: pure, and without a comparison of two machines'
 * clocks. What counts is that the mark of the last look was not seen to move for as long as the watchdog has itself watched,
 * without a gap: because it stood still, or because Temporal did not answer (ADR 0034).
 */

/** What one look at the desk saw. */
export interface DeskSight {
  /** The mark of the desk's last look at a market; null: it has never looked. */
  readonly lookedAtMs: number | null;
  /** Whether a kill switch held the prices at the last look: they stand still on purpose. */
  readonly isHeld: boolean;
  /** The ads that the desk is to keep priced: those that a person paused or that are offline do not count. */
  readonly ads: readonly unknown[];
}

/** Why a look at the desk showed nothing: no answer came, or one that says nothing, such as a refused key. */
export type Unseen = 'silent' | 'unread';

/** A moment by both clocks. */
interface Moment {
  /** Steady: it never steps, but stands still with a machine that is suspended. */
  readonly elapsedMs: number;
  readonly wallMs: number;
}

/** One look at the desk, at its moment. */
export interface Sight extends Moment {
  readonly desk: DeskSight | Unseen;
}

/** Why the watch began, or began again: until it has lasted, nothing is concluded. */
type WatchBeginning = 'start' | 'gap' | 'clock' | 'unread' | 'look' | 'nothing-to-watch';

export interface DeadManWatch {
  readonly beganBy: WatchBeginning;
  /** Since when it has been watched without a gap, and without a look of the desk, by the steady clock. */
  readonly beganAtMs: number;
  readonly last: Moment;
  /** The newest mark that was seen; null: none ever was. */
  readonly lookedAtMs: number | null;
  /** The last look had no answer. */
  readonly isSilent: boolean;
  /** When Temporal answered again in this watch, by the steady clock; null: it was not silent. */
  readonly answeredAtMs: number | null;
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

/** How long a look at the desk waits for its answer: a server that says nothing must not make a gap. */
export function deskAnswerMs(limitMs: number): number {
  return Math.min(5_000, Math.floor(limitMs / 8));
}

/** Returns the watch that begins at a moment; `known`: what the desk showed last, as an earlier process kept it. */
export function beginWatch(last: Moment, known: DeskSight | null): DeadManWatch {
  return {
    beganBy: 'start',
    beganAtMs: last.elapsedMs,
    last,
    lookedAtMs: known?.lookedAtMs ?? null,
    isSilent: false,
    answeredAtMs: null,
    hasWork: known !== null && hasWork(known),
  };
}

/** Returns the watch after a sight. A look without an answer is no look of the desk: the watch goes on. */
export function watchOn(watch: DeadManWatch, sight: Sight, { gapMs }: DeadManLimits): DeadManWatch {
  const { elapsedMs, wallMs, desk } = sight;
  const beganBy = beginning(watch, sight, gapMs);
  const isSilent = desk === 'silent';
  const answeredAtMs = watch.isSilent && !isSilent ? elapsedMs : watch.answeredAtMs;
  const seen = typeof desk === 'object' ? desk : null;
  return {
    ...(beganBy === null ? { ...watch, answeredAtMs } : { beganBy, beganAtMs: elapsedMs, answeredAtMs: null }),
    last: { elapsedMs, wallMs },
    isSilent,
    // A lead that has not looked yet says nothing of it: what was seen before counts.
    lookedAtMs: seen?.lookedAtMs ?? watch.lookedAtMs,
    hasWork: seen === null ? watch.hasWork : hasWork(seen),
  };
}

/** Why the watch begins with this sight; null: it goes on. */
function beginning(watch: DeadManWatch, { elapsedMs, wallMs, desk }: Sight, gapMs: number): WatchBeginning | null {
  const { last } = watch;
  const passedMs = elapsedMs - last.elapsedMs;
  if (Math.abs(wallMs - last.wallMs - passedMs) > maxStepMs) return 'clock';
  if (passedMs > gapMs) return 'gap';
  if (desk === 'silent') return null;
  if (desk === 'unread') return 'unread';
  if (!hasWork(desk)) return 'nothing-to-watch';
  return hasLooked(desk, watch.lookedAtMs) ? 'look' : null;
}

/** Whether an ad is to be priced, and may be. */
const hasWork = ({ ads, isHeld }: DeskSight): boolean => ads.length > 0 && !isHeld;

/** Whether the desk has looked since that mark. */
export function hasLooked({ lookedAtMs }: DeskSight, before: number | null): boolean {
  return lookedAtMs !== null && lookedAtMs !== before;
}

/** Whether there is nothing to conclude against the desk: it has looked since that mark, or has nothing to look at. */
export function looksAgain(desk: DeskSight, before: number | null): boolean {
  return !hasWork(desk) || hasLooked(desk, before);
}

/**
 * Returns how long the watch still has to last before the ads go offline, in ms: 0 or less, they do. null: there is
 * nothing to conclude from, because the desk has never looked, or has nothing to look at. After a silence the desk has the
 * time of a gap to speak; a Temporal that comes and goes puts the act off by no more than that.
 */
export function leftMs(watch: DeadManWatch, { limitMs, gapMs }: DeadManLimits): number | null {
  const { beganAtMs, last, lookedAtMs, answeredAtMs } = watch;
  if (lookedAtMs === null || !watch.hasWork) return null;
  const spokenMs = answeredAtMs === null ? 0 : Math.min(answeredAtMs - beganAtMs, limitMs) + gapMs;
  return beganAtMs + Math.max(limitMs, spokenMs) - last.elapsedMs;
}
