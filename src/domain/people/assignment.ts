/** One of the desk's own people who works at an order, so that no two pay it (ADR 0059). */
import { comparedProof } from '../orders/payment-proof.ts';

/** Renewed by taking the order again. */
export const assignmentMs = 600_000;

/** Who has an order, and until when. */
export interface Assigned {
  readonly assignee: string;
  readonly untilMs: number;
}

/** Why a transfer that a person reports does not count. */
export type TransferRefusal =
  | ({ readonly code: 'order-taken' } & Assigned)
  /** The order that the same transfer pays. */
  | { readonly code: 'transfer-used'; readonly account: string; readonly orderNumber: string };

/** Returns what a transfer is compared by: our bank may number it as another one numbers a payment that came in. */
export const transferKey = (reference: string): string => `out ${comparedProof(reference)}`;
