/** What is said of people: what was with them before, and why an order of theirs is held when it arrives. */
import type { DealingCounts } from '../../domain/people/dealing.ts';
import type { ArrivalReason } from '../../domain/people/arrival.ts';
import type { TransferRefusal } from '../../domain/people/assignment.ts';
import { amountText } from '../amount-words.ts';
import { blockedText } from '../check-words.ts';
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

/** Of the hold of an order while it is not known who its person is. */
export const unknownPersonNote =
  'the register or the guard does not answer, and whether this person may be dealt with is not known yet: it is looked up again';

/** Returns why a sale is held when it arrives, and what follows; it is the note of its hold. */
export function arrivalNote(reason: ArrivalReason): string {
  if (reason.kind === 'unknown') return unknownPersonNote;
  return `it arrived, and ${personText(reason)}: look, and unhold it to go on; what is approved counts only after that`;
}

/** Returns what the desk knows of an order's person. */
export function personText(reason: Exclude<ArrivalReason, { kind: 'unknown' }>): string {
  switch (reason.kind) {
    case 'blocked':
      return blockedText(reason);
    case 'cooldown':
      return `an order of this person was cancelled or appealed lately, so that those until ${moment(reason.untilMs)} are held`;
    case 'first-order': {
      const { total, cap, fiat } = reason;
      const most = cap === null ? `no ${fiat} are allowed` : `${amountText(cap)} ${fiat} are the most`;
      return `this person has finished no order with you: ${most} for a first one, and these are ${amountText(total)} ${fiat} with what runs`;
    }
  }
}

/** Returns why a transfer that a person reports does not count. */
export function transferRefusalText(refusal: TransferRefusal): string {
  if (refusal.code === 'order-taken')
    return `${refusal.assignee} has it until ${moment(refusal.untilMs)}: nothing was reported; where you have paid, report it with --despite holder`;
  return `this transfer pays order ${refusal.orderNumber} of ${refusal.account} already: nothing was reported; look at your bank, and where that one is mistyped, add --despite reference`;
}
