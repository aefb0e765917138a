import type { Approval } from './approval.ts';
import { personKey } from './person-name.ts';
import type { Seen } from './seen.ts';

/** Everything that a signature of an approval is over. */
export interface SignedFacts {
  readonly account: string;
  readonly orderNumber: string;
  readonly seen: Seen;
  readonly expiresAtMs: number;
  readonly keyId: string;
  readonly nonce: string;
}

/**
 * Returns the canonical text that an approver signs: one line per fact, values as JSON, so that no text can be mistaken
 * for another.
 */
export function approvalText({ account, orderNumber, seen, expiresAtMs, keyId, nonce }: SignedFacts): string {
  const facts = {
    account,
    order: orderNumber,
    asset: seen.asset,
    amount: seen.amount,
    price: seen.price,
    total: seen.totalPrice,
    fiat: seen.fiat,
    payId: seen.payId,
    paidSinceMs: seen.paidSinceMs,
    payments: seen.payments.map(({ reference, amount }) => [reference, amount]),
    counterparty: seen.counterpartyNumber,
    generation: seen.generation,
    epoch: seen.epoch,
    expiresAtMs,
    key: keyId,
    nonce,
  };
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ['peerdesk approval 2', ...lines].join('\n');
}

/** Names one signature, so that it counts once. */
export function approvalFingerprint({ keyId, nonce }: Pick<SignedFacts, 'keyId' | 'nonce'>): string {
  return `${keyId}:${nonce}`;
}

/** Each counts once, so none is forgotten, and the memory of an order has a bound (ADR 0047). */
export const maxSignatures = 500;

/** Returns why a signature cannot count for an order on which these were used, or null. */
export function signatureRefusal(signed: Pick<SignedFacts, 'keyId' | 'nonce'>, used: readonly string[]): string | null {
  if (used.includes(approvalFingerprint(signed))) return 'this signature was used before';
  return used.length < maxSignatures
    ? null
    : `${maxSignatures} signatures were used on this order: release it in the app`;
}

export interface SignatureCheck {
  readonly account: string;
  readonly orderNumber: string;
  readonly nowMs: number;
  /** Longest life that a signature may claim from now on. */
  readonly approvalLifeMs: number;
  /** By the name of the approver; the form is the verifier's. */
  readonly publicKeys: ReadonlyMap<string, string>;
  /** Ed25519. Returns false for a key or signature that is unreadable; must not throw. */
  readonly verify: (signature: { publicKey: string; text: string; signature: string }) => boolean;
  /** Fingerprints of signatures that counted before. */
  readonly used: readonly string[];
}

type SignatureVerdict =
  | { readonly valid: true; readonly fingerprint: string }
  | { readonly valid: false; readonly text: string };

function invalid(text: string): SignatureVerdict {
  return { valid: false, text };
}

/**
 * Checks the signature of an approval: a known key of the named person, over exactly this order, not expired, not used
 * before. `approvalsThatHold` decides whether the order is still what the approver saw. Design 6.
 */
export function verifySigned(approval: Approval, check: SignatureCheck): SignatureVerdict {
  const { signed, by, seen, expiresAtMs } = approval;
  if (signed === null) return invalid('the approval is not signed');
  const publicKey = check.publicKeys.get(signed.keyId);
  if (publicKey === undefined) return invalid('the approval is signed with a key that this worker does not know');
  if (personKey(by) !== personKey(signed.keyId))
    return invalid('the approval is signed by another person than it names');
  if (check.nowMs >= expiresAtMs) return invalid('the signed approval has expired');
  if (expiresAtMs > check.nowMs + check.approvalLifeMs) return invalid('the signed approval would hold too long');
  const fingerprint = approvalFingerprint(signed);
  if (check.used.includes(fingerprint)) return invalid('the signed approval was used before');
  const { account, orderNumber } = check;
  const text = approvalText({ account, orderNumber, seen, expiresAtMs, ...signed });
  const { signature } = signed;
  if (!check.verify({ publicKey, text, signature })) return invalid('the signature does not fit the approval');
  return { valid: true, fingerprint };
}
