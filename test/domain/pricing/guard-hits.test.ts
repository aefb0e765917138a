import { describe, expect, it } from 'vitest';
import { noGuardHits, noteGuardHits, pauseForHits } from '../../../src/domain/pricing/guard-hits.ts';

const rule = { hits: 2, withinMs: 1_000 };

/** Looks at these times, each with or without a hit. */
function looks(...all: readonly (readonly [atMs: number, isHit: boolean])[]) {
  return all.reduce((hits, [atMs, isHit]) => noteGuardHits(hits, { isHit, atMs }, rule), noGuardHits);
}

describe('design 6: guards that are hit too often', () => {
  it('design 6: a guard that goes on changing the price counts once', () => {
    expect(looks([0, true], [10, true], [20, true]).atMs).toEqual([0]);
    expect(looks([0, true], [10, false], [20, true]).atMs).toEqual([0, 20]);
    expect(looks([0, false])).toEqual(noGuardHits);
  });

  it('design 6: what the window has left behind does not count', () => {
    expect(looks([0, true], [10, false], [999, true]).atMs).toEqual([0, 999]);
    expect(looks([0, true], [10, false], [1_000, true]).atMs).toEqual([1_000]);
    expect(looks([5_000, true], [5_010, false], [5_999, true]).atMs).toEqual([5_000, 5_999]);
  });

  it('design 6: at the number of the rule the ad has to pause, and says how often', () => {
    expect(pauseForHits(looks([0, true]), rule)).toBeNull();
    expect(pauseForHits(looks([0, true], [10, false], [20, true]), rule)).toEqual({ hits: 2, withinMs: 1_000 });
  });

  it('design 6: without the rule nothing is counted', () => {
    const before = looks([0, true], [10, false], [20, true]);
    expect(noteGuardHits(before, { isHit: true, atMs: 30 }, null)).toEqual(noGuardHits);
    expect(pauseForHits(before, null)).toBeNull();
  });
});
