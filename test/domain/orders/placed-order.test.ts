import { describe, expect, it } from 'vitest';
import { placedCandidates, type PlacedTrace } from '../../../src/domain/orders/placed-order.ts';
import { paidOrder } from './order-fixture.ts';

const sentAtMs = 1_768_000_000_000;

function order(orderNumber: string, afterMs: number, part: Partial<ReturnType<typeof paidOrder>> = {}) {
  return paidOrder({ orderNumber, side: 'BUY', totalPrice: '500', createdAtMs: sentAtMs + afterMs, ...part });
}

function numbersOf(orders: ReturnType<typeof order>[], part: Partial<PlacedTrace> = {}): string[] {
  const trace = { side: 'BUY', totalAmount: '500.00', known: [], sentAtMs, ...part } as const;
  return placedCandidates(orders, trace).map(({ orderNumber }) => orderNumber);
}

describe('I3, ADR 0005: which order of an ad a placement without an answer has made', () => {
  it('one that was there before, of the other side, or of another amount is none', () => {
    expect(numbersOf([order('1', 0), order('2', 0, { side: 'SELL' }), order('3', 0, { totalPrice: '495' })])).toEqual([
      '1',
    ]);
    expect(numbersOf([order('1', 0)], { known: ['1'] })).toEqual([]);
  });

  it('the rounding of the asset amount may make half a percent', () => {
    expect(numbersOf([order('1', 0, { totalPrice: '497.5' }), order('2', 0, { totalPrice: '497.4' })])).toEqual(['1']);
  });

  it('design 6: of several the first after the call by the service’s clock comes first, those before it come last', () => {
    const listed = [
      order('later', 9_000),
      order('ours', 400),
      order('just before', -3_000),
      order('long before', -9_000),
    ];
    expect(numbersOf(listed)).toEqual(['ours', 'later', 'just before', 'long before']);
    expect(numbersOf(listed.toReversed())).toEqual(['ours', 'later', 'just before', 'long before']);
  });

  it('two clocks that are two seconds apart are the same time', () => {
    expect(numbersOf([order('later', 1), order('ours', -2_000)])).toEqual(['ours', 'later']);
    expect(numbersOf([order('later', 1), order('earlier', -2_001)])).toEqual(['later', 'earlier']);
  });

  it.each([-86_400_000, -8_000, 8_000, 86_400_000])(
    'the time drops none: one that is %d ms away is found when it is the only one, for else a second one would be placed',
    (ms) => {
      expect(numbersOf([order('1', ms)])).toEqual(['1']);
    },
  );
});
