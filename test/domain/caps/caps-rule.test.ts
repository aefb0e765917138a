import { capsWords } from '../../../src/words/rule-words.ts';
import { describe, expect, it } from 'vitest';
import { looserCaps, paymentCapsRuleSchema } from '../../../src/domain/caps/caps-rule.ts';

const bank = { method: 'BankA', daily: '50000', fiat: 'BOB' };
const rule = { timezone: 'America/La_Paz', caps: [bank] };
const problem = (changed: object): string | undefined =>
  paymentCapsRuleSchema.safeParse({ ...rule, ...changed }).error?.issues[0]?.message;

describe('ads#payment-caps: caps as they are written', () => {
  it('takes them in several currencies', () => {
    const dollars = { ...bank, daily: '700.50', fiat: 'USD' };
    expect(paymentCapsRuleSchema.parse({ ...rule, caps: [bank, dollars] }).caps).toHaveLength(2);
    expect(capsWords({ ...rule, caps: [bank, dollars] })).toBe(
      'BankA 50000 BOB, BankA 700.50 USD a day (America/La_Paz)',
    );
  });

  it('takes up to fifty of them, and methods of up to eighty letters', () => {
    const many = Array.from({ length: 51 }, (_, index) => ({ ...bank, method: String(index) }));
    expect(problem({ caps: many.slice(0, 50) })).toBeUndefined();
    expect(problem({ caps: many })).toBe('must have at most 50 caps');
    for (const method of ['A', 'A'.repeat(80)]) expect(problem({ caps: [{ ...bank, method }] })).toBeUndefined();
    expect(problem({ caps: [{ ...bank, method: 'A'.repeat(81) }] })).toContain('80');
  });

  it.each([
    ['no method', { caps: [] }, 'must name a payment method with its daily sum'],
    ['a blank method', { caps: [{ ...bank, method: ' ' }] }, 'must name a payment method'],
    ['nothing', { caps: [{ ...bank, daily: '0' }] }, 'must be an amount above zero, such as "50000"'],
    ['less than nothing', { caps: [{ ...bank, daily: '-5' }] }, 'must be an amount above zero, such as "50000"'],
    ['no amount', { caps: [{ ...bank, daily: '50,000' }] }, 'must be an amount above zero, such as "50000"'],
    ['no currency', { caps: [{ ...bank, fiat: 'bob' }] }, 'must be a currency in capitals, such as "BOB"'],
    [
      'one twice',
      { caps: [bank, { ...bank, method: ' banka', daily: '9' }] },
      'must name each method once for a currency',
    ],
  ])('refuses %s', (...row) => {
    const [, changed, message] = row;
    expect(problem(changed)).toBe(message);
  });
});

describe('ads#payment-caps: a change of caps loosens', () => {
  it.each([
    ['a higher cap', [{ ...bank, daily: '50000.01' }], ['the cap of BankA, 50000 BOB a day, becomes 50000.01 BOB']],
    ['a cap that ends', [{ ...bank, method: 'BankB' }], ['the cap of BankA, 50000 BOB a day, ends']],
    ['the same cap', [{ ...bank, method: ' banka', daily: '50000.0' }], []],
    ['a lower cap', [{ ...bank, daily: '9000' }], []],
  ])('%s', (...row) => {
    const [, caps, words] = row;
    expect(looserCaps(rule, { ...rule, caps })).toEqual(words);
  });

  it('without caps nothing was held, and without new ones nothing is', () => {
    expect(looserCaps(null, rule)).toEqual([]);
    expect(looserCaps(rule, null)).toEqual(['the cap of BankA, 50000 BOB a day, ends']);
  });
});
