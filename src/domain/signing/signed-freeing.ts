import type { SignableWord } from './signed-word.ts';

/** What the signature of a freed payment is over, beside its end, key and nonce. */
interface FreeingFacts {
  readonly account: string;
  /** The order that holds the payment, and whose release was not done; of a refused one `refusedOrder`. */
  readonly orderNumber: string;
  /** The mint of the register, and the order's epoch in it, as they were shown. */
  readonly generation: string;
  readonly epoch: number;
  /** The number of the order's newest release, as it was shown; of a refused payment 0. */
  readonly attempt: number;
  /** What the payment is compared by. */
  readonly payment: string;
  readonly by: string;
}

/** Returns the freeing of a payment as a word to sign. It counts once: it raises the epoch that it names. */
export function freeingWord(said: FreeingFacts): SignableWord {
  const { account, orderNumber: order, generation, epoch, attempt, payment, by } = said;
  return { name: 'freeing', version: 1, by, facts: { account, order, generation, epoch, attempt, payment, by } };
}
