import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  afterSuccess,
  afterUnclear,
  beforeCall,
  closedBreaker,
  type BreakerState,
} from '../../src/domain/failures/circuit-breaker.ts';
import {
  emptyMissingAds,
  emptyMissingTracker,
  forgetMissing,
  isDead,
  missingUntilMs,
  recordMissing,
  rememberMissing,
  type MissingAds,
  type MissingTracker,
} from '../../src/domain/ads/missing-ads.ts';
import { answerOverlap, emptyOverlapWindow, type OverlapAnswer } from '../../src/domain/pricing/overlap-window.ts';
import { defaultSettings as settings } from '../../src/domain/settings.ts';

function overlaps(...timesMs: readonly number[]): OverlapAnswer[] {
  let window = emptyOverlapWindow;
  return timesMs.map((atMs) => {
    const answer = answerOverlap(window, atMs, settings);
    ({ window } = answer);
    return answer;
  });
}

describe('8, I16: at most 5 overlap retries in 60 s, then a cooldown of 30 s', () => {
  it('8: five refusals are answered by a retry; the refusal of the fifth retry cools for the whole 30 s', () => {
    const answers = overlaps(0, 12_000, 24_000, 36_000, 48_000, 59_999);
    expect(answers.map(({ coolMs }) => coolMs)).toEqual([null, null, null, null, null, 30_000]);
  });

  it('8: after a cooldown the count begins again', () => {
    const answers = overlaps(1, 2, 3, 4, 5, 6, 30_006);
    expect(answers.at(-1)).toEqual({ window: { retries: [30_006] }, coolMs: null });
  });

  it('8: retries older than 60 s no longer count', () => {
    const answers = overlaps(0, 1, 2, 3, 4, 60_000);
    expect(answers.at(-1)).toEqual({ window: { retries: [1, 2, 3, 4, 60_000] }, coolMs: null });
    expect(overlaps(0, 1, 2, 3, 4, 59_999).at(-1)?.coolMs).toBe(30_000);
  });
});

describe('7.7, I21: the negative cache', () => {
  function missingAt(nowMs: number, ...adNumbers: readonly string[]): MissingAds {
    return adNumbers.reduce(
      (state, adNumber) => rememberMissing(state, { adNumber, nowMs }, settings),
      emptyMissingAds,
    );
  }

  it('7.7: a 404 is remembered for 60 s', () => {
    const state = missingAt(1_000, 'a');
    expect(missingUntilMs(state, 'a', 60_999) !== null).toBe(true);
    expect(missingUntilMs(state, 'a', 61_000) !== null).toBe(false);
    expect(missingUntilMs(state, 'b', 1_000) !== null).toBe(false);
  });

  it('7.7: a repeated 404 renews its entry', () => {
    const state = rememberMissing(missingAt(1_000, 'a', 'b'), { adNumber: 'a', nowMs: 2_000 }, settings);
    expect(state.entries).toEqual([
      { adNumber: 'b', untilMs: 61_000 },
      { adNumber: 'a', untilMs: 62_000 },
    ]);
  });

  it('7.7: at most 1024 entries are kept, the oldest go', () => {
    const state = missingAt(1_000, ...Array.from({ length: 1_025 }, (_, index) => `ad-${index}`));
    expect(state.entries).toHaveLength(1_024);
    expect(missingUntilMs(state, 'ad-0', 1_000) !== null).toBe(false);
    expect(missingUntilMs(state, 'ad-1024', 1_000) !== null).toBe(true);
  });

  it('7.7: expired entries go when another is added', () => {
    const state = rememberMissing(missingAt(0, 'a'), { adNumber: 'b', nowMs: 60_000 }, settings);
    expect(state.entries.map((entry) => entry.adNumber)).toEqual(['b']);
  });

  it('7.7: an ad that answers again is forgotten', () => {
    expect(missingUntilMs(forgetMissing(missingAt(0, 'a', 'b'), 'a'), 'a', 0) !== null).toBe(false);
    expect(missingUntilMs(forgetMissing(missingAt(0, 'a', 'b'), 'a'), 'b', 0) !== null).toBe(true);
  });
});

