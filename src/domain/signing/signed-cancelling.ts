import type { CancelReason } from '../orders/cancel-reason.ts';
import type { SignableWord } from './signed-word.ts';

/** What the signature of a cancellation is over that may lose a payment, beside its end, key and nonce. */
export interface CancellingFacts {
  readonly account: string;
  readonly orderNumber: string;
  readonly reason: CancelReason;
  /** The mint of the register, and the order's epoch in it, as they were shown. */
  readonly generation: string;
  readonly epoch: number;
  readonly by: string;
}

/** Returns the cancellation of a purchase that may be paid as a word to sign. It counts once: with it the order ends. */
export function cancellingWord({ account, orderNumber, reason, generation, epoch, by }: CancellingFacts): SignableWord {
  const facts = { account, order: orderNumber, reason, despite: 'payment', generation, epoch, by };
  return { name: 'cancellation', version: 1, by, facts };
}
