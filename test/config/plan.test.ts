import { describe, expect, it } from 'vitest';
import {
  keptDifferences,
  planAccount,
  type AccountState,
  type AccountWish,
  type WantedAd,
} from '../../src/config/plan.ts';
import { noReleaseRules } from '../../src/domain/orders/release-rules.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';

const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.50', ceiling: '10.50' },
});
const wider = { ...rules, limits: { floor: '9.00', ceiling: '10.50' } };
const cap = { ...noReleaseRules, amountCap: { BOB: '5' } };

const wanted = (adNumber: string, its = rules): WantedAd => ({
  name: adNumber,
  adNumber,
  rules: its,
  terms: null,
  fileWins: true,
});

const wish: AccountWish = {
  account: 'main',
  egress: 'home',
  mode: 'shadow',
  desk: true,
  stopsOtherAds: true,
  rules: cap,
  blocked: ['mallory'],
  kill: {},
  ads: [wanted('1', rules)],
};
const same: AccountState = {
  desk: { mode: 'shadow' },
  guard: { rules: cap, blocked: ['mallory'], thrown: [] },
  ads: [{ adNumber: '1', mode: 'shadow', rules }],
  published: {},
  differences: {},
};
const nothing: AccountState = { desk: null, guard: null, ads: [], published: {}, differences: {} };

const plan = (part: Partial<AccountWish>, state: Partial<AccountState> = {}) =>
  planAccount({ ...wish, ...part }, { ...same, ...state });
const brief = (planned: ReturnType<typeof plan>) => planned.map(({ change, loosens }) => [change.kind, ...loosens]);

describe('the plan of an account', () => {
  it('is empty when what runs is what the file says, whatever the order of its keys', () => {
    const turned = Object.fromEntries(Object.entries(rules).toReversed()) as typeof rules;
    expect(plan({ ads: [wanted('1', turned)] })).toEqual([]);
  });

  it('terms that were changed in the app are sent again, or only reported, as the file says', () => {
    const differences = { '1': [{ term: 'maxOrder' as const, wanted: '900', listed: '700', isForLife: false }] };
    const ad = { ...wanted('1'), terms: { maxOrder: '900' } };
    expect(plan({ ads: [ad] }, { differences }).map(({ change }) => change)).toMatchObject([
      { kind: 'ad-terms', adNumber: '1', terms: { maxOrder: '900' } },
    ]);
    const app = { ...ad, fileWins: false };
    expect(plan({ ads: [app] }, { differences })).toEqual([]);
    expect(keptDifferences({ ads: [app] }, { ...same, differences })).toMatchObject([{ adNumber: '1' }]);
    expect(keptDifferences({ ads: [ad] }, { ...same, differences })).toEqual([]);
  });

  it('starts everything where nothing runs', () => {
    expect(brief(planAccount(wish, nothing))).toEqual([['release-rules'], ['block'], ['start-desk'], ['start-ad']]);
  });

  it.each<[string, Partial<AccountWish>, Partial<AccountState>, string[][]]>([
    ['a limit', { ads: [wanted('1', wider)] }, {}, [['ad-rules']]],
    [
      'a mode',
      { mode: 'live' },
      {},
      [
        ['desk-mode', 'mode shadow becomes live'],
        ['ad-mode', 'mode shadow becomes live'],
      ],
    ],
    ['a mode that writes less', { mode: 'shadow' }, { desk: { mode: 'live' } }, [['desk-mode']]],
    [
      'a cap that rises',
      { rules: { ...cap, amountCap: { BOB: '9' } } },
      {},
      [['release-rules', 'the cap 5 BOB becomes 9 BOB']],
    ],
    ['a shorter block list', { blocked: [] }, {}, [['unblock', 'mallory leaves the block list']]],
    ['a longer block list', { blocked: ['mallory', 'trudy'] }, {}, [['block']]],
    [
      'a switch that is lifted',
      { kill: { all: false } },
      { guard: { rules: cap, blocked: ['mallory'], thrown: ['all'] } },
      [['switch', 'kill switch all is lifted']],
    ],
    ['a switch that is engaged', { kill: { releases: true } }, {}, [['switch']]],
    ['no desk', { desk: false }, {}, [['stop-desk']]],
    ['an ad less', { ads: [] }, {}, [['stop-ad']]],
    ['an ad less, and others are left alone', { ads: [], stopsOtherAds: false }, {}, []],
    ['rules and a block list that the file does not name', { rules: null, blocked: null }, {}, []],
    [
      'a switch that an operator engaged, and the file does not name',
      {},
      { guard: { rules: cap, blocked: ['mallory'], thrown: ['all'] } },
      [],
    ],
    [
      'an ad more beside a desk that writes',
      { mode: 'live', ads: [...wish.ads, wanted('2')] },
      { desk: { mode: 'live' }, ads: [{ adNumber: '1', mode: 'live', rules }] },
      [['start-ad']],
    ],
  ])('%s', (...change) => {
    const [, part, state, expected] = change;
    expect(brief(plan(part, state))).toEqual(expected);
  });

  it('names only the rules of an ad that differ', () => {
    const [planned] = plan({ ads: [wanted('1', wider)] });
    expect(planned?.change).toMatchObject({ kind: 'ad-rules', part: { limits: wider.limits } });
    expect(planned?.change).not.toHaveProperty('part.strategy');
  });

  it('puts what holds more first and what loosens last: a run that is cut off leaves the desk stricter', () => {
    const kinds = brief(plan({ mode: 'live', blocked: ['trudy'], kill: { repricing: true }, ads: [] }));
    expect(kinds.map(([kind]) => kind)).toEqual(['block', 'switch', 'stop-ad', 'unblock', 'desk-mode']);
  });
});
