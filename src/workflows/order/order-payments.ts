/** Attaching payments to an order, and taking them back. */
import { compare } from '../../domain/decimal.ts';
import { allAttached, notAttached, withoutPayment } from '../../domain/orders/attached-payments.ts';
import { earlierThan, matchRefusal, type PaymentMatch } from '../../domain/orders/payment-match.ts';
import { isSameProof } from '../../domain/orders/payment-proof.ts';
import type { ClaimedPayment, OrderRefusal } from '../../domain/refusals/order-refusal.ts';
import type { AttachedMatch, DetachWord } from '../contract/order-messages.ts';
import type { OrderRun } from './order-run.ts';
import { attachedTo } from './shown-payments.ts';

/** Returns why a payment cannot be attached now, or null. */
export function attachRefusal({ run: { memory } }: OrderRun, payment: PaymentMatch): OrderRefusal | null {
  return memory.order?.side === 'BUY' ? { code: 'no-payment-arrives' } : matchRefusal(payment, attachedTo(memory));
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

/** Whether a word says something else of a payment that is attached: what was said of it before is taken back. */
export function isCorrection({ run }: OrderRun, payment: PaymentMatch): boolean {
  const { proofId, amount, payerName, atMs, despite } = payment;
  const known = allAttached(attachedTo(run.memory)).find((one) => isSameProof(one.proofId, proofId));
  if (known === undefined) return false;
  const isSame = known.payerName === payerName && known.atMs === atMs && known.despite === despite;
  return !isSame || compare(known.amount, amount) !== 0;
}

/** Returns why a payment cannot be taken back now, or null. */
export function detachRefusal(order: OrderRun, { proofId }: DetachWord): OrderRefusal | null {
  return notAttached(attachedTo(order.run.memory), proofId) ?? claimRefusal(order);
}

/** A payment that a release has claimed, or may have, stays with its order. */
function claimRefusal({ run, steps }: OrderRun): ClaimedPayment | null {
  const { sending, undecided, open } = run.memory;
  if (sending === 'release') return { code: 'release-underway' };
  if (undecided === 'release') return { code: 'release-undecided' };
  const done = steps.how('release');
  if (done !== null && done !== 'shadow') return { code: 'release-left' };
  return open === null ? null : { code: 'release-may-have-left', armedAtMs: open.armedAtMs };
}

/** Takes a payment back. Who approved may have added it up, so approvals are given again. */
export function detach({ run }: OrderRun, { proofId }: Pick<DetachWord, 'proofId'>): void {
  const { match, earlier } = withoutPayment(attachedTo(run.memory), proofId);
  const attachedBy = (run.memory.attachedBy ?? []).filter((one) => !isSameProof(one.proofId, proofId));
  run.change({ match, earlierMatches: [...earlier], attachedBy, approvals: [] });
}
