import { describe, expect, it } from 'vitest';
import {
  conclude,
  judgeMoneyFailure,
  reconcilePauseMs,
  settledAtMs,
  type MoneyFailure,
  type MoneyOutcome,
} from '../../../src/domain/orders/money-outcome.ts';

function judge(changes: Partial<MoneyFailure>): MoneyOutcome {
  return judgeMoneyFailure({ code: null, message: '', httpStatus: 400, sent: 'yes', retryAfterMs: null, ...changes });
}

describe('I4, I5: what one attempt of a money step proves', () => {
  it.each(['-1021', '-1022', '-1102', '-1104', '-1013', '-1111', '-2015', '-2019', '83229', '187049', '429'])(
    'I4: code %s was refused before execution',
    (code) => {
      expect(judge({ code, message: 'no' })).toMatchObject({ kind: 'rejected', code, message: 'no' });
    },
  );

  it.each([
    [418, 'IP_BAN'],
    [429, 'RATE_LIMITED'],
  ])('7.1: HTTP %i was refused before execution', (httpStatus, category) => {
    const outcome = judge({ httpStatus, retryAfterMs: 5_000 });
    expect(outcome).toEqual({ kind: 'rejected', category, code: null, message: '', retryAfterMs: 5_000 });
  });

  it('I4: what was never sent was not executed, and the caller’s category is kept', () => {
    const outcome = judge({ sent: 'no', code: 'BREAKER_OPEN', httpStatus: null, category: 'RETRIABLE_WITH_BACKOFF' });
    expect(outcome).toMatchObject({ kind: 'rejected', category: 'RETRIABLE_WITH_BACKOFF', code: 'BREAKER_OPEN' });
    expect(judge({ sent: 'no', code: 'FENCED', httpStatus: null })).toMatchObject({ category: 'UNKNOWN' });
  });

  it.each(['-1000', '-9000', '-3026', '83023', '200001035', null])('I4: code %s proves nothing', (code) => {
    expect(judge({ code, message: 'limited range' }).kind).toBe('unknown');
  });

  it.each([500, 502, 503, 504])('I4: HTTP %i proves nothing, whatever code it carries', (httpStatus) => {
    expect(judge({ httpStatus, code: '-1102' }).kind).toBe('unknown');
    expect(judge({ httpStatus, message: 'Unknown error, please check' }).kind).toBe('unknown');
  });

  it('I4: of all 5xx only 503 "Service Unavailable" is a definite failure', () => {
    expect(judge({ httpStatus: 503, message: 'Service Unavailable.' }).kind).toBe('rejected');
    expect(judge({ httpStatus: 500, message: 'Service Unavailable.' }).kind).toBe('unknown');
  });

  it('I4: a timeout, a reset and a 404 prove nothing, and the reason says what is known', () => {
    expect(judge({ httpStatus: null, sent: 'unknown', message: 'socket hang up' })).toEqual({
      kind: 'unknown',
      reason: 'no answer, socket hang up',
    });
    expect(judge({ httpStatus: 404 })).toEqual({ kind: 'unknown', reason: 'HTTP 404' });
    expect(judge({ httpStatus: 400, code: '-9000', message: 'system error' })).toEqual({
      kind: 'unknown',
      reason: 'HTTP 400, code -9000, system error',
    });
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
