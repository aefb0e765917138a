import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categorize, classify } from '../../../src/exchange/table/classify.ts';
import { ErrorCategory, TransportCondition, type ErrorFacts } from '../../../src/domain/failures/error-category.ts';
import { errorTable } from '../../../src/exchange/table/error-table.ts';
import { failureUses, handlingOf } from '../../../src/domain/failures/handling-table.ts';
import { conclude, judgeMoneyFailure } from '../../../src/domain/orders/money-outcome.ts';
import { ExchangeError } from '../../../src/exchange/exchange-error.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { check } from '../../domain/seeded.ts';

const codes = fc.oneof(
  fc.constant(null),
  fc.constantFrom(...errorTable.map((row) => row.code), '429', '83998'),
  fc.integer().map(String),
  fc.string(),
);
const messages = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '187049',
        '187040',
        '187031',
        '187055',
        'rango limitado',
        'Limited Range',
        'PRICE RANGE',
        '83229',
      ),
      fc.string(),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(' '));
const facts: fc.Arbitrary<ErrorFacts> = fc.record({
  code: codes,
  message: messages,
  httpStatus: fc.oneof(fc.constantFrom(null, 200, 400, 404, 418, 429, 500, 503), fc.integer({ min: 100, max: 599 })),
});

/** Interface 7.2 written a second time, as a list of conditions in its order. */
function section72({ code, message }: ErrorFacts): string {
  const says = (...words: string[]): boolean => words.some((word) => message.toLowerCase().includes(word));
  const isOne = (...list: string[]): boolean => code !== null && list.includes(code);
  const conditions: readonly (readonly [boolean, string])[] = [
    [isOne('83229', '83230'), 'AD_OFFLINE'],
    [isOne('-1021', '-1022'), 'RETRY_WITH_SYNC'],
    [isOne('-9000') && says('187049', '187040', '187031'), 'RETRY_WITH_VOLUME_SYNC'],
    [isOne('-9000') && says('rango limitado', 'limited range'), 'PRICE_RANGE_LIMIT'],
    [isOne('-9000', '-1000', '429'), 'RETRIABLE_WITH_BACKOFF'],
    [isOne('187049', '187040', '187031'), 'RETRY_WITH_VOLUME_SYNC'],
    [isOne('-2019', '-2015', '-3026', '-1013', '-1111', '-1102', '-1104'), 'NON_RETRIABLE_BUSINESS'],
    [isOne('187055'), 'SPECIAL_HANDLER'],
    [says('rango limitado', 'limited range', 'price range'), 'PRICE_RANGE_LIMIT'],
  ];
  return conditions.find(([holds]) => holds)?.[1] ?? 'UNKNOWN';
}

describe('7.2, I26: classification', () => {
  it('7.2: it is total, and its order is that of the interface', () => {
    check(
      fc.property(facts, (failure) => {
        expect(Object.values(ErrorCategory)).toContain(classify(failure));
        expect(classify(failure)).toBe(section72(failure));
      }),
      5_000,
    );
  });

  it('7.2: the same facts always have the same category, whatever was classified between', () => {
    check(
      fc.property(facts, fc.array(facts, { maxLength: 5 }), (failure, others) => {
        const first = categorize(failure);
        for (const other of others) categorize(other);
        expect(categorize({ ...failure })).toBe(first);
      }),
    );
  });

  it('7.1: the transport only adds its own three conditions', () => {
    const conditions: readonly string[] = Object.values(TransportCondition);
    check(
      fc.property(facts, (failure) => {
        const category = categorize(failure);
        expect(conditions.includes(category) || category === classify(failure)).toBe(true);
      }),
    );
  });

  it('7.4: every category has a handling', () => {
    check(
      fc.property(facts, fc.nat(), fc.constantFrom(...failureUses), (failure, attempt, use) => {
        const context = { attempt, retryAfterMs: null, random: () => 0.5, settings: defaultSettings };
        expect(handlingOf(categorize(failure), use).waitMs(context)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('I4, I5: money steps', () => {
  it('I4: what was sent is only taken for refused with a definite word of the service', () => {
    check(
      fc.property(facts, fc.constantFrom('yes' as const, 'unknown' as const), (failure, sent) => {
        const outcome = judgeMoneyFailure(new ExchangeError({ ...failure, endpoint: 'releaseCoin', sent }));
        const undecided = [null, '-1000', '-9000', '-3026'].includes(failure.code);
        const broken = failure.httpStatus !== null && failure.httpStatus >= 500;
        const refused = failure.httpStatus === 418 || failure.httpStatus === 429 || failure.code === '429';
        const unavailable = failure.httpStatus === 503 && /service unavailable/i.test(failure.message);
        if ((undecided || broken) && !refused && !unavailable) expect(outcome.kind).toBe('unknown');
      }),
      5_000,
    );
  });

  it('I5: "not done" never rests on reads that began while the attempt could still take effect', () => {
    const reads = fc.array(
      fc.record({
        answer: fc.constantFrom('not-done' as const, 'unreadable' as const),
        phase: fc.constantFrom('open' as const, 'settled' as const),
      }),
    );
    check(
      fc.property(reads, (looks) => {
        const late = looks.filter(({ answer, phase }) => answer === 'not-done' && phase === 'settled');
        expect(conclude(looks)).toBe(late.length >= 2 ? 'not-done' : 'wait');
      }),
    );
  });
});
