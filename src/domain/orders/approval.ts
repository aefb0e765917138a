import { z } from 'zod';
import type { OrderFacts } from './order-facts.ts';
import { OrderStatus } from './order-status.ts';
import { keyNamePattern } from './names/key-name.ts';
import { personKey } from './names/person-name.ts';
import { isSameSight, seenOf, seenSchema, type Seen, type SeenOrder } from './seen.ts';

const moment = z.number().nonnegative();

export const signatureParts = {
  /** The name of the approver's key in the worker's configuration. */
  keyId: z.string().regex(keyNamePattern, 'must be the name of a key'),
  /** 16 random bytes in hex; a signature counts once. */
  nonce: z.string().regex(/^[0-9a-f]{32}$/, 'must be 32 hex digits'),
  /** Over the text of the word: Ed25519 in base64, or what a passkey says, each part in base64url. */
  signature: z
    .string()
    .max(2_000)
    .regex(
      /^(?:[A-Za-z0-9+/]{86}==|passkey:[\w-]+\.[\w-]+\.[\w-]+)$/,
      'must be an Ed25519 signature in base64, or one of a passkey',
    ),
};

/** Sent by `order approve-release` when approvals are signed: the signature and what it covers. */
export const signedWordSchema = z.strictObject({ ...signatureParts, seen: seenSchema, expiresAtMs: moment }).readonly();
export type SignedWord = z.infer<typeof signedWordSchema>;

/** A human's approval to release one order, valid for what the approver saw and for a limited time. */
export const approvalSchema = z
  .strictObject({
    by: z.string().max(80),
    atMs: moment,
    note: z.string().max(500).nullable(),
    seen: seenSchema,
    expiresAtMs: moment,
    signed: z.strictObject(signatureParts).readonly().nullable(),
  })
  .readonly();
export type Approval = z.infer<typeof approvalSchema>;

/** The order and the moment at which approvals are looked at. */
export interface ApprovalMoment extends SeenOrder {
  readonly order: OrderFacts;
  readonly held: boolean;
  readonly nowMs: number;
  readonly approvalLifeMs: number;
}

/**
 * Who approves. `seen`: what they saw; null: the order as it is when the approval arrives. `signed` when approvals are
 * signed; it says itself what was seen.
 */
export interface Approver {
  readonly by: string;
  readonly note: string | null;
  readonly seen: Seen | null;
  readonly signed: SignedWord | null;
}

/** Creates an approval as of now, bound to what was seen or signed. */
export function bindApproval(now: ApprovalMoment, { by, note, seen, signed }: Approver): Approval {
  const { nowMs, approvalLifeMs } = now;
  if (signed === null) {
    const expiresAtMs = nowMs + approvalLifeMs;
    return { by, note, atMs: nowMs, seen: seen ?? seenOf(now), expiresAtMs, signed: null };
  }
  const { keyId, nonce, signature, expiresAtMs } = signed;
  return { by, note, atMs: nowMs, seen: signed.seen, expiresAtMs, signed: { keyId, nonce, signature } };
}

/** Why an approval does not hold: the order as it is, or what its giver saw. */
export type Lapse =
  | { readonly lapse: 'desk-buys' | 'in-appeal' | 'complaint' | 'held' | 'unnamed' | 'other-sight' | 'expired' }
  | { readonly lapse: 'not-paid'; readonly status: string };

/** Returns why no one can approve the order as it is now, or null. */
function orderLapse({ order, held }: ApprovalMoment): Lapse | null {
  const { side, status, complaint } = order;
  if (side !== 'SELL') return { lapse: 'desk-buys' };
  if (status === OrderStatus.IN_APPEAL) return { lapse: 'in-appeal' };
  if (status !== OrderStatus.PAID) return { lapse: 'not-paid', status };
  if (complaint) return { lapse: 'complaint' };
  return held ? { lapse: 'held' } : null;
}

/** Returns why an approval has lapsed, or null while it is valid. */
export function lapseOf(approval: Approval, now: ApprovalMoment): Lapse | null {
  const { by, atMs, seen, expiresAtMs } = approval;
  if (personKey(by) === '') return { lapse: 'unnamed' };
  const ofOrder = orderLapse(now);
  if (ofOrder !== null) return ofOrder;
  if (!isSameSight(seen, seenOf(now))) return { lapse: 'other-sight' };
  // A signer may choose a shorter life, not a longer one.
  return now.nowMs >= Math.min(expiresAtMs, atMs + now.approvalLifeMs) ? { lapse: 'expired' } : null;
}

/**
 * Returns the approvals that are still valid, one per person (by normalised name). The caller must remove the others
 * for good. Design 6, approvals.
 */
export function approvalsThatHold(approvals: readonly Approval[], now: ApprovalMoment): Approval[] {
  const byPerson = new Map<string, Approval>();
  for (const approval of approvals) {
    const key = personKey(approval.by);
    if (!byPerson.has(key) && lapseOf(approval, now) === null) byPerson.set(key, approval);
  }
  return [...byPerson.values()];
}

/** More than any rule asks for; each costs time with every later one, and a release takes no more than fifty. */
export const maxApprovals = 20;

/** Why an approval is refused. */
export type ApprovalRefusal =
  | ({ readonly code: 'not-approved' } & Lapse)
  | { readonly code: 'approver-unnamed' }
  | { readonly code: 'approvals-full'; readonly max: number }
  | { readonly code: 'approved-already'; readonly by: string };

/** Returns why an approval is refused now, or null. `holding`: the approvals that are valid already. */
export function approvalRefusal(
  now: ApprovalMoment,
  { approver, holding }: { readonly approver: Approver; readonly holding: readonly Pick<Approval, 'by'>[] },
): ApprovalRefusal | null {
  const key = personKey(approver.by);
  if (key === '') return { code: 'approver-unnamed' };
  const lapse = lapseOf(bindApproval(now, approver), now);
  if (lapse !== null) return { code: 'not-approved', ...lapse };
  if (holding.length >= maxApprovals) return { code: 'approvals-full', max: maxApprovals };
  const already = holding.some((approval) => personKey(approval.by) === key);
  return already ? { code: 'approved-already', by: approver.by.trim() } : null;
}
