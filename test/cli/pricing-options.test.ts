import { describe, expect, it } from 'vitest';
import { changedRules, newRules, strategyOf } from '../../src/cli/ad/pricing-options.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';

const rules = pricingRulesSchema.parse({
  strategy: { kind: 'rank', rank: 3 },
  limits: { floor: '9.00', ceiling: '10.00' },
  filter: { minOrderCount: 50 },
  minimumHoldMs: 30_000,
});

describe('ad start', () => {
  it('needs floor and ceiling and undercuts by one tick unless told otherwise', () => {
    expect(newRules({ floor: '9.00', ceiling: '9.60' })).toEqual({
      strategy: { kind: 'undercut', ticks: 1 },
      filter: {
        minFinishRate: null,
        minOrderCount: null,
        minRemaining: null,
        maxDeviationRatio: '0.05',
        ignoreNicknames: [],
      },
      limits: { floor: '9.00', ceiling: '9.60' },
      minimumChangeTicks: 1,
      minimumHoldMs: 0,
      order: null,
      behindOwn: 'merchant',
      whenBound: 'keep',
    });
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

describe('ad set: what is not given stays', () => {
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
  ] as const)('%j is %j', (options, expected) => {
    expect(strategyOf(options)).toEqual(expected);
  });

  it.each([
    [{ strategy: 'match', ticks: 2 }, '--ticks belongs to --strategy undercut, not to match'],
    [{ rank: 1, price: '9' }, '--price belongs to --strategy fixed, not to rank'],
    [{ strategy: 'rank' }, '--strategy rank needs --rank'],
    [{ strategy: 'fixed' }, '--strategy fixed needs --price'],
  ] as const)('%j is refused', (options, message) => {
    expect(() => strategyOf(options)).toThrow(message);
  });
});
