import { bindApproval, type Approval, type ApprovalMoment } from '../../../src/domain/orders/approval.ts';
import type { OrderFacts } from '../../../src/domain/orders/order-facts.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';

/** A paid order in which the desk sells 100 USDT for 1150 BOB. */
export function paidOrder(changes: Partial<OrderFacts> = {}): OrderFacts {
  return {
    orderNumber: '22850000000000000001',
    adNumber: '12850000000000000001',
    side: 'SELL',
    asset: 'USDT',
    fiat: 'BOB',
    amount: '100',
    price: '11.50',
    totalPrice: '1150.00',
    status: OrderStatus.PAID,
    createdAtMs: 1_000,
    payDeadlineMs: null,
    releaseDeadlineMs: null,
    buyerName: 'José Pérez Ñuñez',
    sellerName: 'Ana Rojas',
    counterpartyNickname: 'jose',
    counterpartyNumber: 's1a2b3c4',
    ownNumber: 's0f0f0f0',
    selectedPayId: null,
    payMethodIds: [],
    additionalKyc: 0,
    complaint: false,
    ...changes,
  };
}

/** The mint of the register, and the order's epoch in it. */
export const orderMark = { generation: 'generation-1', epoch: 3 };

/** `paidOrder`, marked paid at 5,000 and looked at at 10,000, with approvals valid for 15 minutes. */
export function orderMoment(changes: Partial<ApprovalMoment> = {}): ApprovalMoment {
  return {
    order: paidOrder(),
    paidSinceMs: 5_000,
    payments: [],
    ...orderMark,
    held: false,
    nowMs: 10_000,
    approvalLifeMs: 900_000,
    ...changes,
  };
}

/** An approval of `paidOrder` by that person, a second before `orderMoment`. */
export function approvalBy(by: string, changes: Partial<Approval> = {}): Approval {
  return { ...bindApproval(orderMoment({ nowMs: 9_000 }), { by, note: null, seen: null, signed: null }), ...changes };
}
