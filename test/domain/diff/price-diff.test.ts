import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffLook } from '../../../src/domain/diff/diff-hour.ts';
import {
  beginDiff,
  clearDiff,
  longestGapMs,
  mergeDiff,
  noteDiff,
  restDiff,
  settleDiff,
  type PriceDiff,
} from '../../../src/domain/diff/price-diff.ts';
import { check } from '../seeded.ts';

const hourMs = 3_600_000;
const t0 = Date.UTC(2026, 10, 22, 8, 0, 0);
const bounds = { maxGapMs: 60_000 };
const none = beginDiff({ stampMs: 1, last: null });

function look(atMs: number, [actual, intended]: [string, string], part: Partial<DiffLook> = {}): DiffLook {
  const facts = { side: 'SELL', priceScale: 2, best: '9.45', why: 'at-target', foreseen: [] } as const;
  return { atMs, actual, intended, ...facts, ...part };
}

const after = (looks: readonly DiffLook[], from: PriceDiff = none): PriceDiff =>
  looks.reduce((diff, one) => noteDiff(diff, one, bounds), from);

describe('design 2, ads#shadow-beside-what-stands: intended and actual prices are compared by exact times', () => {
  it('what a look finds lasts until the next look, and not as many looks as there were', () => {
    const diff = after([
      look(t0, ['9.50', '9.44']),
      look(t0 + 5_000, ['9.50', '9.44']),
      look(t0 + 20_000, ['9.44', '9.44'], { foreseen: ['limits'] }),
      look(t0 + 60_000, ['9.43', '9.44']),
      look(t0 + 61_000, ['9.43', '9.44']),
    ]);
    expect(diff.hours).toEqual([
      {
        hourMs: t0,
        priceScale: 2,
        watchedMs: 61_000,
        equalMs: 40_000,
        nearMs: 41_000,
        aheadMs: 1_000,
        behindMs: 20_000,
        distance: '1210',
        gain: '-1190',
        largest: '0.06',
        largestRatio: 0.006316,
        departures: 2,
        longestMs: 20_000,
        foreseenMs: { limits: 40_000 },
      },
    ]);
  });

  it('a buyer earns at a lower price: the side turns ahead, behind and gain around', () => {
    const buy = { side: 'BUY' } as const;
    const diff = after([look(t0, ['9.50', '9.44'], buy), look(t0 + 1_000, ['9.44', '9.44'], buy)]);
    expect(diff.hours).toMatchObject([{ aheadMs: 1_000, behindMs: 0, gain: '60', distance: '60' }]);
  });

  it('a time across the full hour is parted, and how long the two differed runs on', () => {
    const before = t0 + hourMs - 10_000;
    const diff = after([look(before, ['9.50', '9.44']), look(before + 30_000, ['9.50', '9.44'])]);
    expect(diff.hours).toMatchObject([
      { hourMs: t0, watchedMs: 10_000, longestMs: 10_000, departures: 1 },
      { hourMs: t0 + hourMs, watchedMs: 20_000, longestMs: 30_000, departures: 0 },
    ]);
  });

  it('a time in which no one looked counts as not watched, and a difference begins again after it', () => {
    const diff = after([
      look(t0, ['9.50', '9.44']),
      look(t0 + 60_001, ['9.50', '9.44']),
      look(t0 + 61_001, ['9.50', '9.44']),
    ]);
    expect(diff.hours).toMatchObject([{ watchedMs: 1_000, departures: 2, longestMs: 1_000 }]);
  });

  it('an ad that is offline, switched off or priced by hand intends nothing: its time ends then', () => {
    const seen = after([look(t0, ['9.50', '9.50'])]);
    const rested = restDiff(seen, t0 + 4_000, bounds);
    expect(rested).toMatchObject({ last: null, hours: [{ watchedMs: 4_000, equalMs: 4_000 }] });
    expect(restDiff(seen, t0 + 60_001, bounds)).toMatchObject({ last: null, hours: [] });
    expect(restDiff(none, t0, bounds)).toBe(none);
    expect(after([look(t0 + 30_000, ['9.50', '9.50'])], rested).hours).toEqual(rested.hours);
  });

  it('a clock that is set back, or a process behind another, changes nothing', () => {
    const seen = after([look(t0, ['9.50', '9.44'])]);
    expect(noteDiff(seen, look(t0 - 1, ['9.40', '9.44']), bounds)).toBe(seen);
    expect(restDiff(seen, t0 - 1, bounds)).toMatchObject({ last: null, hours: seen.hours });
  });

  it('the series has each change of either price once, by value, and the last hundred', () => {
    const twice = after([look(t0, ['9.50', '9.44']), look(t0 + 1_000, ['9.5', '9.440'], { best: '9.30' })]);
    expect(twice.points).toEqual([{ atMs: t0, actual: '9.50', intended: '9.44', best: '9.45', why: 'at-target' }]);
    const many = after(Array.from({ length: 150 }, (_, step) => look(t0 + step, ['9.50', step % 2 ? '9.44' : '9.45'])));
    expect(many.points).toHaveLength(100);
    expect(many.points.at(-1)?.atMs).toBe(t0 + 149);
  });

  it('a price that the service took stands from then on', () => {
    const set = after([look(t0, ['9.50', '9.44'])]);
    const settled = settleDiff(set, '9.44', { atMs: t0 + 1_500, ...bounds });
    expect(settled).toMatchObject({
      last: { actual: '9.44', intended: '9.44', atMs: t0 + 1_500, differsSinceMs: null },
      hours: [{ behindMs: 1_500, equalMs: 0, longestMs: 1_500 }],
    });
    expect(settleDiff(none, '9.44', { atMs: t0, ...bounds })).toBe(none);
  });

  it('what a watch saw is added once, and only to what it began with', () => {
    const known = { ...after([look(t0, ['9.50', '9.44'])]), stampMs: 7 };
    const seen = after([look(t0 + 2_000, ['9.50', '9.44'])], beginDiff(known));
    const merged = mergeDiff(known, seen, 8);
    expect(merged).toMatchObject({
      stampMs: 8,
      hours: [{ watchedMs: 2_000, departures: 1 }],
      last: { atMs: t0 + 2_000 },
    });
    expect(merged.points).toHaveLength(1);
    expect(mergeDiff(merged, seen, 9)).toBe(merged);
  });

  it('begun afresh, it is empty, and what a watch still brings is left out, also within one millisecond', () => {
    const known = { ...after([look(t0, ['9.50', '9.44'])]), stampMs: 7 };
    const seen = after([look(t0 + 2_000, ['9.50', '9.44'])], beginDiff(known));
    const cleared = clearDiff(known, 7);
    expect(cleared).toEqual({ stampMs: 8, hours: [], points: [], last: null });
    expect(mergeDiff(cleared, seen, 9)).toBe(cleared);
    expect(mergeDiff(known, seen, 7).stampMs).toBe(8);
  });

  it('a look is awaited for a minute, or for three rounds where they are slower', () => {
    expect(longestGapMs({ marketIntervalMs: 5_000 })).toBe(60_000);
    expect(longestGapMs({ marketIntervalMs: 30_000 })).toBe(90_000);
  });

  it('a week of hours is kept', () => {
    const hours = (count: number): PriceDiff =>
      after(
        Array.from({ length: count }, (_, hour) =>
          [0, 1_000].map((ms) => look(t0 + hour * hourMs + ms, ['9.50', '9.50'])),
        ).flat(),
        beginDiff(none),
      );
    const merged = mergeDiff(none, hours(200), 2);
    expect(merged.hours).toHaveLength(168);
    expect(merged.hours.at(-1)?.hourMs).toBe(t0 + 199 * hourMs);
  });
});

