import { describe, expect, it } from 'vitest';
import { changedReleaseRules, namesReleaseRules } from '../../../src/cli/desk/release-options.ts';
import { CliFailure } from '../../../src/cli/kit/cli-failure.ts';
import { readOptions } from '../../../src/cli/kit/option-values.ts';
import { releaseOptions } from '../../../src/cli/options/release-options.ts';
import { noReleaseRules } from '../../../src/domain/orders/release-rules.ts';

const read = (options: Record<string, string>) =>
  readOptions(releaseOptions, { path: 'peerdesk desk set', args: [], options, help: () => '' });
const changed = (options: Record<string, string>, rules = noReleaseRules) => changedReleaseRules(rules, read(options));

describe('release rules from the command line', () => {
  it('a cap names its currency, and several are possible; "off" takes it away', () => {
    const capped = changed({ amountCap: '5000 BOB, 700 usd' });
    expect(capped).toEqual({ ...noReleaseRules, amountCap: { BOB: '5000', USD: '700' } });
    expect(changed({ release: 'match' }, capped)).toEqual({ ...capped, policy: 'match' });
    expect(changed({ amountCap: 'off' }, capped)).toEqual(noReleaseRules);
  });

  it.each(['-5', '-5 BOB', '0 BOB', '5000', 'BOB', '5.000,00 BOB', '5000 BOB, 5 BOB', 'much'])(
    '%j is refused with words',
    (amountCap) => {
      expect(() => changed({ amountCap })).toThrow(/--amount-cap must be an amount above zero with its currency/);
    },
  );

  it('an amount that could be two is asked about', () => {
    expect(() => changed({ amountCap: '5,000 BOB' })).toThrow(
      '--amount-cap 5,000 could be 5000 or 5: write one of these',
    );
  });

  it('approvers: how many, and how many above a total', () => {
    const rules = changed({ approvers: '1', approversAbove: '5000 BOB', approversThen: '2' });
    expect(rules.approvers).toEqual({ count: 1, countAbove: { amounts: { BOB: '5000' }, count: 2 } });
    expect(changed({ approversThen: '3' }, rules).approvers?.countAbove).toEqual({
      amounts: { BOB: '5000' },
      count: 3,
    });
    expect(changed({ approvers: '2' }, rules).approvers).toMatchObject({ count: 2, countAbove: { count: 2 } });
    expect(changed({ approversAbove: 'off' }, rules).approvers).toEqual({ count: 1, countAbove: null });
    expect(changed({ amountCap: 'off' }, rules).approvers).toEqual(rules.approvers);
    expect(changed({ approvers: '2' }).approvers).toEqual({ count: 2, countAbove: null });
  });

  it.each<[Record<string, string>, RegExp]>([
    [{ approvers: '0' }, /must be 1 to 5/],
    [{ approvers: '6' }, /must be 1 to 5/],
    [{ approversThen: '2' }, /needs --approvers-above/],
    [{ approversAbove: '5000 BOB' }, /needs --approvers-then/],
    [{ approvers: '3', approversAbove: '5000 BOB', approversThen: '2' }, /asks for fewer people/],
  ])('%j is refused with words', (options, words) => {
    expect(() => changed(options)).toThrow(CliFailure);
    expect(() => changed(options)).toThrow(words);
  });

  it('says whether any was passed', () => {
    expect(namesReleaseRules(read({}))).toBe(false);
    expect(namesReleaseRules(read({ amountCap: 'off' }))).toBe(true);
  });
});
