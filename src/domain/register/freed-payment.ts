/** Whether a person may free a payment that an order holds: its release was not done, and the payment is another order's. */
import type { StepRow } from './step-row.ts';

/** How a payment that a person has freed is marked: it never backs that order again. */
export const freedByPerson = 'freed by a person';

/** Why no payment of an order is free. */
export type FreeingRefusal =
  | { readonly code: 'release-not-ended'; readonly state: Exclude<StepRow['state'], 'not-done' | 'not-left'> }
  | { readonly code: 'release-not-disproved' | 'released-again' };

/**
 * Returns why no payment of an order is free, or null: every release of it has ended, by reads that do not show it, and
 * the newest is the one that was shown.
 */
export function freeingRefusal(rows: readonly StepRow[], attempt: number): FreeingRefusal | null {
  const open = rows.map(({ state }) => state).find((state) => state !== 'not-done' && state !== 'not-left');
  if (open !== undefined) return { code: 'release-not-ended', state: open };
  if (!rows.some(({ state }) => state === 'not-done')) return { code: 'release-not-disproved' };
  return rows.at(-1)?.number === attempt ? null : { code: 'released-again' };
}
