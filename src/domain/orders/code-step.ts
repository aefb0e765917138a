import { OwnFailure } from '../failures/own-failures.ts';

/** A second factor of one use. */
export interface OneTimeCode {
  readonly code: string;
  /** Number of its 30 s step since the epoch: the service burns a step with its first use, by any process. */
  readonly step: number;
}

/** How long a one-time code lives (RFC 6238), in ms. */
export const codeStepMs = 30_000;

/** Two clocks that both do their work are never this many steps apart. */
const maxDistance = 2;

/** Returns the step of the one-time code of a moment: the number of its 30 s since the epoch. */
export function codeStepAt(nowMs: number): number {
  return Math.floor(nowMs / codeStepMs);
}

/** The code of another time than the clock shows, or one that was used. */
type CodeStepRefusal =
  | {
      readonly reason: 'CLOCK_SKEW';
      readonly code: 'code-of-other-time';
      readonly step: number;
      readonly clockStep: number;
    }
  | { readonly reason: 'CODE_USED'; readonly code: 'code-used' };

/**
 * Returns why no call may leave with the one-time code of this step, or null. `nowMs` is the clock of the one who
 * decides; `lastStep` is the last step that left, null: none. A step more than two away from that clock was made by a
 * clock that is wrong, and would use up the codes of hours; a last step so far ahead of it does not count. I12.
 */
export function codeStepRefusal(step: number, nowMs: number, lastStep: number | null): CodeStepRefusal | null {
  if (!isNear(step, nowMs))
    return { reason: OwnFailure.CLOCK_SKEW, code: 'code-of-other-time', step, clockStep: codeStepAt(nowMs) };
  const last = countedStep(lastStep, nowMs);
  if (last === null || step > last) return null;
  return { reason: OwnFailure.CODE_USED, code: 'code-used' };
}

/**
 * Returns the last step that left, after a call with the code of `step` (null: without one) has left, or may have. One
 * of a wrong clock changes nothing.
 */
export function lastCodeStep(step: number | null, nowMs: number, lastStep: number | null): number | null {
  if (step === null || !isNear(step, nowMs)) return lastStep;
  return Math.max(step, countedStep(lastStep, nowMs) ?? step);
}

function isNear(step: number, nowMs: number): boolean {
  return Math.abs(step - codeStepAt(nowMs)) <= maxDistance;
}

/**
 * Returns the last step that was used, or null. What was kept by a clock that was ahead is forgotten: every code until then
 * would count as used.
 */
export function countedStep(lastStep: number | null, nowMs: number): number | null {
  return lastStep === null || lastStep > codeStepAt(nowMs) + maxDistance ? null : lastStep;
}
