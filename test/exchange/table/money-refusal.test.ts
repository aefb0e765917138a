import { describe, expect, it } from 'vitest';
import { judgeMoneyFailure, type MoneyOutcome } from '../../../src/domain/orders/money-outcome.ts';
import { ExchangeError, type ExchangeFailure } from '../../../src/exchange/exchange-error.ts';

function judge(changes: Partial<ExchangeFailure>): MoneyOutcome {
  const failure = { endpoint: 'releaseCoin', message: '', httpStatus: 400, sent: 'yes' } as const;
  return judgeMoneyFailure(new ExchangeError({ ...failure, ...changes }));
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
