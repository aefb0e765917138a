import { describe, expect, it } from 'vitest';
import {
  maxRememberedOrders,
  packIntake,
  unpackIntake,
  type IntakeState,
} from '../../../../src/domain/orders/intake/intake-memory.ts';

describe('design 6: what an intake goes on with', () => {
  it('keeps the status that each order was sent, by status, and the ended ones', () => {
    const state: IntakeState = {
      told: new Map([
        ['1', 'PAID'],
        ['2', 'IN_APPEAL'],
        ['3', null],
        ['4', 'PAID'],
      ]),
      ended: new Map([['2', 7]]),
    };
    const memory = packIntake(state);
    expect(memory).toEqual({ told: { PAID: ['1', '4'], IN_APPEAL: ['2'] }, ended: [{ orderNumber: '2', sinceMs: 7 }] });
    state.told.delete('3');
    expect(unpackIntake(structuredClone(memory))).toEqual({
      told: new Map(state.told),
      ended: state.ended,
    });
  });

  it('I35: is bounded, because a heartbeat carries it', () => {
    const numbers = Array.from({ length: maxRememberedOrders + 5 }, (_, index) => String(index));
    const memory = packIntake({
      told: new Map(numbers.map((number) => [number, 'PAID'])),
      ended: new Map(numbers.map((number) => [number, 0])),
    });
    expect(memory.told.PAID).toHaveLength(maxRememberedOrders);
    expect(memory.ended).toHaveLength(maxRememberedOrders);
  });

  it.each([[null], [undefined], [{}], [{ told: { DONE: ['1'] }, ended: [] }], [{ polls: 3 }]])(
    'a memory that cannot be read (%j) counts as empty',
    (memory) => {
      expect(unpackIntake(memory)).toEqual({ told: new Map(), ended: new Map() });
    },
  );
});
