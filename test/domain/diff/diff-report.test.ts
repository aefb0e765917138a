import { describe, expect, it } from 'vitest';
import type { DiffLook } from '../../../src/domain/diff/diff-hour.ts';
import { diffReport } from '../../../src/domain/diff/diff-report.ts';
import { foreseenOf } from '../../../src/domain/diff/foreseen.ts';
import { beginDiff, noteDiff, restDiff, type PriceDiff } from '../../../src/domain/diff/price-diff.ts';
import type { PricingStep } from '../../../src/domain/pricing/price-step.ts';

const hourMs = 3_600_000;
const t0 = Date.UTC(2026, 10, 22, 0, 0, 0);
const bounds = { maxGapMs: hourMs };

interface Held {
  forMs: number;
  actual?: string;
  part?: Partial<DiffLook>;
}

/** An ad that is wanted at 10.00, and stood elsewhere for some times. */
function held(...times: Held[]): PriceDiff {
  const facts = {
    side: 'SELL',
    priceScale: 2,
    best: '10.01',
    why: 'at-target',
    foreseen: [],
    intended: '10.00',
  } as const;
  let atMs = t0;
  let diff = beginDiff({ stampMs: 0, last: null });
  for (const { forMs, actual = '10.00', part = {} } of [...times, { forMs: 0 }]) {
    diff = noteDiff(diff, { atMs, actual, ...facts, ...part }, bounds);
    atMs += forMs;
    // A look each hour, as the bounds want it.
    for (let ms = hourMs; ms < forMs; ms += hourMs)
      diff = noteDiff(diff, { actual, ...facts, ...part, atMs: atMs - forMs + ms }, bounds);
  }
  return diff;
}

const halfDay = 12 * hourMs;
const report = (diff: PriceDiff, nowMs: number, sinceMs = t0) => diffReport(diff, { sinceMs, nowMs });
const failing = (diff: PriceDiff, nowMs: number) =>
  report(diff, nowMs)
    .checks.filter(({ passed }) => !passed)
    .map(({ name, found, needed }) => [name, found, needed]);

