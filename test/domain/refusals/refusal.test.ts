import { describe, expect, it } from 'vitest';
import { refusalIn } from '../../../src/domain/refusals/refusal.ts';

describe('U16: the refusal in the details of a failure', () => {
  it('is the first of them, where it has a code', () => {
    expect(refusalIn([{ code: 'order-mode', mode: 'live' }, 7])).toEqual({ code: 'order-mode', mode: 'live' });
  });

  it.each([[undefined], [null], [[]], [[null]], [['order-mode']], [[{}]], [[{ code: 7 }]]])(
    'is none in %j',
    (details) => {
      expect(refusalIn(details)).toBeNull();
    },
  );
});
