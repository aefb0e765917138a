import { describe, expect, it } from 'vitest';
import {
  conclude,
  judgeMoneyFailure,
  reconcilePauseMs,
  settledAtMs,
  type MoneyOutcome,
} from '../../../src/domain/orders/money-outcome.ts';

const failure = { code: '7', message: 'no', httpStatus: 400, retryAfterMs: 5, category: 'UNKNOWN' } as const;

describe('I4, I5: what one attempt of a money step proves', () => {
  it('what cannot have taken effect is a rejection, with what the failure says of itself', () => {
    const { httpStatus: _, ...said } = failure;
    expect(judgeMoneyFailure({ ...failure, hadNoEffect: true })).toEqual({ kind: 'rejected', ...said });
  });

  it('anything else is unknown, and the reason says what is known', () => {
    const reason = (changes: Partial<Parameters<typeof judgeMoneyFailure>[0]>): MoneyOutcome =>
      judgeMoneyFailure({ ...failure, hadNoEffect: false, ...changes });
    expect(reason({})).toEqual({ kind: 'unknown', reason: 'HTTP 400, code 7, no' });
    expect(reason({ code: null, httpStatus: null, message: '' })).toEqual({ kind: 'unknown', reason: 'no answer' });
  });
});

describe('I5: the conclusion from reads', () => {
  type Read = Parameters<typeof conclude>[0][number];
  const settled = (...answers: Read['answer'][]): Read[] => answers.map((answer) => ({ answer, phase: 'settled' }));
  const open = (...answers: Read['answer'][]): Read[] => answers.map((answer) => ({ answer, phase: 'open' }));

  it('I5: one read that shows it done decides in any phase', () => {
    expect(conclude(open('not-done', 'done'))).toBe('done');
    expect(conclude(settled('not-done', 'not-done', 'done'))).toBe('done');
  });

  it('I5: not done needs two agreeing reads that began when it could no longer take effect', () => {
    expect(conclude(open('not-done', 'not-done'))).toBe('wait');
    expect(conclude(settled('not-done'))).toBe('wait');
    expect(conclude(settled('not-done', 'unreadable'))).toBe('wait');
    expect(conclude([...open('not-done', 'not-done'), ...settled('not-done')])).toBe('wait');
    expect(conclude(settled('not-done', 'not-done'))).toBe('not-done');
    expect(conclude(settled('not-done', 'unreadable', 'not-done'))).toBe('not-done');
  });

  it('I5: no reads conclude nothing', () => {
    expect(conclude([])).toBe('wait');
  });
});

describe('design 6: from when on an attempt can no longer take effect', () => {
  const windows = { boundMs: 10_000, recvWindowMs: 3_000, settleMs: 15_000 };

  it('counts from the bound when that is the later: an early answer may have left a late sender behind', () => {
    expect(settledAtMs({ ...windows, scheduledAtMs: 1_000, returnedAtMs: 1_500 })).toBe(1_000 + 10_000 + 18_000);
  });

  it('counts from the lease where the bound is shorter: what was armed may leave until then', () => {
    const short = { ...windows, boundMs: 2_000, scheduledAtMs: 1_000, returnedAtMs: 1_500 };
    expect(settledAtMs(short)).toBe(1_000 + 6_000 + 18_000);
  });

  it('counts from the return when that is the later: the worker may have sent until then', () => {
    expect(settledAtMs({ ...windows, scheduledAtMs: 1_000, returnedAtMs: 31_000 })).toBe(31_000 + 18_000);
  });
});

it('design 6: the reads of an unknown outcome come after 1, 2, 4 and then every 5 seconds', () => {
  expect([1, 2, 3, 4, 5, 60].map(reconcilePauseMs)).toEqual([1_000, 2_000, 4_000, 5_000, 5_000, 5_000]);
});
