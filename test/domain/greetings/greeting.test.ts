import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  filledGreeting,
  greetingFault,
  greetingFor,
  greetingId,
  greetingState,
  isSameOccasion,
  type Greeting,
} from '../../../src/domain/greetings/greeting.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';

const greeting = (name: string, part: Partial<Greeting> = {}): Greeting => ({
  name,
  state: 'placed',
  side: null,
  fiat: null,
  text: 'Hola',
  ...part,
});

const facts = {
  order: '88',
  amount: '39.60',
  asset: 'USDT',
  total: '400.00',
  fiat: 'BOB',
  price: '10.10',
  minutes: null,
};

describe('what is said at an order', () => {
  it('ADR 0061: is the greeting that names most of it, the currency before the side', () => {
    const all = [
      greeting('any'),
      greeting('sell', { side: 'SELL' }),
      greeting('bob', { fiat: 'BOB' }),
      greeting('bob-sell', { fiat: 'BOB', side: 'SELL' }),
      greeting('paid', { state: 'paid' }),
    ];
    const chosen = (side: 'BUY' | 'SELL', fiat: string) => greetingFor(all, { state: 'placed', side, fiat })?.name;
    expect([chosen('SELL', 'BOB'), chosen('BUY', 'BOB'), chosen('SELL', 'VND'), chosen('BUY', 'VND')]).toEqual([
      'bob-sell',
      'bob',
      'sell',
      'any',
    ]);
    expect(greetingFor(all, { state: 'completed', side: 'SELL', fiat: 'BOB' })).toBe(null);
  });

  it('ADR 0061: two greetings are of one occasion only where they differ in nothing that decides', () => {
    expect(isSameOccasion(greeting('a'), greeting('b', { text: 'other' }))).toBe(true);
    for (const part of [{ state: 'paid' }, { side: 'BUY' }, { fiat: 'BOB' }] as const)
      expect(isSameOccasion(greeting('a'), greeting('b', part))).toBe(false);
  });

  it('ADR 0061: nothing is said in an appeal, nor while the coin leaves', () => {
    expect(Object.values(OrderStatus).map(greetingState)).toEqual([
      'placed',
      'paid',
      null,
      null,
      'completed',
      'cancelled',
      'cancelled',
    ]);
  });
});

describe('the text of a greeting', () => {
  it.each([
    ['', { code: 'empty' }],
    ['x'.repeat(501), { code: 'too-long' }],
    [`${'x'.repeat(480)} {total}`, { code: 'too-long' }],
    ['a\u0007b', { code: 'unsayable' }],
    ['Hola {name}', { code: 'unknown-part', part: 'name' }],
    ['Hola {}', { code: 'unknown-part', part: '' }],
    ['Hola {total', { code: 'unknown-part', part: '{' }],
    ['Hola total}', { code: 'unknown-part', part: '}' }],
    ['{{total}}', { code: 'unknown-part', part: '{' }],
    ['paga a 1000-2345-67', { code: 'account' }],
    ['paga a ana@example.com', { code: 'account' }],
  ])('ADR 0061: is refused where it could not be said: %j', (text, fault) => {
    expect(greetingFault(text, 'placed')).toEqual(fault);
  });

  it('ADR 0061: may have lines, each part, and short numbers; a deadline only while there is one', () => {
    const text = '{order} {amount} {asset} {total} {fiat} {price}\nen 15 minutos, de 9:00 a 18:30';
    for (const state of ['placed', 'paid', 'completed', 'cancelled'] as const)
      expect(greetingFault(text, state)).toBe(null);
    expect(greetingFault('{minutes}', 'paid')).toBe(null);
    for (const state of ['completed', 'cancelled'] as const)
      expect(greetingFault('{minutes}', state)).toEqual({ code: 'no-deadline' });
  });

  it('ADR 0061: has each part replaced once, and is not said without one of them', () => {
    expect(filledGreeting({ text: '{total} {fiat}, {total}' }, facts)).toBe('400.00 BOB, 400.00');
    expect(filledGreeting({ text: '{asset} {total}' }, { ...facts, asset: '{total}$&' })).toBe('{total}$& 400.00');
    expect(filledGreeting({ text: '{total} en {minutes}' }, facts)).toBe(null);
    expect(filledGreeting({ text: '{other}' }, facts)).toBe('{other}');
  });
});

it('ADR 0061: the id of what is said is that of account, order and state, for every process', () => {
  const order = { account: 'main', orderNumber: '88', state: 'placed' } as const;
  const id = greetingId(order);
  expect(z.uuid().safeParse(id).success).toBe(true);
  expect(greetingId({ ...order })).toBe(id);
  const others = [{ account: 'second' }, { orderNumber: '89' }, { state: 'paid' } as const];
  expect(new Set([id, ...others.map((part) => greetingId({ ...order, ...part }))]).size).toBe(4);
});
