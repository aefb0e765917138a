/** How a case ends: money moves, and not on what was used. */
import type { DeskDay, Sale } from './desk-day.ts';

/** What a case says beside the ledger. */
export type Told = Record<string, number>;

/** How long an order that must wait is watched. */
export const watchedMs = 5_000;

/** The desk has to move money again, and still not on what was used. */
export async function movesAgain(day: DeskDay, used: readonly Sale[]): Promise<void> {
  const again = await Promise.all(used.map((sale) => day.reuse(sale, 'its payment was used before')));
  const next = await day.sellNew();
  await day.untilAllowed(next, ...day.good);
  await day.stay(watchedMs, ...again);
}
