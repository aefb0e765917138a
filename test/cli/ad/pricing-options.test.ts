import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { changedRules, limitShape, newRules, pricingShape } from '../../../src/cli/ad/pricing-options.ts';
import { strategyOf } from '../../../src/cli/ad/strategy-options.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';

const rules = pricingRulesSchema.parse({
  strategy: { kind: 'rank', rank: 3 },
  limits: { floor: '9.00', ceiling: '10.00' },
  filter: { minOrderCount: 50 },
  minimumHoldMs: 30_000,
});

describe('ad start', () => {
  it('needs floor and ceiling and undercuts by one tick by default', () => {
    const strategy = { kind: 'undercut', ticks: 1 };
    const limits = { floor: '9.00', ceiling: '9.60' };
    expect(newRules(limits)).toEqual(pricingRulesSchema.parse({ strategy, limits }));
    expect(() => newRules({ floor: '9.00' })).toThrow('--floor and --ceiling are needed');
  });

  it('U12: refuses a fixed price outside the limits, which would become one of them', () => {
    expect(newRules({ floor: '9', ceiling: '10', price: '10' }).strategy).toEqual({ kind: 'fixed', price: '10' });
    expect(() => newRules({ floor: '9', ceiling: '10', price: '95' })).toThrow(
      '--price 95 is outside the limits, --floor 9 to --ceiling 10',
    );
  });

  it('switches the bait filter off', () => {
    expect(newRules({ floor: '9', ceiling: '10', maxDeviation: null }).filter.maxDeviationRatio).toBeNull();
  });
});

describe('ad set: an option that is left out changes nothing', () => {
  it('a limit keeps the other one', () => {
    expect(changedRules(rules, { ceiling: '9.80' })).toEqual({ limits: { floor: '9.00', ceiling: '9.80' } });
  });

  it('a filter keeps its other rules', () => {
    expect(changedRules(rules, { minFinishRate: 0.95 })).toEqual({
      filter: { ...rules.filter, minFinishRate: 0.95, minOrderCount: 50 },
    });
  });

  it('limits that would cross are refused before anything is sent', () => {
    expect(() => changedRules(rules, { floor: '10.01' })).toThrow('floor must not be above ceiling');
  });
});

describe('a strategy', () => {
  it.each([
    [{}, null],
    [{ ticks: 2 }, { kind: 'undercut', ticks: 2 }],
    [{ rank: 3 }, { kind: 'rank', rank: 3 }],
    [{ price: '9.1' }, { kind: 'fixed', price: '9.1' }],
    [{ strategy: 'undercut' }, { kind: 'undercut', ticks: 1 }],
    [{ strategy: 'match' }, { kind: 'match' }],
    [
      { strategy: 'undercut', percent: '0.2' },
      { kind: 'undercut', percent: '0.2' },
    ],
    [{ strategy: 'trail' }, { kind: 'trail', ticks: 1 }],
    [
      { strategy: 'reference', percent: '101.5' },
      { kind: 'reference', percent: '101.5' },
    ],
    [{ spot: 'USDTBRL' }, { kind: 'spot', symbol: 'USDTBRL', percent: '100' }],
    [{ rate: '9.4' }, { kind: 'rate', rate: '9.4', percent: '100' }],
    [
      { ofAd: '42', percent: '98' },
      { kind: 'own-ad', adNumber: '42', percent: '98' },
    ],
    [{ strategy: '{"kind":"match"}' }, { kind: 'match' }],
  ] as const)('%j is %j', (options, expected) => {
    expect(strategyOf(options)).toEqual(expected);
  });

  it('merchants are followed in order, beside their price', () => {
    const match = { kind: 'match' };
    expect(strategyOf({ follow: ['s1', 's2'] })).toEqual({ kind: 'follow', users: ['s1', 's2'], position: match });
    const undercut = { kind: 'undercut', ticks: 2 };
    expect(strategyOf({ follow: ['s1'], ticks: 2 })).toEqual({ kind: 'follow', users: ['s1'], position: undercut });
  });

  it.each([
    [{ strategy: 'match', ticks: 2 }, '--ticks belongs to --strategy undercut or trail or follow, not to match'],
    [{ rank: 1, price: '9' }, '--price belongs to --strategy fixed, not to rank'],
    [{ strategy: 'rank' }, '--strategy rank needs --rank'],
    [{ strategy: 'fixed' }, '--strategy fixed needs --price'],
    [{ strategy: 'follow' }, '--strategy follow needs --follow'],
    [{ strategy: 'cheapest' }, '--strategy must be one of undercut, match, trail, rank, follow,'],
    [{ percent: '101' }, '--percent needs --strategy'],
    [{ strategy: 'undercut', percent: '1', ticks: 1 }, '--ticks and --percent are two sizes of one step'],
    [{ strategy: 'reference', percent: '1.5' }, '--strategy: percent must be 50 to 200 percent of the other price'],
    [{ strategy: '{"kind":"rank"}' }, '--strategy: rank '],
    [{ strategy: '{"kind":' }, '--strategy is not JSON'],
    [{ strategy: '{"kind":"match"}', rank: 2 }, '--strategy holds a whole strategy: leave --rank out'],
  ] as const)('%j is refused', (options, message) => {
    expect(() => strategyOf(options)).toThrow(message);
  });
});

