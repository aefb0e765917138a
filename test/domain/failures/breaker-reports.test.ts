import { describe, expect, it } from 'vitest';
import { withBreakerReport } from '../../../src/domain/failures/breaker-reports.ts';

const opened = (account: string, service = 'api.example.com') => ({
  account,
  service,
  breaker: { phase: 'open' as 'open' | 'closed' },
});
const closed = (account: string) => ({ ...opened(account), breaker: { phase: 'closed' as const } });

describe('I29, S14: the breakers that an egress knows', () => {
  it('the latest report of an account at a service replaces the earlier one, and a closed one is dropped', () => {
    const two = [opened('main'), opened('shop')];
    expect(withBreakerReport(two, opened('main'))).toEqual([opened('shop'), opened('main')]);
    expect(withBreakerReport(two, opened('main', 'desk.invalid'))).toHaveLength(3);
    expect(withBreakerReport(two, closed('main'))).toEqual([opened('shop')]);
  });

  it('are 500 at most: of more the oldest are dropped', () => {
    const many = Array.from({ length: 500 }, (_, index) => opened(`account${index}`));
    const kept = withBreakerReport(many, opened('main'));
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([500, opened('account1'), opened('main')]);
  });
});
