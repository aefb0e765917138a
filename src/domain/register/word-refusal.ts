/** What the register does not let a person lift, end or free, as a code with what completes it. */
import type { SignatureProblem } from '../signing/signed-word.ts';
import type { FreeingRefusal } from './freed-payment.ts';

/** What stays as it is without a signature that counts. */
export type StayingThing =
  | { readonly stays: 'held-order' | 'payment' | 'refused-payment' | 'purchase'; readonly orderNumber: string }
  | { readonly stays: 'restrictions' }
  | { readonly stays: 'call'; readonly step: 'place' | 'publish' };

export type WordRefusal =
  | FreeingRefusal
  | { readonly code: 'order-not-held' | 'payment-not-held' }
  /** Its giver has seen another one. */
  | { readonly code: 'changed-since-shown'; readonly what: 'order' | 'call' | 'payment' }
  | { readonly code: 'restrictions-changed'; readonly shown: number; readonly now: number }
  | { readonly code: 'may-still-act'; readonly untilMs: number }
  /** `word`: its name; `signers`: the keys that count and that a command signs with. */
  | ({
      readonly code: 'unsigned-word';
      readonly word: string;
      readonly problem: SignatureProblem;
      readonly signers: readonly string[];
    } & StayingThing);