describe('the values of the other rules', () => {
  it('every option reaches its rule', () => {
    const limits = { floor: '9', ceiling: '10' };
    const options = z.object({ ...pricingShape, ...limitShape }).parse({
      ...limits,
      maxMedianDeviation: '0.1',
      minOrderSize: 'off',
      ignoreUser: ['s1', 's2'],
      onlyUser: ['off'],
      merchantsOnly: 'yes',
      withoutExtraKyc: 'yes',
      limitsOverlap: 'no',
      payMethods: 'BANK, Yape',
      fallback: '9.60',
      minMargin: '0.6%',
      maxStep: '0.5%',
      answerHold: '20s',
      rivalBeyond: 'next',
      pauseAfter: '5/10m',
      hours: 'Mon-Sat 08:00-22:00',
      timezone: 'America/La_Paz',
      closed: ['2026-12-25'],
      hoursException: ['2026-12-24 08:00-12:00'],
      restingPrice: '9.90',
    });
    expect(newRules(options)).toEqual(
      pricingRulesSchema.parse({
        strategy: { kind: 'undercut', ticks: 1 },
        limits,
        filter: {
          maxMedianDeviationRatio: '0.1',
          ignoreUsers: ['s1', 's2'],
          merchantsOnly: true,
          withoutExtraKyc: true,
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
          exceptions: ['2026-12-24 08:00-12:00'],
          restingPrice: '9.90',
        },
      }),
    );
  });

  it.each([
    ['fallback', 'hold', { kind: 'hold' }],
    ['fallback', 'offline', { kind: 'offline' }],
    ['maxStep', '5', { ticks: 5 }],
    ['maxStep', 'off', null],
    ['minMargin', 'off', null],
    ['pauseAfter', 'off', null],
    ['payMethods', 'shared', 'shared'],
  ] as const)('--%s %s', (name, text, value) => {
    expect(pricingShape[name].parse(text)).toEqual(value);
  });

  it.each([
    ['merchantsOnly', 'true', 'must be yes or no'],
    ['fallback', 'wait', 'must be hold, offline, or a price such as 9.60'],
    ['minMargin', '0.6', 'must be percent with its sign, such as "0.6%"'],
    ['maxStep', '0', 'must be a number of ticks such as 5, or percent such as "0.5%"'],
    ['pauseAfter', '5', 'must be how often within which time, such as 5/10m'],
    ['pauseAfter', '5/10m/3', 'must be how often within which time, such as 5/10m'],
    ['payMethods', 'BANK,,', 'must be any, shared, or identifiers such as "BANK,Yape"'],
  ] as const)('--%s %s is refused', (name, text, message) => {
    expect(JSON.stringify(pricingShape[name].safeParse(text).error?.issues)).toContain(
      JSON.stringify(message).slice(1, -1),
    );
  });

  it('a largest step that the rules refuse is named', () => {
    expect(() => newRules({ floor: '9', ceiling: '10', maxStep: { percent: '60' } })).toThrow('maximumStep.percent');
  });
});

describe('the hours of an ad', () => {
  const limits = { floor: '9', ceiling: '10' };
  const parse = (options: object) => z.object({ ...pricingShape, ...limitShape }).parse(options);
  const withHours = newRules(
    parse({ ...limits, hours: 'Mon-Sat 08:00-22:00', timezone: 'UTC', closed: ['2026-12-25'] }),
  );

  it('an option changes its part alone, and --hours off ends them', () => {
    expect(changedRules(withHours, parse({ restingPrice: '9.90' }))).toEqual({
      hours: { ...withHours.hours, restingPrice: '9.90' },
    });
    expect(changedRules(withHours, parse({ closed: ['off'] }))).toMatchObject({ hours: { closed: [] } });
    expect(changedRules(withHours, parse({ hours: 'off' }))).toEqual({ hours: null });
    expect(changedRules(withHours, parse({ order: '1' }))).toEqual({ order: 1 });
  });

  it.each([
    [{ timezone: 'UTC' }, '--hours is needed'],
    [{ hours: 'Mon 08:00-09:00' }, '--timezone is needed'],
    [{ hours: '8-22', timezone: 'UTC' }, '--hours must be days with times'],
    [{ hours: 'always', timezone: 'America/Atlantis' }, '--timezone: there is no time zone America/Atlantis'],
    [{ hours: 'always', timezone: 'UTC', closed: ['25.12.2026'] }, '--closed must be a date'],
    [{ hours: 'always', timezone: 'UTC', hoursException: ['2026-12-24'] }, '--hours-exception must be a date with'],
    [{ hours: 'off', timezone: 'UTC' }, '--hours off leaves no hours'],
    [{ hours: 'always', timezone: 'UTC', restingPrice: '10.01' }, '--resting-price 10.01 is outside the limits'],
  ])('%j is refused: %s', (options, message) => {
    expect(() => newRules(parse({ ...limits, ...options }))).toThrow(message);
  });
});
