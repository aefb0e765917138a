import { describe, expect, it } from 'vitest';
import { runBacktest, type MarketRow } from '../../../src/domain/backtest/backtest.ts';
import { withinHours } from '../../../src/domain/backtest/hours-pricer.ts';
import type { ReplayedAd, ReplayedDecision } from '../../../src/domain/backtest/replayed-ad.ts';
import { pricingRulesSchema, type PricingRules } from '../../../src/domain/pricing/pricing-rules.ts';

const hourMs = 3_600_000;
const mondayMs = Date.UTC(2026, 10, 23);
const demand = { takersPerHour: 10, orderSize: 100, patience: 0.03 };

const rulesWith = (hours: object | null): PricingRules =>
  pricingRulesSchema.parse({ strategy: { kind: 'match' }, limits: { floor: '9.00', ceiling: '11.00' }, hours });

const working = { open: 'Mon-Sun 08:00-20:00', timezone: 'UTC' };

/** Two days, a row an hour. */
const rows: readonly MarketRow[] = Array.from({ length: 49 }, (_, hour) => ({
  atMs: mondayMs + hour * hourMs,
  reference: 1_000,
}));

/** A pricer whose price shows the strategy, and which changes it in each row. */
function scripted(given: PricingRules, ads: ReplayedAd[]) {
  return (_row: MarketRow, ad: ReplayedAd): ReplayedDecision => {
    ads.push(ad);
    const ticks = given.strategy.kind === 'fixed' ? 1_050 : 1_010;
    const isSet = ad.ticks !== ticks;
    return { isSet, ticks, reason: 'target', isAnswer: false, rank: 1, place: 1, bound: null, best: 1_011 };
  };
}

function replay(hours: object | null) {
  const ads: ReplayedAd[] = [];
  const decide = withinHours<MarketRow>(rulesWith(hours), (given) => {
    expect(given.hours).toBeNull();
    return scripted(given, ads);
  });
  return { ads, ...runBacktest(rows, { side: 'SELL', priceScale: 2, startTicks: 999, decide, demand }) };
}

describe('proving#replay: a replay goes by the hours of the rules', () => {
  it('outside them the ad is off the market: no price, no rank, no orders', () => {
    const always = replay(null);
    const byDay = replay(working);
    expect(always).toMatchObject({ awayMs: 0, coveredMs: 48 * hourMs });
    expect(byDay).toMatchObject({ awayMs: 24 * hourMs, coveredMs: 24 * hourMs });
    expect(byDay.orders).toBeCloseTo(always.orders / 2, 6);
    expect(byDay.gain).toBeCloseTo(always.gain / 2, 6);
    const night = byDay.plot.find(({ atMs }) => atMs === mondayMs + 7 * hourMs);
    expect(night).toMatchObject({ ticks: null, best: null, rank: null, reference: 1_000 });
    expect(byDay.plot.find(({ atMs }) => atMs === mondayMs + 8 * hourMs)).toMatchObject({ ticks: 1_010, rank: 1 });
  });

  it('no wait of yesterday holds when it comes back', () => {
    const { ads } = replay(working);
    // Twelve rows a day: the second day begins with the thirteenth.
    expect(ads[11]).toMatchObject({ ticks: 1_010, changedAtMs: mondayMs + 8 * hourMs });
    expect(ads[12]).toEqual({ ticks: 1_010, changedAtMs: null, answers: 0 });
  });

  it('with a resting price it stays, at that price', () => {
    const { awayMs, plot, updates } = replay({ ...working, restingPrice: '10.50' });
    expect(awayMs).toBe(0);
    expect(plot.map(({ ticks }) => ticks).slice(6, 10)).toEqual([1_050, 1_050, 1_010, 1_010]);
    expect(updates).toBe(4);
  });

  it('a time zone that the machine does not know opens at no time', () => {
    expect(replay({ ...working, timezone: 'Atlantis/Capital' })).toMatchObject({ coveredMs: 0, orders: 0 });
  });
});
