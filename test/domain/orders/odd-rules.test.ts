import { describe, expect, it } from 'vitest';
import { oddRules, type TradedFiats } from '../../../src/domain/orders/odd-rules.ts';
import { noReleaseRules, type ReleaseRules } from '../../../src/domain/orders/release-rules.ts';

const fiats: TradedFiats = { isCurrency: (fiat) => ['BOB', 'AED', 'USD'].includes(fiat), traded: [] };
const odd = (part: Partial<ReleaseRules>, traded: string[] = []): string[] =>
  oddRules({ ...noReleaseRules, ...part }, { ...fiats, traded });

describe('design 6: release rules that are hardly meant', () => {
  it('usual rules raise no question', () => {
    expect(odd({})).toEqual([]);
    const approvers = { count: 1, countAbove: { amounts: { BOB: '1000', USD: '100' }, count: 2 } };
    expect(odd({ amountCap: { BOB: '5000' }, approvers }, ['BOB'])).toEqual([]);
    expect(odd({ approvers: { count: 2, countAbove: null }, amountCap: { BOB: '5000' } })).toEqual([]);
    expect(odd({ approvers }, ['AED'])).toEqual([]);
  });

  it('a currency that does not exist is named once', () => {
    const approvers = { count: 1, countAbove: { amounts: { BOBB: '1000' }, count: 2 } };
    expect(odd({ amountCap: { BOBB: '5000', BOB: '1' }, approvers })).toEqual(['BOBB is no known currency']);
  });

  it('a cap that leaves a traded currency out stops its releases', () => {
    expect(odd({ amountCap: { BOB: '5000' } }, ['AED', 'BOB'])).toEqual([
      'the account trades in AED, for which the cap has no amount: none of its orders is released',
    ]);
  });

  it('approvers are never asked under policy paid', () => {
    const approvers = { count: 2, countAbove: null };
    expect(odd({ policy: 'paid', approvers })).toEqual([
      'policy paid asks no one: the number of approvers has no effect',
    ]);
  });

  it.each(['5000', '9000'])('approvers above %s are never asked below a cap of 5000', (limit) => {
    const approvers = { count: 1, countAbove: { amounts: { BOB: limit }, count: 2 } };
    expect(odd({ amountCap: { BOB: '5000' }, approvers })).toEqual([
      `no order above ${limit} BOB is released at all, so its approvers are never asked`,
    ]);
  });
});
