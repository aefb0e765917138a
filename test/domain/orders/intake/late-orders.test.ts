import { describe, expect, it } from 'vitest';
import { lateOrders, ownDueMs } from '../../../../src/domain/orders/intake/late-orders.ts';
import { OrderStatus } from '../../../../src/domain/orders/order-status.ts';

const deadlines = { payDeadlineMs: 1_000, releaseDeadlineMs: 2_000 };

describe('ADR 0031: which orders of a flood are late is said at once', () => {
  it.each([
    ['SELL', OrderStatus.AWAITING_PAYMENT, null],
    ['SELL', OrderStatus.PAID, 2_000],
    ['BUY', OrderStatus.AWAITING_PAYMENT, 1_000],
    ['BUY', OrderStatus.PAID, null],
    ['SELL', OrderStatus.IN_APPEAL, null],
  ] as const)('a %s that is %s has to be acted on by the desk until %s', (side, status, dueMs) => {
    expect(ownDueMs({ side, status, ...deadlines })).toBe(dueMs);
  });

  it('an order is late whose turn comes after its time, at four calls for each before it', () => {
    const waiting = Array.from({ length: 1_000 }, (_, index) => ({
      name: index,
      dueMs: index % 2 === 0 ? 480_000 : null,
    }));
    const late = lateOrders(waiting, { nowMs: 0, callsPerSecond: 5 });
    // Each takes 800 ms: the six hundredth is read when its time is just over.
    expect(late.map(({ name }) => name)).toEqual(
      waiting.flatMap(({ name, dueMs }) => (dueMs !== null && name >= 600 ? [name] : [])),
    );
    expect(lateOrders(waiting, { nowMs: 0, callsPerSecond: 400 })).toEqual([]);
  });
});
