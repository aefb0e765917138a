import { describe, expect, it } from 'vitest';
import { greetingAgeMs, isLately, seenOrders, type OrderSights } from '../../../src/domain/greetings/order-sight.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';

const begunMs = 1_700_000_000_000;
const order = (status: OrderStatus, orderNumber = '88') => ({
  orderNumber,
  side: 'SELL' as const,
  fiat: 'BOB',
  status,
  createdAtMs: begunMs,
});
const left = { hasLeft: () => true };

function look(before: OrderSights, afterMs: number, ...statuses: OrderStatus[]): OrderSights {
  return seenOrders(before, { orders: statuses.map((status) => order(status)), ...left, nowMs: begunMs + afterMs });
}

const wasIn = (sights: OrderSights) => sights.get('88')?.wasInAppeal;

describe('what a process has seen of an order', () => {
  it('ADR 0061: a first sight says since when an order was placed, and of nothing else', () => {
    const { AWAITING_PAYMENT, PAID } = OrderStatus;
    expect(look(new Map(), 5, AWAITING_PAYMENT).get('88')).toMatchObject({ sinceMs: begunMs, seenAtMs: begunMs + 5 });
    expect(look(new Map(), 5, PAID).get('88')).toMatchObject({ status: PAID, sinceMs: null });
  });

  it('ADR 0061: a state that changed began after the last look; one that left the list, too', () => {
    const placed = look(new Map(), 5, OrderStatus.AWAITING_PAYMENT);
    const paid = look(placed, 10, OrderStatus.PAID);
    expect(paid.get('88')).toMatchObject({ status: OrderStatus.PAID, sinceMs: begunMs + 5 });
    expect(look(paid, 15, OrderStatus.PAID).get('88')).toMatchObject({ sinceMs: begunMs + 5, seenAtMs: begunMs + 15 });
    const gone = look(paid, 20);
    expect(gone.get('88')).toMatchObject({ status: null, sinceMs: begunMs + 10, seenAtMs: begunMs + 10 });
    expect(look(gone, 25).get('88')).toEqual(gone.get('88'));
  });

  it('ADR 0061: who was in appeal was, however it ended', () => {
    const appealed = look(look(new Map(), 5, OrderStatus.PAID), 10, OrderStatus.IN_APPEAL);
    const after = look(appealed, 15, OrderStatus.PAID);
    expect([look(new Map(), 5, OrderStatus.PAID), appealed, after, look(after, 20)].map(wasIn)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('ADR 0061: what a list that is not whole lacks has not left it, and what left long ago is forgotten', () => {
    const paid = look(new Map(), 5, OrderStatus.PAID);
    const cut = seenOrders(paid, { orders: [], hasLeft: () => false, nowMs: begunMs + 10 });
    expect(cut.get('88')).toEqual(paid.get('88'));
    expect(look(paid, 5 + greetingAgeMs).has('88')).toBe(true);
    expect(look(paid, 6 + greetingAgeMs).has('88')).toBe(false);
  });
});

it('ADR 0061: no one is greeted late, nor where it is not known since when a state is', () => {
  const nowMs = begunMs + greetingAgeMs;
  const at = (createdAtMs: number, paidAtMs?: number) => ({
    createdAtMs,
    ...(paidAtMs === undefined ? {} : { paidAtMs }),
  });
  const lately = (state: Parameters<typeof isLately>[0], facts: ReturnType<typeof at>, sinceMs: number | null) =>
    isLately(state, { order: facts, sinceMs }, nowMs);
  expect([lately('placed', at(begunMs), null), lately('placed', at(begunMs - 1), nowMs)]).toEqual([true, false]);
  expect([lately('paid', at(0, begunMs), null), lately('paid', at(0, begunMs - 1), nowMs)]).toEqual([true, false]);
  expect([lately('paid', at(0), begunMs), lately('paid', at(nowMs), null)]).toEqual([true, false]);
  expect([lately('completed', at(nowMs, nowMs), null), lately('cancelled', at(0), begunMs)]).toEqual([false, true]);
});
