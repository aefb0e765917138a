/** What is said of an approval to its giver. */
import { approvalCode, type ShownSale } from '../../domain/signing/facts-code.ts';
import type { OrderRefusal } from '../../domain/refusals/order-refusal.ts';
import type { Missing } from '../../domain/sheet/order-sheet.ts';
import type { SignatureProblem } from '../../domain/signing/signed-word.ts';
import { refusalText, signatureText } from '../refusal-words.ts';
import { missingText, type SheetField } from '../sheet-words.ts';

/** What the code is called on a sheet. */
export const codeName = 'facts code';

/** Returns the code by which a person sees that a phone, a message and a terminal speak of the same facts. */
export function codeFields(page: ShownSale): SheetField[] {
  const code = approvalCode(page);
  return code === null ? [] : [[codeName, code]];
}

type Plain = 'typed' | 'backs' | 'uncarried' | 'silent' | 'other-page' | 'differs';

/** Why there is nothing to sign. */
export type NothingToSign =
  | { readonly code: Plain }
  | { readonly code: 'key'; readonly problem: SignatureProblem }
  | { readonly code: 'unread'; readonly missing: Missing }
  | { readonly code: 'refused'; readonly refusal: OrderRefusal };

const plain: Readonly<Record<Plain, string>> = {
  typed: 'this worker takes typed approvals: set approvals = "signed" and name the key among its approvers',
  backs:
    'a payment that is attached backs another order and does not count for this one: look with `order show` at the machine of the desk',
  uncarried: 'the desk does not carry this order',
  silent: 'Temporal does not show the order: try again in a moment',
  'other-page': 'Temporal shows another order in its place: nothing is signed',
  differs: 'the service shows the order otherwise than the desk has read it: look again in a moment',
};

const unagreed =
  'the worker does not go by this key: put its line into the approvers file of the account, and agree by `peerdesk config reload`';

/** Returns why there is nothing to sign. */
export function nothingToSignText(why: NothingToSign): string {
  switch (why.code) {
    case 'key':
      return why.problem === 'unknown-key' ? unagreed : signatureText('approval', why.problem);
    case 'unread':
      return `the order is ${missingText(why.missing)}`;
    case 'refused':
      return refusalText(why.refusal);
    default:
      return plain[why.code];
  }
}
