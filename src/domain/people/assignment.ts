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

/** What a person means who reports a transfer all the same: another one has the order, or the reference pays another purchase. */
export const transferDoubts = ['holder', 'reference'] as const;
export type TransferDoubt = (typeof transferDoubts)[number];

/** A transfer as a person reports it. */
export interface ReportedTransfer {
  readonly by: string;
  /** The bank reference. */
  readonly proof: string;
  readonly despite: readonly TransferDoubt[];
}

/** What keeps a transfer apart: our bank may number it as another one numbers a payment that came in. */
export const transferMark = 'out ';

/** Returns what a transfer is compared by. */
export const transferKey = (reference: string): string => `${transferMark}${comparedProof(reference)}`;

/** Returns the transfers among the payments that an order holds. */
export const transfersIn = <Held extends { readonly key: string }>(held: readonly Held[]): Held[] =>
  held.filter(({ key }) => key.startsWith(transferMark));

/** How a transfer is kept that a person reports. */
export type KeptTransfer =
  | { readonly refusal: TransferRefusal }
  | {
      readonly refusal: null;
      /** The transfer, where it was not kept before: it is freed where the order refuses it. */
      readonly added: readonly string[];
      /** Those of the order with which no call has left: they are freed where the order accepts this one. */
      readonly former: readonly string[];
      /** A cancellation of the order has left, or may have: what was sent may be lost. */
      readonly mayBeCancelled: boolean;
    };
