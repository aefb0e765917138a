import { condition, isCancellation } from '@temporalio/workflow';
import { reads } from '../kit/activity-proxies.ts';
import { failureFacts } from '../kit/failure-facts.ts';
import { noteRead, remember, waitFor } from './order-desk.ts';
import type { OrderDesk } from './order-desk.ts';

/** Slack after a deadline of the service before the order is read again: its own clock and lag. */
export const deadlineSlackMs = 5_000;
/** A look at the order when nothing was heard for so long, whatever the reason. */
export const quietRecheckMs = 15 * 60_000;
/** A look at an order that should move by itself soon. */
export const soonRecheckMs = 15_000;

/** Reads the order afresh and takes what it says. */
export async function refresh(desk: OrderDesk): Promise<void> {
  desk.stale = false;
  const { account, orderNumber } = desk.input;
  const order = await readOrBlock(desk, () => reads(account, 'Reading the order').readOrder({ orderNumber }));
  if (order === null) desk.stale = true;
  else noteRead(desk, order);
}

/**
 * Runs a read. One that the service refuses for good (a key that was revoked, say) does not end the order: it is shown
 * and waited out, and null says that nothing was read. Rejects with what is no exchange failure.
 */
export async function readOrBlock<T>(desk: OrderDesk, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    const facts = failureFacts(error);
    if (isCancellation(error) || facts === null) throw error;
    const waitMs = facts.retryAfterMs ?? desk.settings.businessBlockMs;
    const text = `${facts.category}: ${facts.message}`;
    remember(desk, { lastProblem: text });
    waitFor(desk, { reason: 'blocked', why: text, untilMs: Date.now() + waitMs });
    await heardWithin(desk, waitMs, `Blocked: ${facts.category}`);
    return null;
  }
}

/**
 * Waits for an event or a command, at most so long; then reads the order again, because silence proves nothing.
 * Gives true when something was heard.
 */
export async function heardWithin(desk: OrderDesk, waitMs: number, summary: string): Promise<boolean> {
  const { revision } = desk;
  const heard = await condition(() => desk.revision !== revision, Math.max(1, waitMs), { summary });
  if (!heard) desk.stale = true;
  return heard;
}

/** How long until a deadline of the service plus slack; a recheck interval once it has passed or is not known. */
export function untilDeadlineMs(deadlineMs: number | null | undefined): number {
  if (deadlineMs === null || deadlineMs === undefined) return quietRecheckMs;
  const waitMs = deadlineMs + deadlineSlackMs - Date.now();
  return waitMs > 0 ? waitMs : soonRecheckMs;
}