describe('design 2, ads#shadow-beside-what-stands: figures and the verdict of a promotion', () => {
  it('figures are means over time, in price and in ticks, with the sign of what is earned', () => {
    const { figures } = report(held({ forMs: 3 * hourMs }, { forMs: hourMs, actual: '10.10' }), t0 + 4 * hourMs);
    expect(figures).toEqual({
      sinceMs: t0,
      lookedAtMs: t0 + 4 * hourMs,
      watchedMs: 4 * hourMs,
      equalShare: 0.75,
      nearShare: 0.75,
      aheadShare: 0,
      behindShare: 0.25,
      meanDistance: '0.0250',
      meanTicks: 2.5,
      largestDistance: '0.1',
      largestRatio: 0.009901,
      gainPerUnit: '-0.0250',
      departures: 1,
      meanMs: hourMs,
      longestMs: hourMs,
      foreseen: [],
    });
  });

  it('nothing watched is no figure, and not ready', () => {
    const none = beginDiff({ stampMs: 0, last: null });
    expect(report(none, t0)).toMatchObject({ figures: null, ready: false });
    expect(report(held(), t0)).toMatchObject({ figures: null, ready: false });
    expect(report(held({ forMs: hourMs, actual: '10.10' }), t0 + hourMs, t0 + 9 * hourMs).figures).toBeNull();
    expect(failing(none, t0).map(([name]) => name)).toEqual([
      'watchedMs',
      'lookAgeMs',
      'nearShare',
      'largestRatio',
      'pricelessShare',
    ]);
  });

  it('a time begins with its hour; an earlier change is not in the series', () => {
    const diff = held({ forMs: 2 * hourMs, actual: '10.10' }, { forMs: 2 * hourMs });
    const { figures, points } = report(diff, t0 + 4 * hourMs, t0 + 2.5 * hourMs);
    expect(figures).toMatchObject({ sinceMs: t0 + 2 * hourMs, equalShare: 1, watchedMs: 2 * hourMs });
    expect(points).toEqual([]);
    expect(report(diff, t0 + 4 * hourMs).points).toHaveLength(2);
  });

  it('half a day in which it stood right is ready', () => {
    expect(failing(held({ forMs: halfDay }), t0 + halfDay)).toEqual([]);
    expect(report(held({ forMs: halfDay }), t0 + halfDay)).toMatchObject({ ready: true });
  });

  const late: Held = { forMs: halfDay };

  it.each([
    {
      why: 'a minute less than half a day',
      times: [{ forMs: halfDay - 60_000 }],
      check: ['watchedMs', halfDay - 60_000, halfDay],
    },
    {
      why: 'a tick is near, two are not',
      times: [{ forMs: 2 * hourMs, actual: '10.02' }, late],
      check: ['nearShare', 0.8571, 0.9],
    },
    { why: 'once far away', times: [{ forMs: 1_000, actual: '10.21' }, late], check: ['largestRatio', 0.020568, 0.02] },
    {
      why: 'no price',
      times: [{ forMs: hourMs, part: { foreseen: ['no-price'] } }, late],
      check: ['pricelessShare', 0.0769, 0.01],
    },
    {
      why: 'no market',
      times: [{ forMs: hourMs, part: { foreseen: ['no-market'] } }, late],
      check: ['pricelessShare', 0.0769, 0.01],
    },
  ] satisfies { why: string; times: Held[]; check: unknown[] }[])('not: $why', ({ times, check }) => {
    const diff = held(...times);
    expect(failing(diff, diff.last?.atMs ?? 0)).toEqual([check]);
  });

  it('not without a fresh look: what was right three days ago says nothing of today', () => {
    const diff = held({ forMs: halfDay });
    expect(failing(diff, t0 + halfDay + 300_000)).toEqual([]);
    expect(failing(diff, t0 + halfDay + 300_001)).toEqual([['lookAgeMs', 300_001, 300_000]]);
    expect(failing(restDiff(diff, t0 + halfDay, bounds), t0 + halfDay)).toEqual([['lookAgeMs', null, 300_000]]);
  });

  it('guards that moved the price are told with their share of the time', () => {
    const diff = held(
      { forMs: hourMs, part: { foreseen: ['limits', 'exclusion-zone'] } },
      { forMs: hourMs, part: { foreseen: ['limits'] } },
    );
    expect(report(diff, t0).figures?.foreseen).toEqual([
      { name: 'limits', share: 1 },
      { name: 'exclusion-zone', share: 0.5 },
    ]);
  });
});

describe('interface 7.4: what the service would have refused is foreseen', () => {
  const step = (name: PricingStep['name'], price: string | null): PricingStep => ({
    name,
    price,
    note: { code: 'never-changed' },
  });

  it('a guard that moved the target, each once; what only rounds or waits is none', () => {
    const steps = [
      step('target', '9.10'),
      step('limits', '9.20'),
      step('service-range', '9.200'),
      step('exclusion-zone', '9.25'),
      step('tick', '9.3'),
      step('maximum-step', '9.4'),
      step('limits', '9.5'),
    ];
    expect(foreseenOf({ steps, reason: 'target' })).toEqual(['limits', 'exclusion-zone']);
  });

  it('no price at all, and a market without one', () => {
    const steps = [step('target', '9.10'), step('margin', '9.20'), step('limits', null)];
    expect(foreseenOf({ steps, reason: 'no-price-satisfies' })).toEqual(['margin', 'limits', 'no-price']);
    expect(foreseenOf({ steps: [step('target', null)], reason: 'stale' })).toEqual(['no-market']);
    expect(foreseenOf({ steps: [step('target', null), step('limits', null)], reason: 'no-basis' })).toEqual([
      'no-market',
    ]);
    expect(foreseenOf({ steps: [], reason: 'no-competitor' })).toEqual(['no-market']);
  });
});
