import { describe, expect, it } from 'vitest';
import { arrivalReason, hasArrivalRules } from '../../../src/domain/people/arrival.ts';
import { dealing } from './dealing-fixture.ts';

const order = { orderNumber: 'order-9', totalPrice: '900', fiat: 'BOB' };
const off = { firstOrderCap: 'none', personCooldownMs: 0 };
const capped = { ...off, firstOrderCap: '500 BOB' };
const cooling = { ...off, personCooldownMs: 1_000 };
const nowMs = 2_500;

describe('an order that arrives', () => {
  it('ADR 0059: is held by no rule that is off', () => {
    const dealings = [dealing({ status: 'CANCELLED' })];
    expect(arrivalReason(off, { order, dealings, nowMs })).toBeNull();
    expect([off, capped, cooling].map(hasArrivalRules)).toEqual([false, true, true]);
  });

  it('ADR 0059: is held above the cap, while its person has finished none; a currency without a cap allows nothing', () => {
    const reason = { kind: 'first-order', total: '900', fiat: 'BOB' };
    const dealings = [dealing({ status: 'CANCELLED' }), dealing({ orderNumber: 'order-9' })];
    expect(arrivalReason(capped, { order, dealings, nowMs })).toEqual({ ...reason, cap: '500' });
    const dollars = { ...off, firstOrderCap: '500 USD' };
    expect(arrivalReason(dollars, { order, dealings, nowMs })).toEqual({ ...reason, cap: null });
    expect(arrivalReason(capped, { order: { ...order, totalPrice: '500.00' }, dealings, nowMs })).toBeNull();
    expect(arrivalReason(capped, { order, dealings: [dealing()], nowMs })).toBeNull();
  });

  it('ADR 0059: is held for a time after an order of its person was cancelled or appealed', () => {
    const held = { kind: 'cooldown', untilMs: 3_000 };
    for (const part of [{ status: 'CANCELLED_BY_SYSTEM' }, { wasAppealed: true }] as const)
      expect(arrivalReason(cooling, { order, dealings: [dealing(part)], nowMs })).toEqual(held);
    expect(arrivalReason(cooling, { order, dealings: [dealing()], nowMs })).toBeNull();
    const before = [dealing({ status: 'CANCELLED' })];
    expect(arrivalReason(cooling, { order, dealings: before, nowMs: 3_000 })).toBeNull();
  });
});
