/** Whether a person may free a payment that an order holds: its release was not done, and the payment is another order's. */
import type { StepRow } from './step-row.ts';

/** How a payment that a person has freed is marked: it never backs that order again. */
export const freedByPerson = 'freed by a person';

const openTexts: Readonly<Record<Exclude<StepRow['state'], 'not-done' | 'not-left'>, string>> = {
  asked: 'a release of the order is on its way',
  leaving: 'a release of the order may have left, and no reads have ended it yet',
  done: 'the release of the order is done',
};

/**
 * Returns why no payment of an order is free, or null: every release of it has ended, by reads that do not show it, and
 * the newest is the one that was shown.
 */
export function freeingRefusal(rows: readonly StepRow[], attempt: number): string | null {
  const open = rows.map(({ state }) => state).find((state) => state !== 'not-done' && state !== 'not-left');
  if (open !== undefined) return `${openTexts[open]}: its payment stays with it`;
  if (!rows.some(({ state }) => state === 'not-done'))
    return 'reads have shown of no release of the order that it was not done: its payment stays with it';
  return rows.at(-1)?.number === attempt ? null : 'the order was tried again since it was shown: look again';
}
