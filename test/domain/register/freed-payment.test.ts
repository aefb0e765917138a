import { describe, expect, it } from 'vitest';
import { freeingRefusal } from '../../../src/domain/register/freed-payment.ts';
import { stepStates, type StepRow } from '../../../src/domain/register/step-row.ts';

const row = (state: StepRow['state'], number: number): StepRow => ({
  account: 'main',
  step: 'release',
  subject: 'order-1',
  number,
  state,
  term: 1,
  total: '70',
  fiat: 'BOB',
  askedAtMs: 1,
  armedAtMs: null,
  untilMs: null,
  unseenReads: 0,
  unseenAtMs: null,
  orderNumber: null,
});

describe('design 6: the payment of an order is freed by a person', () => {
  it('once a release of it has ended as not done, and the newest is the one that was shown', () => {
    expect(freeingRefusal([row('not-done', 3)], 3)).toBeNull();
    expect(freeingRefusal([row('not-done', 3), row('not-left', 5)], 5)).toBeNull();
    expect(freeingRefusal([row('not-done', 3), row('not-done', 5)], 3)).toEqual({ code: 'released-again' });
  });

  it('never without one', () => {
    expect(freeingRefusal([], 0)).toEqual({ code: 'release-not-disproved' });
    expect(freeingRefusal([row('not-left', 1)], 1)).toEqual({ code: 'release-not-disproved' });
  });

  it.each(stepStates.filter((state) => state !== 'not-done' && state !== 'not-left'))(
    'never beside one that is %s',
    (state) => {
      expect(freeingRefusal([row('not-done', 1), row(state, 2)], 2)).toEqual({ code: 'release-not-ended', state });
      expect(freeingRefusal([row(state, 1), row('not-done', 2)], 2)).toEqual({ code: 'release-not-ended', state });
    },
  );
});
