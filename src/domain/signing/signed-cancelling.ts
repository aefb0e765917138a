import type { CancelReason } from '../cancel-reason.ts';
import type { SignableWord } from './signed-word.ts';

/** What the signature of a cancellation is over, beside its end, key and nonce. */
export interface CancellingFacts {
  readonly account: string;
  readonly orderNumber: string;
  readonly reason: CancelReason;
  /** It may be paid, and its giver knows. */
  readonly despitePayment: boolean;
  /** The mint of the register, and the order's epoch in it, as they were shown. */
  readonly generation: string;
  readonly epoch: number;
  readonly by: string;
}

/** Returns the cancellation of a purchase as a word to sign. It counts once: with it the order ends. */
export function cancellingWord(word: CancellingFacts): SignableWord {
  const { account, orderNumber, reason, despitePayment, generation, epoch, by } = word;
  const despite = despitePayment ? 'payment' : 'nothing';
  const facts = { account, order: orderNumber, reason, despite, generation, epoch, by };
  return { name: 'cancellation', version: 1, by, facts };
}
