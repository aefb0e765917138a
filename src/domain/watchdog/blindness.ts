/**
 * For how long a watchdog could not judge: pure. Whatever interrupts its watch begins the watch again, so what interrupts
 * it more often than the limit keeps it from ever acting; then a person has to look (ADR 0034).
 */
import { looksAgain, type Sight } from './dead-man.ts';

/** Kept over the watches of a process, because what interrupts it may end a watch as well. */
export interface Blindness {
  /** The last sight that showed how it stands, by the steady clock. */
  readonly sinceMs: number;
  readonly lastMs: number;
  /** The newest mark of a look that was seen; null: none ever was. */
  readonly lookedAtMs: number | null;
}

/** A person is notified when nothing could be concluded for so many times the limit. */
const limitsUntilReported = 3;

/** Returns the blindness after a sight; null: before the first one, or after a conclusion. */
export function blindnessOn(
  before: Blindness | null,
  { elapsedMs, desk: seen }: Pick<Sight, 'elapsedMs' | 'desk'>,
  limitMs: number,
): Blindness {
  const desk = typeof seen === 'object' ? seen : null;
  const lookedAtMs = desk?.lookedAtMs ?? before?.lookedAtMs ?? null;
  // Where this process has not watched for so long, another one may have, or there was nothing to judge.
  const isNew = before === null || elapsedMs - before.lastMs > limitMs;
  const isOver = isNew || (desk !== null && looksAgain(desk, before.lookedAtMs));
  return { sinceMs: isOver ? elapsedMs : before.sinceMs, lastMs: elapsedMs, lookedAtMs };
}

/** Returns how long it could not judge, in ms, when that is long enough to notify a person; else null. */
export function blindMs({ sinceMs, lastMs }: Blindness, limitMs: number): number | null {
  const ms = lastMs - sinceMs;
  return ms >= limitsUntilReported * limitMs ? ms : null;
}
