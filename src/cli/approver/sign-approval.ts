import { randomBytes, sign } from 'node:crypto';
import type { OrderView } from '../../client/index.ts';
import type { SignedWord } from '../../domain/orders/approval.ts';
import { approvalText } from '../../domain/orders/signed-approval.ts';
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

/** Signs the approval of an order as its view shows it. Throws a refusal for an order that cannot be approved now. */
export function signApproval(view: OrderView, { key, nowMs, approvalLifeMs }: Signing): SignedWord {
  const { account, orderNumber, side, status, amount, totalPrice, pair, payId, statusSinceMs } = view;
  const fiat = pair?.split('/')[1];
  if (side !== 'SELL') throw refusal(`order ${orderNumber} is not one that the desk sells: nothing to approve`);
  if (status !== 'PAID') throw refusal(`order ${orderNumber} is ${status}, not PAID: nothing is signed`);
  if (amount === null || totalPrice === null || fiat === undefined) {
    throw refusal(`order ${orderNumber} has not been read yet: try again in a moment`);
  }
  const signed = {
    keyId: key.name,
    nonce: randomBytes(16).toString('hex'),
    seen: { amount, totalPrice, fiat, payId, statusSinceMs },
    expiresAtMs: nowMs + Math.floor(approvalLifeMs * shareOfLife),
  };
  const text = approvalText({ account, orderNumber, ...signed });
  return { ...signed, signature: sign(null, Buffer.from(text), key.privateKey).toString('base64') };
}
