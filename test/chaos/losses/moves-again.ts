/** How a case ends: money moves, and not on what was used. */
import { until } from '../storm/storm-world.ts';
import type { DeskDay, Sale } from './desk-day.ts';
import type { LossesWorld } from './losses-world.ts';

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

/** A time as a figure of a case. */
export const secondsOf = (ms: number): number => Math.round(ms / 100) / 10;

/** Waits for a message with a need of this kind; returns when it came. */
export async function heard({ notices }: LossesWorld, kind: RegExp): Promise<number> {
  const found = await until(
    `a message of ${kind}`,
    async () => notices.received.find(({ message: { needs } }) => needs.some((need) => kind.test(need.kind))),
    (message) => message !== undefined,
  );
  return found?.atMs ?? 0;
}
