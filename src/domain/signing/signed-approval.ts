import {
  fingerprintOf,
  signedWordRefusal,
  type SignableWord,
  type Signed,
  type WordCheck,
  type SignatureProblem,
} from './signed-word.ts';
import type { Mode } from '../mode.ts';
import type { Approval } from '../orders/approval.ts';
import type { Seen } from '../orders/seen.ts';

/** What an approval says. */
interface Approved {
  readonly account: string;
  readonly orderNumber: string;
  /** In which the order was shown: who approves where nothing is sent lets nothing go. */
  readonly mode: Mode;
  readonly seen: Seen;
  /** The person that the key names. */
  readonly by: string;
}

/** Returns an approval as a word to sign. */
export function approvalWord({ account, orderNumber, mode, seen, by }: Approved): SignableWord {
  const facts = {
    account,
    order: orderNumber,
    mode,
    asset: seen.asset,
    amount: seen.amount,
    price: seen.price,
    total: seen.totalPrice,
    fiat: seen.fiat,
    payId: seen.payId,
    paidSinceMs: seen.paidSinceMs,
    payments: seen.payments.map(({ reference, amount, despite }) => [
      reference,
      amount,
      ...(despite === undefined ? [] : [despite]),
    ]),
    counterparty: seen.counterpartyNumber,
    generation: seen.generation,
    epoch: seen.epoch,
  };
  return { name: 'approval', version: 2, by, facts };
}

/** Each counts once, so none is forgotten, and the memory of an order has a bound (money-steps#the-guard). */
export const maxSignatures = 500;

/** Why a signature counts no more on an order. */
export type SignatureUse =
  | { readonly code: 'signature-used' }
  | { readonly code: 'signatures-full'; readonly max: number };

/** Returns why a signature cannot count for an order on which these were used, or null. */
export function signatureRefusal(
  signed: Pick<Signed, 'keyId' | 'nonce'>,
  used: readonly string[],
): SignatureUse | null {
  if (used.includes(fingerprintOf(signed))) return { code: 'signature-used' };
  return used.length < maxSignatures ? null : { code: 'signatures-full', max: maxSignatures };
}

export interface SignatureCheck extends WordCheck {
  readonly account: string;
  readonly orderNumber: string;
  /** In which it is to be released. */
  readonly mode: Mode;
  /** Fingerprints of signatures that counted before. */
  readonly used: readonly string[];
}

type SignatureVerdict =
  | { readonly valid: true; readonly fingerprint: string }
  | { readonly valid: false; readonly problem: SignatureProblem | 'used' };

/**
 * Checks the signature of an approval: a known key of the named person, over exactly this order, not expired, not used
 * before. `approvalsThatHold` decides whether the order is still what the approver saw. Design 6.
 */
export function verifySigned({ signed, by, seen, expiresAtMs }: Approval, check: SignatureCheck): SignatureVerdict {
  const { account, orderNumber, mode, used } = check;
  const whole = signed === null ? null : { ...signed, expiresAtMs };
  const problem = signedWordRefusal(approvalWord({ account, orderNumber, mode, seen, by }), whole, check);
  const fingerprint = whole === null ? '' : fingerprintOf(whole);
  if (problem !== null) return { valid: false, problem };
  if (used.includes(fingerprint)) return { valid: false, problem: 'used' };
  return { valid: true, fingerprint };
}