describe('ads#shadow-beside-what-stands: parts of a watch tell what one watch would', () => {
  const steps = fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: 90_000 }),
      fc.integer({ min: 900, max: 999 }),
      fc.integer({ min: 900, max: 999 }),
    ),
    {
      minLength: 1,
      maxLength: 40,
    },
  );

  function looksOf(drawn: readonly (readonly [number, number, number])[]): DiffLook[] {
    let atMs = t0;
    return drawn.map(([ms, actual, intended]) => {
      atMs += ms;
      return look(atMs, [(actual / 100).toFixed(2), (intended / 100).toFixed(2)]);
    });
  }

  it('wherever it is cut, the sums and the series are the same', () => {
    check(
      fc.property(steps, fc.nat(40), (drawn, cut) => {
        const looks = looksOf(drawn);
        const whole = mergeDiff(none, after(looks, beginDiff(none)), 2);
        const first = mergeDiff(none, after(looks.slice(0, cut), beginDiff(none)), 2);
        const both = mergeDiff(first, after(looks.slice(cut), beginDiff(first)), 2);
        expect({ ...both, stampMs: whole.stampMs }).toEqual(whole);
      }),
      300,
    );
  });

  it('equal, ahead and behind are the whole watched time, and gain is never more than the distance', () => {
    check(
      fc.property(steps, (drawn) => {
        for (const hour of after(looksOf(drawn)).hours) {
          expect(hour.equalMs + hour.aheadMs + hour.behindMs).toBe(hour.watchedMs);
          expect(hour.nearMs).toBeGreaterThanOrEqual(hour.equalMs);
          expect(Math.abs(Number(hour.gain))).toBeLessThanOrEqual(Number(hour.distance) + 1e-6);
          expect(hour.watchedMs).toBeLessThanOrEqual(hourMs);
        }
      }),
      300,
    );
  });
});
