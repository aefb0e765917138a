import { describe, expect, it } from 'vitest';
import {
  looserRules,
  noReleaseRules,
  releaseRulesSchema,
  releaseText,
  rulesWith,
  type ReleaseRules,
} from '../../../src/domain/orders/release-rules.ts';

const full = {
  policy: 'approve',
  amountCap: { BOB: '5000' },
  counterparty: { minCompletedOrders: null, minFinishRate: 0.9, minRegisterDays: 30 },
  approvers: { count: 1, countAbove: { amounts: { BOB: '5000' }, count: 2 } },
} as const;

describe('design 6: release rules at a border', () => {
  it('design 6: full rules parse, and rules without a word on approvers', () => {
    expect(releaseRulesSchema.parse(full)).toEqual(full);
    const { approvers, ...short } = full;
    expect(approvers.count).toBe(1);
    expect(releaseRulesSchema.parse(short)).toEqual(short);
  });

  it.each<[string, unknown]>([
    ['a policy in a list', { ...full, policy: ['paid'] }],
    ['a policy in capitals', { ...full, policy: 'Paid' }],
    ['an inherited name', { ...full, policy: 'constructor' }],
    ['a cap without a currency', { ...full, amountCap: '5000' }],
    ['a negative cap', { ...full, amountCap: { BOB: '-5' } }],
    ['a cap of zero', { ...full, amountCap: { BOB: '0' } }],
    ['caps of no currency', { ...full, amountCap: {} }],
    ['a currency in small letters', { ...full, amountCap: { bob: '5' } }],
    ['no counterparty rules', { ...full, counterparty: undefined }],
    ['a negative minimum', { ...full, counterparty: { ...full.counterparty, minFinishRate: -1 } }],
    ['no one who approves', { ...full, approvers: { count: 0, countAbove: null } }],
    ['a field too many', { ...full, force: true }],
    ['nothing', null],
  ])('S6: %s is refused', (_what, odd) => {
    expect(releaseRulesSchema.safeParse(odd).success).toBe(false);
  });
});

describe('rules with what a person has written', () => {
  it('what is not written stays, and null ends a rule', () => {
    expect(rulesWith(full, {})).toEqual(full);
    expect(rulesWith(full, { amountCap: null, minFinishRate: null, policy: 'match' })).toEqual({
      ...full,
      policy: 'match',
      amountCap: null,
      counterparty: { ...full.counterparty, minFinishRate: null },
    });
    expect(rulesWith(noReleaseRules, { minCompletedOrders: 20 }).approvers).toBeUndefined();
  });

  it('S8: approvers, alone and above a total', () => {
    const people = (values: Parameters<typeof rulesWith>[1], present = noReleaseRules) =>
      rulesWith(present, values).approvers;
    expect(people({ approvers: 2 })).toEqual({ count: 2, countAbove: null });
    const above = { count: 1, countAbove: { amounts: { BOB: '5' }, count: 3 } };
    expect(people({ approversAbove: { BOB: '5' }, approversThen: 3 })).toEqual(above);
    expect(people({ approversThen: 2 }, full)).toMatchObject({ countAbove: { count: 2 } });
    expect(people({ approvers: 2, approversAbove: { BOB: '5' } })).toMatchObject({ countAbove: { count: 2 } });
    expect(people({ approversAbove: null }, full)).toEqual({ count: 1, countAbove: null });
  });

  it('rules are said in one line', () => {
    expect(releaseText(noReleaseRules)).toBe('policy approve');
    expect(releaseText({ ...full, approvers: { count: 2, countAbove: null } })).toBe(
      'policy approve, never above 5000 BOB, counterparty: finish rate from 0.9, registered 30 days, 2 approvers',
    );
    const counted = { ...noReleaseRules.counterparty, minCompletedOrders: 20 };
    expect(releaseText({ ...noReleaseRules, counterparty: counted, approvers: full.approvers })).toBe(
      'policy approve, counterparty: orders from 20, 1 approver, above 5000 BOB 2 approvers',
    );
  });
});

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
