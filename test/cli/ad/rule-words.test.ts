import { describe, expect, it } from 'vitest';
import { rulesChanged, rulesHelp, rulesOfAdoptedAds, rulesOfNewAd } from '../../../src/cli/ad/rule-words.ts';
import { pricingRulesSchema, type PricingRules } from '../../../src/domain/pricing/pricing-rules.ts';

const call = { args: [], options: {}, path: 'peerdesk ad set', help: () => '' };
const limits = ['limits.floor=9', 'limits.ceiling=10'] as const;
const newRules = (...words: string[]): PricingRules => rulesOfNewAd(call, [...limits, ...words]);
const changed = (present: PricingRules, ...words: string[]) => rulesChanged(call, { present, words });

const rules = pricingRulesSchema.parse({
  strategy: { kind: 'rank', rank: 3 },
  limits: { floor: '9.00', ceiling: '10.00' },
  filter: { minOrderCount: 50 },
  minimumHoldMs: 30_000,
});

describe('ad start', () => {
  it('needs floor and ceiling and undercuts by one tick by default', () => {
    const strategy = { kind: 'undercut', ticks: 1 };
    expect(newRules()).toEqual(pricingRulesSchema.parse({ strategy, limits: { floor: '9', ceiling: '10' } }));
    expect(() => rulesOfNewAd(call, ['strategy.ticks=1'])).toThrow('limits.floor and limits.ceiling are needed');
    expect(() => rulesOfNewAd(call, ['limits.floor=9.00'])).toThrow('limits.ceiling is missing');
  });

  it('U12: refuses a fixed price outside the limits, which would become one of them', () => {
    expect(newRules('strategy.kind=fixed', 'strategy.price=10').strategy).toEqual({ kind: 'fixed', price: '10' });
    expect(() => newRules('strategy.kind=fixed', 'strategy.price=95')).toThrow(
      'the fixed price 95 is outside the limits 9 to 10',
    );
  });

  it('switches the bait filter off', () => {
    expect(newRules('filter.max_deviation_ratio=off').filter.maxDeviationRatio).toBeNull();
  });

  it('an adopted ad has limits of its own', () => {
    expect(rulesOfAdoptedAds(call, ['strategy.ticks=2'])).not.toHaveProperty('limits');
    expect(() => rulesOfAdoptedAds(call, ['limits.floor=9'])).toThrow('limits is unknown');
  });
});

