/** Attaching payments to an order, and taking them back. */
import { notAttached, withoutPayment } from '../../domain/orders/attached-payments.ts';
import { earlierThan, matchRefusal, type PaymentMatch } from '../../domain/orders/payment-match.ts';
import { isSameProof } from '../../domain/orders/payment-proof.ts';
import type { OrderMemory } from '../contract/order-contract.ts';
import type { AttachedMatch, DetachWord } from '../contract/order-messages.ts';
import { moment } from '../kit/details-text.ts';
import { isUnreadSinceReset } from './earlier-call.ts';
import { doneHow, type OrderRun } from './order-run.ts';
import { attachedTo } from './shown-payments.ts';

/** Returns why a payment cannot be attached now, or null. */
export function attachRefusal({ run: { memory } }: OrderRun, payment: PaymentMatch): string | null {
  return memory.order?.side === 'BUY'
    ? 'the desk buys here: no payment arrives'
    : matchRefusal(payment, attachedTo(memory));
}

/** Attaches a payment; who did it stays beside it, because a worker compares the payment alone. */
export function attach({ run }: OrderRun, { by, ...match }: AttachedMatch): void {
  const { memory } = run;
  const others = (memory.attachedBy ?? []).filter(({ proofId }) => !isSameProof(proofId, match.proofId));
  run.change({
    match,
    earlierMatches: earlierThan(match, attachedTo(memory)),
    attachedBy: [...others, { proofId: match.proofId, by: by ?? null, atMs: Date.now() }],
  });
}

/** Returns why a payment cannot be taken back now, or null. */
export function detachRefusal(order: OrderRun, { proofId }: DetachWord): string | null {
  return notAttached(attachedTo(order.run.memory), proofId) ?? claimRefusal(order);
}

/** A payment that a release has claimed, or may have, stays with its order. */
function claimRefusal(order: OrderRun): string | null {
  const { sending, undecided, permitted = null } = order.run.memory;
  if (sending?.name === 'release') return 'a release is on its way: try again when its end is known';
  if (undecided === 'release') return 'whether the release was executed is not known: `peerdesk order resolve` first';
  const done = doneHow(order, 'release');
  if (done !== null && done !== 'shadow') return 'the release has left, and claims its payments';
  if (permitted === null) return earlierRefusal(order.run.memory);
  return `a release was permitted at ${moment(permitted.atMs)}: its payments stay with this order`;
}

function earlierRefusal(memory: OrderMemory): string | null {
  if (isUnreadSinceReset(memory)) return 'this workflow was reset: try again when the order has been read';
  const { earlierCall = null } = memory;
  return earlierCall === null
    ? null
    : `an earlier release may have left: try again after ${moment(earlierCall.untilMs)}`;
}

/** Takes a payment back. Who approved may have added it up, so approvals are given again. */
export function detach({ run }: OrderRun, { proofId }: DetachWord): void {
  const { match, earlier } = withoutPayment(attachedTo(run.memory), proofId);
  const attachedBy = (run.memory.attachedBy ?? []).filter((one) => !isSameProof(one.proofId, proofId));
  run.change({ match, earlierMatches: [...earlier], attachedBy, approvals: [] });
}
