import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffCeilingMs, backoffMs } from '../../../src/domain/failures/backoff.ts';
import { defaultSettings, deskSettingsSchema } from '../../../src/domain/settings.ts';
import { check, seed } from '../seeded.ts';

/** A small seeded generator of numbers in [0, 1) (mulberry32). */
function generator(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Kolmogorov-Smirnov: the largest distance between the samples' distribution and the uniform one. */
function distanceFromUniform(samples: readonly number[]): number {
  const sorted = samples.toSorted((left, right) => left - right);
  return Math.max(...sorted.map((value, index) => Math.abs(value - (index + 0.5) / sorted.length)));
}

describe('7.5, I25: backoff', () => {
  it('7.5: every sleep lies between 0 and min(cap, base x 2^attempt), in whole ms', () => {
    check(
      fc.property(
        fc.record({
          attempt: fc.integer({ min: 1, max: 5_000 }),
          draw: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
          backoffBaseMs: fc.integer({ min: 0, max: 5_000 }),
          backoffCapMs: fc.integer({ min: 0, max: 100_000 }),
        }),
        ({ attempt, draw, backoffBaseMs, backoffCapMs }) => {
          const settings = deskSettingsSchema.parse({ backoffBaseMs, backoffCapMs });
          const sleepMs = backoffMs(attempt, () => draw, settings);
          expect(Number.isInteger(sleepMs)).toBe(true);
          expect(sleepMs).toBeGreaterThanOrEqual(0);
          expect(sleepMs).toBeLessThanOrEqual(Math.min(backoffCapMs, backoffBaseMs * 2 ** Math.min(attempt, 1_000)));
        },
      ),
    );
  });

  it('7.5: the ceiling never falls as attempts rise', () => {
    check(
      fc.property(fc.integer({ min: -5, max: 100 }), (attempt) => {
        const next = backoffCeilingMs(attempt + 1, defaultSettings);
        expect(next).toBeGreaterThanOrEqual(backoffCeilingMs(attempt, defaultSettings));
      }),
    );
  });

  it.each([1, 3, 5, 9])('I25: 10,000 sleeps of attempt %i are uniform', (attempt) => {
    const random = generator(seed + attempt);
    const ceilingMs = backoffCeilingMs(attempt, defaultSettings);
    const samples = Array.from({ length: 10_000 }, () => backoffMs(attempt, random, defaultSettings) / ceilingMs);
    // 1.63 / sqrt(n) is the bound for p > 0.01; whole ms add at most one step of 1 / ceiling.
    expect(distanceFromUniform(samples)).toBeLessThan(1.63 / Math.sqrt(10_000) + 1 / ceilingMs);
  });
});
