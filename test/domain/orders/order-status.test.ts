import { describe, expect, it } from 'vitest';
import { isForward, noteOrderRead } from '../../../src/domain/orders/order-progress.ts';
import {
  isCancellable,
  isCancelled,
  isTerminal,
  OrderStatus,
  orderStatusFromWire,
} from '../../../src/domain/orders/order-status.ts';

describe('wire-facts 3: order status on the wire', () => {
  it.each([
    [0, 'AWAITING_PAYMENT'],
    [1, 'AWAITING_PAYMENT'],
    [2, 'PAID'],
    [3, 'RELEASING'],
    [4, 'COMPLETED'],
    [5, 'IN_APPEAL'],
    [6, 'CANCELLED'],
    [7, 'CANCELLED_BY_SYSTEM'],
    [8, 'IN_APPEAL'],
    ['4', 'COMPLETED'],
    ['PENDING', 'AWAITING_PAYMENT'],
    ['TRADING', 'AWAITING_PAYMENT'],
    ['BUYER_PAYED', 'PAID'],
    ['DISTRIBUTING', 'RELEASING'],
    ['COMPLETED', 'COMPLETED'],
    ['IN_APPEAL', 'IN_APPEAL'],
    ['CANCELLED', 'CANCELLED'],
    [' cancelled_by_system ', 'CANCELLED_BY_SYSTEM'],
  ])('wire-facts 3: %s is %s', (wire, status) => {
    expect(orderStatusFromWire(wire)).toBe(status);
  });

  it.each([9, -1, 1.5, '', 'PAID_OUT', 'constructor'])('wire-facts 3: %s is not known', (wire) => {
    expect(orderStatusFromWire(wire)).toBeNull();
  });

  it('design 6: completed and cancelled are terminal', () => {
    expect(Object.values(OrderStatus).filter(isTerminal)).toEqual(['COMPLETED', 'CANCELLED', 'CANCELLED_BY_SYSTEM']);
  });
});

describe('design 6: order states only move forward', () => {
  const awaiting = { status: OrderStatus.AWAITING_PAYMENT, since: 10 };

  it('design 6: a later state replaces an earlier one', () => {
    expect(noteOrderRead(awaiting, { status: 'PAID', atMs: 20 })).toEqual({ status: 'PAID', since: 20 });
    expect(noteOrderRead(awaiting, { status: 'CANCELLED', atMs: 20 })).toEqual({ status: 'CANCELLED', since: 20 });
  });

  it('design 6: a repeated or late word is a no-op', () => {
    const paid = { status: OrderStatus.PAID, since: 20 };
    expect(noteOrderRead(paid, { status: 'PAID', atMs: 30 })).toBe(paid);
    expect(noteOrderRead(paid, { status: 'AWAITING_PAYMENT', atMs: 30 })).toBe(paid);
  });

  it('design 6: completed never becomes cancelled', () => {
    const completed = { status: OrderStatus.COMPLETED, since: 20 };
    expect(noteOrderRead(completed, { status: 'CANCELLED', atMs: 30 })).toBe(completed);
    expect(isForward('COMPLETED', 'CANCELLED')).toBe(false);
  });

  it('design 6: an appeal shows even after releasing was seen, and not the other way round', () => {
    expect(isForward('IN_APPEAL', 'RELEASING')).toBe(true);
    expect(isForward('RELEASING', 'IN_APPEAL')).toBe(false);
    expect(isForward('COMPLETED', 'IN_APPEAL')).toBe(true);
  });

  it('design 6: a late word does not turn the time back', () => {
    expect(noteOrderRead({ status: 'PAID', since: 50 }, { status: 'COMPLETED', atMs: 20 }).since).toBe(50);
  });
});

describe('design 6: a read may lead back to paid', () => {
  it.each(['RELEASING', 'IN_APPEAL'] as const)('design 6: from %s, since a new moment', (status) => {
    const before = { status, since: 50 };
    const after = noteOrderRead(before, { status: 'PAID', atMs: 90 });
    expect(after).toEqual({ status: 'PAID', since: 90 });
    expect(noteOrderRead(before, { status: 'PAID', atMs: 20 }).since).toBe(51);
  });

  it.each(['COMPLETED', 'CANCELLED', 'CANCELLED_BY_SYSTEM'] as const)('design 6: %s never changes', (status) => {
    const ended = { status, since: 50 };
    for (const next of Object.values(OrderStatus)) {
      expect(noteOrderRead(ended, { status: next, atMs: 90 })).toBe(ended);
    }
  });

  it('design 6: nothing leads back to awaiting payment, or from an appeal to releasing', () => {
    const paid = { status: OrderStatus.PAID, since: 50 };
    const appeal = { status: OrderStatus.IN_APPEAL, since: 50 };
    expect(noteOrderRead(paid, { status: 'AWAITING_PAYMENT', atMs: 90 })).toBe(paid);
    expect(noteOrderRead(appeal, { status: 'RELEASING', atMs: 90 })).toBe(appeal);
  });

  it('wire-facts 13: a buyer may cancel before and after he has paid, and in no other status', () => {
    expect(Object.values(OrderStatus).filter(isCancellable)).toEqual(['AWAITING_PAYMENT', 'PAID']);
  });

  it('design 6: who cancelled it makes no difference to what was cancelled', () => {
    expect(Object.values(OrderStatus).filter(isCancelled)).toEqual(['CANCELLED', 'CANCELLED_BY_SYSTEM']);
  });
});
