/** Attaching payments to an order, and taking them back. */
import { compare } from '../../domain/decimal.ts';
import { allAttached, notAttached, withoutPayment } from '../../domain/orders/attached-payments.ts';
import { earlierThan, matchRefusal, type PaymentMatch } from '../../domain/orders/payment-match.ts';
import { isSameProof } from '../../domain/orders/payment-proof.ts';
import type { ClaimedPayment, OrderRefusal } from '../../domain/refusals/order-refusal.ts';
import { unnamedReader } from '../../words/order-words.ts';
import type { OrderMemory } from '../contract/order-contract.ts';
import type { AttachedMatch, DetachWord } from '../contract/order-messages.ts';
import { refuse } from '../kit/command.ts';
import type { Run } from '../kit/run.ts';
import type { OrderRegister } from './order-register.ts';
import type { OrderSteps } from './order-steps.ts';
import { attachedTo } from './shown-payments.ts';

/**
 * The payments that were attached to one order. They change these, who attached them, and with one that is taken back the
 * approvals: who approved may have added it up.
 */
export interface OrderPayments {
  /** Returns why a payment cannot be attached now, or null. */
  attachRefusal(payment: PaymentMatch): OrderRefusal | null;
  /** Attaches a payment; of one that is attached and said otherwise now, what was said of it before is taken back. */
  attach(payment: AttachedMatch): void;
  /**
   * Attaches a corrected payment once what was said of it before is taken back in the register: a release that rests on
   * it must not leave any more. Does nothing for one that is attached.
   */
  attachCorrected(payment: AttachedMatch): Promise<void>;
  /** Returns why a payment cannot be taken back now, or null. */
  detachRefusal(word: DetachWord): OrderRefusal | null;
  detach(word: Pick<DetachWord, 'proofId'>): void;
}

interface PaymentParts {
  readonly run: Run<OrderMemory>;
  readonly steps: OrderSteps;
  readonly register: OrderRegister;
}

/** Creates the attached payments of an order, over what its run remembers. */
export function createOrderPayments({ run, steps, register }: PaymentParts): OrderPayments {
  const attachNew = (payment: AttachedMatch): void => run.change(withPayment(run.memory, payment));
  const payments: OrderPayments = {
    attachRefusal: (payment) =>
      run.memory.order?.side === 'BUY' ? { code: 'no-payment-arrives' } : matchRefusal(payment, attachedTo(run.memory)),
    attach: (payment) => (isCorrection(run.memory, payment) ? payments.detach(payment) : attachNew(payment)),
    attachCorrected: async (payment) => {
      if (notAttached(attachedTo(run.memory), payment.proofId) === null) return;
      await register.takeBack({ what: 'unmatch', by: payment.by ?? unnamedReader, note: 'corrected', mode: null });
      const { mark } = run.memory;
      // Its giver saw the order before his own word; where more was taken back since, he has to look again.
      if (mark?.generation !== payment.generation || mark.epoch !== payment.epoch + 1)
        refuse({ code: 'taken-back-meanwhile' });
      attachNew({ ...payment, ...mark });
    },
    detachRefusal: ({ proofId }) =>
      notAttached(attachedTo(run.memory), proofId) ?? claimRefusal(run.memory, steps.how('release')),
    detach: ({ proofId }) => run.change(withoutAttached(run.memory, proofId)),
  };
  return payments;
}

/** Who attached a payment stays beside it, because a worker compares the payment alone. */
function withPayment(memory: OrderMemory, { by, ...match }: AttachedMatch): Partial<OrderMemory> {
  const others = (memory.attachedBy ?? []).filter(({ proofId }) => !isSameProof(proofId, match.proofId));
  return {
    match,
    earlierMatches: earlierThan(match, attachedTo(memory)),
    attachedBy: [...others, { proofId: match.proofId, by: by ?? null, atMs: Date.now() }],
  };
}

function withoutAttached(memory: OrderMemory, proofId: string): Partial<OrderMemory> {
  const { match, earlier } = withoutPayment(attachedTo(memory), proofId);
  const attachedBy = (memory.attachedBy ?? []).filter((one) => !isSameProof(one.proofId, proofId));
  return { match, earlierMatches: [...earlier], attachedBy, approvals: [] };
}

/** Whether a word says something else of a payment that is attached: what was said of it before is taken back. */
function isCorrection(memory: OrderMemory, payment: PaymentMatch): boolean {
  const { proofId, amount, payerName, atMs, despite } = payment;
  const known = allAttached(attachedTo(memory)).find((one) => isSameProof(one.proofId, proofId));
  if (known === undefined) return false;
  const isSame = known.payerName === payerName && known.atMs === atMs && known.despite === despite;
  return !isSame || compare(known.amount, amount) !== 0;
}

/** A payment that a release has claimed, or may have, stays with its order. */
function claimRefusal(memory: OrderMemory, released: ReturnType<OrderSteps['how']>): ClaimedPayment | null {
  const { sending, undecided, open } = memory;
  if (sending === 'release') return { code: 'release-underway' };
  if (undecided === 'release') return { code: 'release-undecided' };
  if (released !== null && released !== 'shadow') return { code: 'release-left' };
  return open === null ? null : { code: 'release-may-have-left', armedAtMs: open.armedAtMs };
}