describe('7.7, I21: the tracker', () => {
  function missing(...timesMs: readonly number[]): MissingTracker {
    return timesMs.reduce((tracker, atMs) => recordMissing(tracker, atMs, settings), emptyMissingTracker);
  }
  const everyMinute = Array.from({ length: 61 }, (_, minute) => minute * 60_000);

  it('7.7: 404s for 3600 s make an ad dead, not earlier', () => {
    expect(isDead(missing(...everyMinute.slice(0, 60)), 3_599_999, settings)).toBe(false);
    expect(isDead(missing(...everyMinute), 3_600_000, settings)).toBe(true);
  });

  it('7.7: the 3600 s count from the first 404, whenever it was', () => {
    const later = everyMinute.map((atMs) => 7_200_000 + atMs);
    expect(isDead(missing(...later.slice(0, 60)), 10_799_999, settings)).toBe(false);
    expect(isDead(missing(...later), 10_800_000, settings)).toBe(true);
  });

  it('7.7: an ad never asked for is not dead', () => {
    expect(isDead(emptyMissingTracker, 9_999_999, settings)).toBe(false);
  });

  it('7.7: two answers inside 600 s are needed at the end too', () => {
    expect(isDead(missing(0, 599_999), 3_600_000, settings)).toBe(false);
    const sparse = missing(0, 599_000, 1_198_000, 1_797_000, 2_396_000, 2_995_000, 3_594_000);
    expect(isDead(sparse, 3_600_000, settings)).toBe(false);
    const twice = recordMissing(sparse, 3_600_000, settings);
    expect(isDead(twice, 3_600_000, settings)).toBe(true);
    expect([isDead(twice, 4_193_999, settings), isDead(twice, 4_194_000, settings)]).toEqual([true, false]);
  });

  it('7.7: a pause of 600 s begins the row again', () => {
    expect(missing(0, 60_000, 660_000).sinceMs).toBe(660_000);
  });

  it('7.7: the state stays small', () => {
    expect(missing(...everyMinute).hits).toHaveLength(2);
  });
});

describe('7.4, I29: the circuit breaker', () => {
  function failed(times: number): BreakerState {
    return Array.from({ length: times }).reduce<BreakerState>(
      (state) => afterFailure(state, 1_000, settings),
      closedBreaker,
    );
  }

  it('I29: it opens at the threshold', () => {
    expect(beforeCall(failed(14), 1_000).allowed).toBe(true);
    expect(failed(15)).toEqual({ phase: 'open', failures: 15, openUntilMs: 46_000 });
    expect(beforeCall(failed(15), 45_999, settings)).toEqual({ allowed: false, state: failed(15) });
  });

  it('I29: a success between failures starts the count again', () => {
    expect(afterSuccess(failed(14))).toEqual(closedBreaker);
  });

  it('I29: after the pause exactly one probe goes', () => {
    const probe = beforeCall(failed(15), 46_000, settings);
    expect(probe.allowed).toBe(true);
    expect(probe.state.phase).toBe('half-open');
    expect(beforeCall(probe.state, 46_001, settings).allowed).toBe(false);
  });

  it('I29: a probe that never reports its end does not lock the gate forever', () => {
    const probe = beforeCall(failed(15), 46_000, settings);
    expect(beforeCall(probe.state, 90_999, settings).allowed).toBe(false);
    expect(beforeCall(probe.state, 91_000, settings).allowed).toBe(true);
  });

  it('I29: a good probe closes it, a failed one opens it again', () => {
    const { state } = beforeCall(failed(15), 46_000, settings);
    expect(afterSuccess(state)).toEqual(closedBreaker);
    expect(afterFailure(state, 47_000, settings)).toEqual({ phase: 'open', failures: 16, openUntilMs: 92_000 });
  });

  it('I29: late ends of calls from before the pause change nothing', () => {
    const open = failed(15);
    expect(afterSuccess(open)).toBe(open);
    expect(afterFailure(open, 2_000, settings)).toBe(open);
  });

  it('I29: an open breaker without an end allows a probe', () => {
    expect(beforeCall({ phase: 'open', failures: 15, openUntilMs: null }, 0, settings).allowed).toBe(true);
  });
});

describe('7.4: the pause of the breaker when less is known', () => {
  const open: BreakerState = { phase: 'open', failures: 15, openUntilMs: 145_000 };

  it('7.4: a probe without a clear outcome is followed by another at once', () => {
    const probing = beforeCall(open, 145_000, settings).state;
    expect(beforeCall(probing, 145_001, settings).allowed).toBe(false);
    const unclear = afterUnclear(probing, 145_002);
    expect(unclear).toEqual({ phase: 'open', failures: 15, openUntilMs: 145_002 });
    expect(beforeCall(unclear, 145_002, settings)).toMatchObject({ allowed: true, state: { phase: 'half-open' } });
  });

  it('7.4: an unclear outcome changes neither a closed breaker nor one that is open', () => {
    expect(afterUnclear(closedBreaker, 1)).toBe(closedBreaker);
    expect(afterUnclear(open, 120_000)).toBe(open);
  });

  it('7.4: a clock that was set back far does not make the pause last that long', () => {
    expect(beforeCall(open, 100_000, settings).allowed).toBe(false);
    expect(beforeCall(open, 99_000, settings).allowed).toBe(false);
    expect(beforeCall(open, 145_000 - 3_600_000, settings).allowed).toBe(true);
  });
});
