import { describe, expect, it } from 'vitest';
import { runBacktest, type MarketRow } from '../../../src/domain/backtest/backtest.ts';
import { expectedOrders, shareOfTakers } from '../../../src/domain/backtest/demand.ts';
import { compareGains } from '../../../src/domain/backtest/comparison.ts';
import { combinations, usualGrid } from '../../../src/domain/backtest/rules-grid.ts';
import { placeOf } from '../../../src/domain/backtest/tally.ts';
import type { ReplayedDecision } from '../../../src/domain/backtest/replayed-ad.ts';
import { rules } from '../pricing/pricing-fixture.ts';

const hourMs = 3_600_000;
const demand = { takersPerHour: 10, orderSize: 100, patience: 0.03 };

interface ScriptedRow extends MarketRow {
  decision: ReplayedDecision;
}

function decision(changes: Partial<ReplayedDecision>): ReplayedDecision {
  return {
    isSet: false,
    ticks: 1_000,
    reason: 'at-target',
    isAnswer: false,
    rank: 1,
    place: 1,
    bound: null,
    best: 1_001,
    ...changes,
  };
}

function row(atHour: number, changes: Partial<ReplayedDecision>, reference: number | null = 1_000): ScriptedRow {
  return { atMs: atHour * hourMs, reference, decision: decision(changes) };
}

function replay(rows: readonly ScriptedRow[], side: 'SELL' | 'BUY' = 'SELL') {
  return runBacktest(rows, { side, priceScale: 2, startTicks: 999, decide: (scripted) => scripted.decision, demand });
}

describe('a replay of a recorded market', () => {
  it('adds up how long the ad stood at each rank', () => {
    const { msByPlace, coveredMs } = replay([
      row(0, { rank: 1 }),
      row(1, { rank: 3 }),
      row(3, { rank: null }),
      row(4, { rank: 2 }),
    ]);
    expect(msByPlace).toEqual({ alone: hourMs, '1': hourMs, '2': 0, '3': 2 * hourMs, '4-10': 0, behind: 0 });
    expect(coveredMs).toBe(4 * hourMs);
  });

  it('leaves out what lies in a gap of more than six hours', () => {
    expect(replay([row(0, {}), row(100, {})]).coveredMs).toBe(6 * hourMs);
  });

  it('counts the changes of the own price without the first, and those of the best competitor', () => {
    const { updates, rivalMoves } = replay([
      row(0, { isSet: true, ticks: 1_000, best: 1_001 }),
      row(1, { isSet: true, ticks: 998, best: 999 }),
      row(2, { best: null }),
      row(3, { best: 999 }),
      row(4, { isSet: true, ticks: 997, best: 998 }),
    ]);
    expect({ updates, rivalMoves }).toEqual({ updates: 2, rivalMoves: 2 });
  });

  it('counts no change and no move where there was none', () => {
    const { updates, rivalMoves } = replay([row(0, { best: null, rank: null })]);
    expect({ updates, rivalMoves }).toEqual({ updates: 0, rivalMoves: 0 });
  });

  it('adds up how long a limit bound, and how often a rule kept the price back', () => {
    const { msByBound, keptBack } = replay([
      row(0, { bound: 'ceiling' }),
      row(1, { bound: 'no-price' }),
      row(3, { reason: 'held' }),
      row(4, { reason: 'below-change' }),
      row(5, { reason: 'below-change' }),
    ]);
    expect(msByBound).toMatchObject({ ceiling: hourMs, floor: 0, 'no-price': 2 * hourMs });
    expect(keptBack).toEqual({ held: 1, 'below-change': 2 });
  });

  it('a margin is above the reference for a seller, below it for a buyer', () => {
    const rows = [row(0, { ticks: 1_010 }), row(1, { ticks: 1_010 })];
    expect(replay(rows).meanMargin).toBeCloseTo(0.01);
    expect(replay(rows, 'BUY').meanMargin).toBeCloseTo(-0.01);
  });

  it('knows no margin and no gain without a reference price', () => {
    const { meanMargin, gain, orders } = replay([row(0, {}, null), row(1, {}, null)]);
    expect({ meanMargin, gain, orders }).toEqual({ meanMargin: null, gain: 0, orders: 5 });
  });

  it('expects orders by the place, and gains their margin', () => {
    const { orders, gain } = replay([row(0, { ticks: 1_010, rank: 1, place: 2 }), row(2, {})]);
    expect(orders).toBeCloseTo(5);
    // 5 orders of 100 at 0.10 above the reference
    expect(gain).toBeCloseTo(50);
  });

  it('returns the gain of 24 equal parts, which add up to the whole', () => {
    const rows = Array.from({ length: 100 }, (_, hour) => row(hour, { ticks: 1_000 + hour }));
    const { gains, gain } = replay(rows);
    expect(gains).toHaveLength(24);
    expect(gains.reduce((sum, part) => sum + part, 0)).toBeCloseTo(gain);
  });

  it('draws at most 600 points, each with the price that stood', () => {
    const rows = Array.from({ length: 1_201 }, (_, hour) => row(hour, { isSet: hour === 0, ticks: 1_005 }));
    const { plot } = replay(rows);
    expect(plot).toHaveLength(401);
    expect(plot[1]).toEqual({ atMs: 3 * hourMs, ticks: 1_005, best: 1_001, reference: 1_000, rank: 1 });
  });

  it('an empty recording is all zeros', () => {
    expect(replay([])).toMatchObject({ rows: 0, fromMs: 0, toMs: 0, orders: 0, gains: [], plot: [] });
  });
});

