import { describe, expect, it } from 'vitest';
import { looserInventory, looserMode, looserRules, looserTerms } from '../../../src/domain/guard/loosening.ts';
import { inventoryRuleSchema } from '../../../src/domain/ads/inventory.ts';
import type { TermDifference } from '../../../src/domain/ads/listed-terms.ts';
import { noReleaseRules, type ReleaseRules } from '../../../src/domain/orders/release-rules.ts';

const rules = (part: Partial<ReleaseRules>): ReleaseRules => ({ ...noReleaseRules, ...part });
const people = (count: number, above: string | null, then = 2): Partial<ReleaseRules> => ({
  approvers: { count, countAbove: above === null ? null : { amounts: { BOB: above }, count: then } },
});
const minimum = (minFinishRate: number | null): Partial<ReleaseRules> => ({
  counterparty: { ...noReleaseRules.counterparty, minFinishRate },
});

describe('a change of release rules loosens', () => {
  it.each<[string, Partial<ReleaseRules>, Partial<ReleaseRules>, string[]]>([
    ['the policy', { policy: 'approve' }, { policy: 'match' }, ['policy approve becomes match']],
    ['nothing, when the policy asks for more', { policy: 'paid' }, { policy: 'match' }, []],
    ['a cap that rises', { amountCap: { BOB: '5' } }, { amountCap: { BOB: '9' } }, ['the cap 5 BOB becomes 9 BOB']],
    ['nothing, when the cap falls', { amountCap: { BOB: '5' } }, { amountCap: { BOB: '4' } }, []],
    ['nothing, when the cap says the same', { amountCap: { BOB: '5' } }, { amountCap: { BOB: '5.00' } }, []],
    ['a cap that ends', { amountCap: { BOB: '5' } }, { amountCap: null }, ['the cap 5 BOB ends']],
    [
      'a cap for one more currency',
      { amountCap: { BOB: '5' } },
      { amountCap: { BOB: '5', USD: '1' } },
      ['the cap takes in 1 USD'],
    ],
    ['nothing, when a cap begins', { amountCap: null }, { amountCap: { BOB: '5' } }, []],
    ['a minimum that falls', minimum(0.9), minimum(0.5), ['the least finish rate, 0.9, becomes 0.5']],
    ['a minimum that ends', minimum(0.9), minimum(null), ['the least finish rate, 0.9, ends']],
    ['nothing, when a minimum rises or begins', minimum(null), minimum(0.9), []],
    ['nothing, when a minimum stays', minimum(0.9), minimum(0.9), []],
    ['approvers that become fewer', people(2, null), people(1, null), ['2 approvers become 1']],
    ['approvers that are no longer asked for', people(2, null), {}, ['2 approvers become 1']],
    ['nothing, when more people approve', {}, people(2, null), []],
    ['approvers above a total that end', people(1, '5'), people(1, null), ['2 approvers above 5 BOB become 1']],
    [
      'approvers above a total that become fewer',
      people(1, '5', 3),
      people(1, '5', 2),
      ['3 approvers above 5 BOB become 2'],
    ],
    ['a total that rises', people(1, '5'), people(1, '9'), ['the total of fewer approvers 5 BOB becomes 9 BOB']],
    ['nothing, when as many people approve every order', people(1, '5'), people(2, null), []],
  ])('%s', (...change) => {
    const [, from, to, words] = change;
    expect(looserRules(rules(from), rules(to))).toEqual(words);
  });

  it('against no rules at all: a human approves each release', () => {
    expect(looserRules(null, rules({ policy: 'match' }))).toEqual(['policy approve becomes match']);
  });
});

it('a mode loosens from shadow to sim to live', () => {
  expect(looserMode('shadow', 'live')).toBe('mode shadow becomes live');
  expect(looserMode('live', 'shadow')).toBeNull();
  expect(looserMode('sim', 'sim')).toBeNull();
});

describe('a change of terms loosens', () => {
  it.each<[TermDifference['term'], string, string, boolean]>([
    ['quantity', '100', '500', true],
    ['quantity', '500', '100', false],
    ['maxOrder', '900.00', '950', true],
    ['payTimeMinutes', '15', '30', true],
    ['payTimeMinutes', '30', '15', false],
    ['minOrder', '100', '50', false],
    ['minRegisterDays', '30', '7', true],
    ['minRegisterDays', '7', '30', false],
    ['buyerKyc', 'true', 'false', true],
    ['extraKyc', 'false', 'true', false],
    ['payMethods', 'BANK', 'TigoMoney', true],
    ['remarks', 'a', 'b', false],
    ['maxOrder', 'many', '1', true],
    ['minRegisterDays', '7', 'many', true],
  ])('%s from %s to %s: %s', (...[term, listed, wanted, isLooser]) => {
    expect(looserTerms([{ term, listed, wanted, isForLife: false }])).toHaveLength(isLooser ? 1 : 0);
  });
});

describe('a change of the inventory loosens', () => {
  const rule = inventoryRuleSchema.parse({ target: '500', refillBelow: '300', total: '2000' });

  it('when the ad may offer more than before', () => {
    expect(looserInventory(null, rule)).toEqual(['the ad may be refilled to 500, 2000 in all']);
    expect(looserInventory(rule, { ...rule, target: '501' })).toEqual(['target 500 becomes 501']);
    expect(looserInventory(rule, { ...rule, total: '3000' })).toEqual(['total 2000 becomes 3000']);
  });

  it('when it may offer as much or less: not', () => {
    expect(looserInventory(rule, null)).toEqual([]);
    expect(looserInventory(rule, { ...rule, target: '400', refillBelow: '200', total: '1000' })).toEqual([]);
  });
});
