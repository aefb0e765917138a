import { randomBytes, sign } from 'node:crypto';
import type { OrderView } from '../../client/index.ts';
import type { SignedWord } from '../../domain/orders/approval.ts';
import { seenOf, type Seen } from '../../domain/orders/seen.ts';
import { approvalText } from '../../domain/signing/signed-approval.ts';
import { refusal } from '../cli-failure.ts';
import type { ApproverKey } from './approver-files.ts';

/** Shorter than the worker's limit, so that slightly different clocks do not exceed it. */
const shareOfLife = 0.9;

interface Signing {
  key: ApproverKey;
  nowMs: number;
  /** Longest life of an approval. */
  approvalLifeMs: number;
}

/** Returns what a person has seen who approves an order as its view shows it; null: it has not been read. */
export function seenIn(view: OrderView): Seen | null {
  const { amount, price, totalPrice, pair, payId, counterpartyNumber, payments, mark } = view;
  const [asset, fiat] = pair?.split('/') ?? [];
  if (amount === null || price === null || totalPrice === null || asset === undefined || fiat === undefined)
    return null;
  if (mark === null) return null;
  const order = { asset, amount, price, totalPrice, fiat, selectedPayId: payId, counterpartyNumber };
  const { statusSinceMs: paidSinceMs } = view;
  return seenOf({ order, payments, paidSinceMs, ...mark });
}

/** Signs the approval of an order as its view shows it. Throws a refusal for an order that cannot be approved now. */
export function signApproval(view: OrderView, { key, nowMs, approvalLifeMs }: Signing): SignedWord {
  const { account, orderNumber, side, status } = view;
  const seen = seenIn(view);
  if (side !== 'SELL') throw refusal(`order ${orderNumber} is not one that the desk sells: nothing to approve`);
  if (status !== 'PAID') throw refusal(`order ${orderNumber} is ${status}, not PAID: nothing is signed`);
  if (seen === null) throw refusal(`order ${orderNumber} has not been read yet: try again in a moment`);
  const signed = {
    keyId: key.name,
    nonce: randomBytes(16).toString('hex'),
    seen,
    expiresAtMs: nowMs + Math.floor(approvalLifeMs * shareOfLife),
  };
  const text = approvalText({ account, orderNumber, ...signed });
  return { ...signed, signature: sign(null, Buffer.from(text), key.privateKey).toString('base64') };
}