describe('ad set: what is not named stays', () => {
  it('a limit keeps the other one', () => {
    expect(changed(rules, 'limits.ceiling=9.80')).toEqual({ limits: { floor: '9.00', ceiling: '9.80' } });
  });

  it('a filter keeps its other rules', () => {
    expect(changed(rules, 'filter.min_finish_rate=0.95')).toEqual({
      filter: { ...rules.filter, minFinishRate: 0.95, minOrderCount: 50 },
    });
  });

  it('a strategy keeps its kind, and another kind begins anew', () => {
    expect(changed(rules, 'strategy.rank=2')).toEqual({ strategy: { kind: 'rank', rank: 2 } });
    const undercut = { ...rules, strategy: { kind: 'undercut' as const, ticks: 3 } };
    expect(changed(undercut, 'strategy.percent=0.2')).toEqual({ strategy: { kind: 'undercut', percent: '0.2' } });
    expect(changed(rules, 'strategy.ticks=2', 'strategy.kind=undercut')).toEqual({
      strategy: { kind: 'undercut', ticks: 2 },
    });
  });

  it('limits that would cross are refused before anything is sent', () => {
    expect(() => changed(rules, 'limits.floor=10.01')).toThrow(/limits floor must not be above ceiling; see `peerdesk/);
  });

  it('what a program has set before is not asked about, only what is typed', () => {
    const odd = { ...rules, strategy: { kind: 'fixed' as const, price: '9.120' } };
    expect(changed(odd, 'order=2')).toEqual({ order: 2 });
    expect(() => changed(odd, 'strategy.price=9.120')).toThrow('9.120 could be 9120 or 9.12');
  });
});

describe('a strategy', () => {
  it.each([
    [['strategy.ticks=2'], { kind: 'undercut', ticks: 2 }],
    [['strategy.percent=0.2'], { kind: 'undercut', percent: '0.2' }],
    [['strategy.kind=rank', 'strategy.rank=3'], { kind: 'rank', rank: 3 }],
    [['strategy.kind=match'], { kind: 'match' }],
    [['strategy.kind=trail', 'strategy.ticks=1'], { kind: 'trail', ticks: 1 }],
    [['strategy.kind=spot', 'strategy.symbol=USDTBRL'], { kind: 'spot', symbol: 'USDTBRL', percent: '100' }],
    [
      ['strategy.kind=follow', 'strategy.users=s1, s2', 'strategy.position.kind=undercut', 'strategy.position.ticks=2'],
      { kind: 'follow', users: ['s1', 's2'], position: { kind: 'undercut', ticks: 2 } },
    ],
    [['strategy.kind=follow', 'strategy.users=["s1"]'], { kind: 'follow', users: ['s1'], position: { kind: 'match' } }],
    [
      ['strategy={ kind = "combine", take = "first", of = [{ kind = "match" }, { kind = "rank", rank = 2 }] }'],
      { kind: 'combine', take: 'first', of: [{ kind: 'match' }, { kind: 'rank', rank: 2 }] },
    ],
  ])('%j is %j', (words, strategy) => {
    expect(newRules(...words).strategy).toEqual(strategy);
  });
});

describe('the values of the other rules', () => {
  it('every form of a value reaches its rule', () => {
    const words = [
      'filter.max_median_deviation_ratio=0.1',
      'filter.min_order_size_ratio=off',
      'filter.ignore_users=s1,s2',
      'filter.only_users=[]',
      'filter.merchants_only=true',
      'filter.limits_overlap=false',
      'filter.pay_methods=BANK, Yape',
      'fallback.kind=price',
      'fallback.price="9.60"',
      'minimum_margin=0.6%',
      'maximum_step.percent=0.5',
      'answer_hold_ms=20000',
      'when_rival_beyond=next',
      'pause_after_hits={ hits = 5, within_ms = 600000 }',
      'hours.open=Mon-Sat 08:00-22:00',
      'hours.timezone=America/La_Paz',
      'hours.closed=2026-12-25',
      'hours.resting_price=9.90',
    ];
    expect(newRules(...words)).toEqual(
      pricingRulesSchema.parse({
        strategy: { kind: 'undercut', ticks: 1 },
        limits: { floor: '9', ceiling: '10' },
        filter: {
          maxMedianDeviationRatio: '0.1',
          ignoreUsers: ['s1', 's2'],
          merchantsOnly: true,
          payMethods: ['BANK', 'Yape'],
        },
        fallback: { kind: 'price', price: '9.60' },
        minimumMargin: '0.6%',
        maximumStep: { percent: '0.5' },
        answerHoldMs: 20_000,
        whenRivalBeyond: 'next',
        pauseAfterHits: { hits: 5, withinMs: 600_000 },
        hours: {
          open: 'Mon-Sat 08:00-22:00',
          timezone: 'America/La_Paz',
          closed: ['2026-12-25'],
          restingPrice: '9.90',
        },
      }),
    );
    expect(newRules('filter.pay_methods=BANK').filter.payMethods).toEqual(['BANK']);
    expect(newRules('filter.pay_methods=shared').filter.payMethods).toBe('shared');
  });

  it('hours change part by part, and off ends them', () => {
    const withHours = newRules('hours.open=Mon-Sat 08:00-22:00', 'hours.timezone=UTC', 'hours.closed=2026-12-25');
    expect(changed(withHours, 'hours.resting_price=9.90')).toEqual({
      hours: { ...withHours.hours, restingPrice: '9.90' },
    });
    expect(changed(withHours, 'hours=off')).toEqual({ hours: null });
    expect(changed(withHours, 'order=1')).toEqual({ order: 1 });
  });
});

describe('what is wrong is named by its key, with what to write', () => {
  it.each([
    [
      ['strategy.kind=match', 'strategy.ticks=2'],
      /strategy\.ticks is no key of kind = "match": .* kind = "undercut" or/,
    ],
    [['strategy.rank=1'], /strategy\.rank is no key of kind = "undercut": leave it out, or write kind = "rank"/],
    [['strategy.kind=rank'], /strategy\.rank is missing: write rank = 1/],
    [['strategy.kind=cheapest'], /strategy\.kind is "cheapest", and must be one of "undercut", "match"/],
    [['strategy.ticks=1', 'strategy.percent=1'], /strategy needs ticks or percent, and not both/],
    [['strategy.kind=reference', 'strategy.percent=1.5'], /strategy\.percent is "1\.5": must be 50 to 200 percent/],
    [['strategy={ kind = "match"'], /strategy: \{ kind = "match" is no list, table or text in quotes/],
    [['strategy=match'], /strategy is "match", and must be a table/],
    [['minimum_margn=0.6%'], /minimum_margn is unknown: write minimum_margin;/],
    [['minimumMargin=0.6%'], /minimumMargin is unknown: write minimum_margin/],
    [['minimum_margin=0.6'], /minimum_margin is "0\.6": .*percent/],
    [['maximum_step.ticks=0'], /maximum_step\.ticks is 0: must be more than 0/],
    [['maximum_step.percent=60'], /maximum_step\.percent is "60"/],
    [['filter.merchants_only=yes'], /filter\.merchants_only is "yes", and must be true or false/],
    [['hours.timezone=UTC'], /hours\.open is missing/],
    [['hours.open=8-22', 'hours.timezone=UTC'], /hours\.open is "8-22": must be days with times/],
    [['hours.open=always', 'hours.timezone=America/Atlantis'], /hours\.timezone .*no time zone/],
    [['hours=off', 'hours.open=always'], /hours\.open stands beside hours: leave one of the two out/],
    [['order=1', 'order=2'], /order stands beside order/],
    [['order'], /order is no rule: write KEY=VALUE, such as limits\.ceiling=9\.80/],
    [['--ticks'], /--ticks is no rule/],
    [['__proto__.x=1'], /__proto__\.x=1 is no rule/],
    [['constructor.x=1'], /constructor is unknown/],
  ])('%j', (words, message) => {
    expect(() => newRules(...words)).toThrow(message);
  });
});

it('the help names each key of the rules once, with what it does', () => {
  const rows = rulesHelp().split('\n').slice(2);
  const keys = rows.map((row) => row.trim().split(' ')[0]);
  expect(new Set(keys).size).toBe(keys.length);
  for (const name of Object.keys(pricingRulesSchema.shape)) {
    const key = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect(keys.filter((one) => one === key || one?.startsWith(`${key}.`) === true)).not.toEqual([]);
  }
  expect(rows.filter((row) => !/^ {2}[a-z_.]+ {2,}\S/.test(row))).toEqual([]);
});
