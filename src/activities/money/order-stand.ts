/** A read of an order that the register takes note of: what its steps came to, and what its words are compared with. */
import { ApplicationFailure } from '@temporalio/common';
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import { allAttached } from '../../domain/orders/attached-payments.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { comparedProof, normaliseProof } from '../../domain/orders/payment-proof.ts';
import type { OrderAnswer } from '../../domain/orders/sale-reads.ts';
import type { StepKey } from '../../domain/register/step-row.ts';
import type { ClaimedPayment } from '../../register/operations/claim.ts';
import type { OrderStand } from '../../domain/register/order-stand.ts';
import { RegisterSilent } from '../../register/register.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { ReadOrderInput } from '../read-contract.ts';

type ReadParts = Pick<ActivityDependencies, 'marketplace' | 'register' | 'clock'>;

/** One read of an order; `stand` of null: the register is silent. */
export interface StoodOrder {
  order: OrderFacts;
  stand: OrderStand | null;
}

/**
 * Reads one order (EP-13). An answer may carry another order's number (seen live): acting on it could move the wrong
 * coin, so it fails with WRONG_ORDER and is retried.
 */
export async function readAnswer(
  deps: ReadParts,
  { orderNumber, role }: Pick<ReadOrderInput, 'orderNumber' | 'role'>,
  priority: 'order' | 'money',
): Promise<OrderAnswer> {
  const atMs = deps.clock.now();
  const order = await deps.marketplace.orders.read(orderNumber, { role, priority });
  refuseOther(orderNumber, order);
  return { order, beganAtMs: readBegan(deps, atMs) };
}

/** Throws WRONG_ORDER for an answer about another order. */
export function refuseOther(orderNumber: string, answered: Pick<OrderFacts, 'orderNumber'>): void {
  if (answered.orderNumber === orderNumber) return;
  const message = `asked for order ${orderNumber}, the service answered with another one`;
  throw ApplicationFailure.create({ type: OwnFailure.WRONG_ORDER, message });
}

/**
 * Returns when a read began, by the earlier of this clock and the service's. A clock that is hours ahead would count a read
 * from before the call could show as one from after it. Called after the read, which measures the service's clock.
 */
export function readBegan({ marketplace }: Pick<ReadParts, 'marketplace'>, atMs: number): number {
  return atMs + Math.min(0, marketplace.account.clockDifferenceMs() ?? 0);
}

/** Reads one order, and lets the register take the read. */
export async function readStand(
  deps: ReadParts,
  wish: ReadOrderInput,
  priority: 'order' | 'money',
): Promise<StoodOrder> {
  return takeAnswer(deps, wish, await readAnswer(deps, wish, priority));
}

/** Lets the register take what the service said of an order. A silent register hides no order: it only permits nothing. */
export async function takeAnswer(
  deps: Pick<ReadParts, 'register'>,
  wish: ReadOrderInput,
  { order, beganAtMs }: OrderAnswer,
): Promise<StoodOrder> {
  const { side, status, asset, amount, price, totalPrice: total, fiat } = order;
  const people = { counterparty: order.counterpartyNumber, own: order.ownNumber };
  const facts = { side, status, asset, amount, price, total, fiat, ...people };
  const payments = claimedPayments(
    allAttached({ match: wish.match, earlier: wish.earlierMatches }).map(({ proofId }) => proofId),
  );
  const { orderNumber, resetId, isReleasedHere, wasInAppeal } = wish;
  const seen = {
    orderNumber,
    resetId,
    isReleasedHere,
    wasInAppeal,
    ...facts,
    payments,
    beganAtMs,
  };
  return { order, stand: await unlessSilent(() => deps.register.orderSeen(seen)) };
}

/** Whether an attempt of a step may have left and has no end. */
export async function isUnsettled(
  { register }: Pick<ReadParts, 'register'>,
  key: Omit<StepKey, 'account'>,
): Promise<boolean> {
  return (await register.stepRows(key)).some(({ state }) => state === 'leaving');
}

/** Returns the answer of the register, or null where it is silent. */
export async function unlessSilent<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof RegisterSilent) return null;
    throw error;
  }
}

/** Returns the payments as the register compares them, each once; what is no reference of a payment is left out. */
export function claimedPayments(proofs: readonly string[]): ClaimedPayment[] {
  const readable = proofs.flatMap((proof) => normaliseProof(proof) ?? []);
  const byKey = new Map(readable.map((proof) => [comparedProof(proof), proof]));
  return [...byKey].map(([key, proof]) => ({ key, proof }));
}
