/** A call that an earlier run of the workflow may have sent, and that no read has shown yet. */
import { workflowInfo } from '@temporalio/workflow';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { OrderMemory } from '../contract/order-contract.ts';
import { moment } from '../kit/details-text.ts';
import { wasReset } from '../kit/new-run.ts';

/**
 * True while the order was not read since an operator reset this run: what a person approves now may be an approval of
 * long ago, of an order that has changed since.
 */
export function isUnreadSinceReset({ readBy }: OrderMemory): boolean {
  return wasReset() && readBy !== workflowInfo().runId;
}

/**
 * The first read after a reset begins the time in which a call of the run before may still be unseen, as long as the
 * reads after a call without an answer; a read after that time ends it.
 */
export function earlierCallAfter(
  { readBy: before, earlierCall = null }: OrderMemory,
  { settings, readBy }: { settings: DeskSettings; readBy: string | null },
): { untilMs: number } | null {
  if (wasReset() && readBy === workflowInfo().runId && before !== readBy) {
    const { moneyStepBoundMs, moneyRecvWindowMs, moneySettleMs } = settings;
    return { untilMs: Date.now() + moneyStepBoundMs + moneyRecvWindowMs + moneySettleMs };
  }
  return earlierCall !== null && Date.now() >= earlierCall.untilMs ? null : earlierCall;
}

/**
 * Whether a call of an earlier run may have left that no read has shown: of an order at its gate, or one that is held
 * before its payment is reported; `untilMs` of null: it was not read since. Null: none may have.
 */
export function mayHaveLeft(memory: OrderMemory): { untilMs: number | null } | null {
  const { earlierCall = null, held, order, progress, wait } = memory;
  const isAtGate = progress.status === OrderStatus.PAID && order?.side === 'SELL' && wait.reason === 'release-gate';
  const isHeld = held !== null && (order === null || dueStatus[order.side] === progress.status);
  if (!isAtGate && !isHeld) return null;
  return isUnreadSinceReset(memory) ? { untilMs: null } : earlierCall;
}

/** The status in which the desk's own step is due. */
const dueStatus = { SELL: OrderStatus.PAID, BUY: OrderStatus.AWAITING_PAYMENT } as const;

/** Returns what a merchant reads while such a call may show, or null. */
export function earlierCallText(memory: OrderMemory): string | null {
  const open = mayHaveLeft(memory);
  if (open === null) return null;
  const until = open.untilMs === null ? 'the order is being read' : `the order is read until ${moment(open.untilMs)}`;
  return `an earlier ${stepOf(memory)} may have left, by a run of this workflow that was reset or ended: ${until}`;
}

/** The desk's own step in the order. */
export const stepOf = ({ order }: OrderMemory): string => (order?.side === 'BUY' ? 'payment notice' : 'release');

/** What a merchant reads until the order has ended: a release that is sent again, or approved again, is the second one. */
export function unseenReleaseText({ releaseGivenBack = false, progress }: OrderMemory): string | null {
  if (!releaseGivenBack || progress.status !== OrderStatus.PAID) return null;
  return 'a release of this order was sent, and no read has shown it: it may still show';
}
