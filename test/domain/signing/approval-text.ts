import type { Mode } from '../../../src/domain/mode.ts';
import { approvalWord } from '../../../src/domain/signing/signed-approval.ts';
import { wordText, type Signed } from '../../../src/domain/signing/signed-word.ts';
import type { Seen } from '../../../src/domain/orders/seen.ts';

/** Everything that a signature of an approval is over. */
export interface SignedFacts extends Omit<Signed, 'signature'> {
  readonly account: string;
  readonly orderNumber: string;
  readonly mode: Mode;
  readonly seen: Seen;
}

/** The canonical text that an approver signs. */
export function approvalText(facts: SignedFacts): string {
  return wordText(approvalWord({ ...facts, by: facts.keyId }), facts);
}
