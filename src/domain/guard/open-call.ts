import { keptName } from '../kept-text.ts';
import { callOpenMs, type GuardMemory } from './guard-memory.ts';

/** A call that the guard permitted; `openMs` where the worker that sent it may take longer than a minute. */
interface PermittedCall {
  readonly atMs: number;
  readonly openMs?: number | undefined;
}

/** Returns when a permitted call shows in reads, or never will; `askedMs` is what the worker that asks allows for. */
export function openUntilMs({ atMs, openMs = 0 }: PermittedCall, askedMs = 0): number {
  return atMs + Math.max(callOpenMs, openMs, askedMs);
}

/** The release of an order that the guard permitted and no one gave back: it may have left. */
export interface PermittedRelease {
  readonly atMs: number;
  /** By then it shows in reads, or never will. */
  readonly untilMs: number;
}

/** Returns the last release of an order that the guard permitted and that was not given back, or null. */
export function permittedRelease(
  { releases }: Pick<GuardMemory, 'releases'>,
  orderNumber: string,
): PermittedRelease | null {
  const name = keptName(orderNumber);
  const release = releases.findLast((one) => one.orderNumber === name);
  return release === undefined ? null : { atMs: release.atMs, untilMs: openUntilMs(release) };
}
