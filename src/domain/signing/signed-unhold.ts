import type { SignableWord } from './signed-word.ts';

/** What the signature of an unhold is over, beside its end, key and nonce. */
export interface UnholdFacts {
  readonly account: string;
  readonly orderNumber: string;
  /** The mint of the register, and the order's epoch in it, as they were shown. */
  readonly generation: string;
  readonly epoch: number;
  readonly by: string;
}

/**
 * Returns an unhold as a word to sign. Each lifts one hold: a hold raises the order's epoch, and so does a reset that holds
 * again, so that no later hold has the epoch that an older signature names.
 */
export function unholdWord({ account, orderNumber, generation, epoch, by }: UnholdFacts): SignableWord {
  return { name: 'unhold', version: 1, by, facts: { account, order: orderNumber, generation, epoch, by } };
}