describe('the model of takers', () => {
  it('half of them take the best ad, half of the rest the next, and no one looks beyond the twentieth', () => {
    expect([1, 2, 3].map(shareOfTakers)).toEqual([0.5, 0.25, 0.125]);
    expect(shareOfTakers(20)).toBeGreaterThan(0);
    expect(shareOfTakers(21)).toBe(0);
    expect(shareOfTakers(null)).toBe(1);
  });

  it('they come evenly', () => {
    expect(expectedOrders(demand, { place: null, worseBy: 0 }, hourMs / 2)).toBe(5);
  });
});

describe('an ad that is worse than the best by more than three percent', () => {
  it.each([
    ['SELL', 1_031, 0],
    ['SELL', 1_030, 5],
    ['SELL', 900, 5],
    ['BUY', 969, 0],
    ['BUY', 970, 5],
  ] as const)('%s at %s against 1000: %s orders', (side, ticks, orders) => {
    const rows = [row(0, { ticks, best: 1_000 }), row(1, { ticks, best: 1_000 })];
    expect(replay(rows, side).orders).toBe(orders);
  });
});

describe('places of a report', () => {
  it.each([
    [null, 'alone'],
    [1, '1'],
    [2, '2'],
    [3, '3'],
    [4, '4-10'],
    [10, '4-10'],
    [11, 'behind'],
  ])('rank %s is %s', (rank, place) => {
    expect(placeOf(rank)).toBe(place);
  });
});

describe('a comparison of two rules', () => {
  it('a steady difference is beyond noise, in either direction', () => {
    const present = [10, 20, 30, 40];
    const more = present.map((gain, part) => gain + 5 + (part % 2));
    expect(compareGains(present, more)).toMatchObject({ difference: 22, verdict: 'better' });
    expect(compareGains(more, present)).toMatchObject({ difference: -22, verdict: 'worse' });
  });

  it('a difference that one part alone makes is not beyond noise', () => {
    const compared = compareGains([1, 1, 1, 1], [1, 1, 1, 9]);
    expect(compared).toEqual({ difference: 8, noise: 16, verdict: 'no difference beyond noise' });
  });

  it('equal rules do not differ, nor do rules with one part', () => {
    expect(compareGains([1, 2], [1, 2]).verdict).toBe('no difference beyond noise');
    expect(compareGains([1], [100]).verdict).toBe('no difference beyond noise');
    expect(compareGains([], [1, 1, 1])).toMatchObject({ difference: 3, noise: 0, verdict: 'better' });
  });
});

describe('a grid of rules', () => {
  it('combines all values, and keeps the other rules', () => {
    const present = rules({ order: 3 });
    const all = combinations(present, {
      strategies: [{ kind: 'match' }, { kind: 'rank', rank: 2 }],
      minimumChangeTicks: [1, 5],
      minimumHoldMs: [0],
    });
    expect(all).toHaveLength(4);
    expect(all[3]).toEqual({
      ...present,
      strategy: { kind: 'rank', rank: 2 },
      minimumChangeTicks: 5,
      minimumHoldMs: 0,
    });
    expect(combinations(present, usualGrid)).toHaveLength(90);
  });
});
