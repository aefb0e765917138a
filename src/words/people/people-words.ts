/** What is said of people: what was with them before, and why an order of theirs is held when it arrives. */
import type { DealingCounts } from '../../domain/people/dealing.ts';
import type { ArrivalReason } from '../../domain/people/arrival.ts';
import type { TransferRefusal } from '../../domain/people/assignment.ts';
import { amountText } from '../amount-words.ts';
import { moment } from '../moment.ts';

/** "3 orders: 2 completed, 1 cancelled; sold for 900 BOB". */
export function dealingsText({ orders, running, completed, cancelled, appealed, sums }: DealingCounts): string {
  if (orders === 0) return 'no order that this desk has carried';
  const counts = [
    [running, 'running'],
    [completed, 'completed'],
    [cancelled, 'cancelled'],
    [appealed, appealed === 1 ? 'was in appeal' : 'were in appeal'],
  ] as const;
  const parts = counts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  const totals = sums.map(
    ({ side, total, fiat }) => `${side === 'SELL' ? 'sold' : 'bought'} for ${amountText(total)} ${fiat}`,
  );
  return `${orders} ${orders === 1 ? 'order' : 'orders'}: ${[parts.join(', '), ...totals].join('; ')}`;
}

/** Of the hold of an order of who is blocked, new or in a cooldown. */
export const arrivalHoldNote = 'held when it arrived, because of its person';

/** Returns why an order was held when it arrived. */
export function arrivalText(reason: ArrivalReason): string {
  const look = 'look, then `peerdesk order unhold` lets it go on';
  if (reason.kind === 'cooldown')
    return `an order of this person was cancelled or appealed lately, and one that arrives until ${moment(reason.untilMs)} is held: ${look}`;
  const { total, cap, fiat } = reason;
  const most = cap === null ? `no ${fiat} are allowed` : `${amountText(cap)} ${fiat} are the most`;
  return `this person has finished no order with you, ${most} for a first one, and this is of ${amountText(total)} ${fiat}: ${look}`;
}

/** Returns why a transfer that a person reports does not count. */
export function transferRefusalText(refusal: TransferRefusal): string {
  if (refusal.code === 'order-taken')
    return `${refusal.assignee} has it until ${moment(refusal.untilMs)}: ask who has paid; nothing was reported`;
  return `this transfer pays order ${refusal.orderNumber} of ${refusal.account} already: look at your bank; nothing was reported`;
}
