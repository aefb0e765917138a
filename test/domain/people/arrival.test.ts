import { describe, expect, it } from 'vitest';
import { arrivalReason } from '../../../src/domain/people/arrival.ts';
import { dealing } from './dealing-fixture.ts';

const order = {
  orderNumber: 'order-9',
  side: 'SELL',
  status: 'AWAITING_PAYMENT',
  totalPrice: '900',
  fiat: 'BOB',
} as const;
const off = { firstOrderCap: 'none', personCooldownMs: 0 };
const capped = { ...off, firstOrderCap: '500 BOB' };
const cooling = { ...off, personCooldownMs: 1_000 };
const facts = { order, barredBy: null, dealings: [], nowMs: 2_500 };
const blocked = { kind: 'blocked', by: 'ana', note: null } as const;

describe('an order that arrives', () => {
  it('ADR 0059: is held by no rule that is off, but by the block list', () => {
    const dealings = [dealing({ status: 'CANCELLED' })];
    expect(arrivalReason(off, { ...facts, dealings })).toBeNull();
    expect(arrivalReason(off, { ...facts, barredBy: blocked })).toEqual(blocked);
    expect(arrivalReason(off, { ...facts, barredBy: { kind: 'unknown' } })).toBeNull();
  });

  it('ADR 0059: is of a person who is not known while register or guard is silent, but for a hit of the other', () => {
    const unknown = { kind: 'unknown' };
    expect(arrivalReason(off, { ...facts, barredBy: undefined })).toEqual(unknown);
    expect(arrivalReason(off, { ...facts, dealings: null })).toEqual(unknown);
    expect(arrivalReason(off, { ...facts, barredBy: blocked, dealings: null })).toEqual(blocked);
  });

  it.each([
    ['SELL', 'AWAITING_PAYMENT', true],
    ['SELL', 'PAID', true],
    ['SELL', 'IN_APPEAL', true],
    ['SELL', 'RELEASING', false],
    ['SELL', 'COMPLETED', false],
    ['BUY', 'AWAITING_PAYMENT', true],
    ['BUY', 'PAID', false],
  ] as const)(
    'ADR 0059: %s and %s is held: %s, as the desk has something left to pay or release',
    (side, status, is) => {
      const reason = arrivalReason(off, { ...facts, order: { ...order, side, status }, barredBy: blocked });
      expect(reason !== null).toBe(is);
    },
  );

  it('ADR 0059: is held above the cap, while its person has finished none; a currency without a cap allows nothing', () => {
    const reason = { kind: 'first-order', total: '900', fiat: 'BOB' };
    const dealings = [dealing({ status: 'CANCELLED' }), dealing({ orderNumber: 'order-9' })];
    expect(arrivalReason(capped, { ...facts, dealings })).toEqual({ ...reason, cap: '500' });
    const dollars = { ...off, firstOrderCap: '500 USD' };
    expect(arrivalReason(dollars, { ...facts, dealings })).toEqual({ ...reason, cap: null });
    expect(arrivalReason(capped, { ...facts, order: { ...order, totalPrice: '500.00' }, dealings })).toBeNull();
    expect(arrivalReason(capped, { ...facts, dealings: [dealing()] })).toBeNull();
    const small = { ...order, totalPrice: '300' };
    const running = [dealing({ orderNumber: 'order-8', status: 'PAID', total: '300' })];
    expect(arrivalReason(capped, { ...facts, order: small, dealings: running })).toMatchObject({ total: '600' });
    const others = [dealing({ status: 'CANCELLED' }), dealing({ status: 'PAID', fiat: 'USD' })];
    expect(arrivalReason(capped, { ...facts, order: small, dealings: others })).toBeNull();
  });

  it('ADR 0059: is held for a time after an order of its person was cancelled or appealed', () => {
    const held = { kind: 'cooldown', untilMs: 3_000 };
    for (const part of [{ status: 'CANCELLED_BY_SYSTEM' }, { wasAppealed: true }] as const)
      expect(arrivalReason(cooling, { ...facts, dealings: [dealing(part)] })).toEqual(held);
    expect(arrivalReason(cooling, { ...facts, dealings: [dealing()] })).toBeNull();
    const dealings = [dealing({ status: 'CANCELLED' })];
    expect(arrivalReason(cooling, { ...facts, dealings, nowMs: 3_000 })).toBeNull();
  });
});
