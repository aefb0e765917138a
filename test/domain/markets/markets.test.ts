import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runMarket, type RunReport } from './market-run.ts';
import { recordedRivals } from './recorded-rivals.ts';
import { meetingMarket, scriptedMarkets, standingStill } from './scripted-market.ts';
import type { RivalMarket } from './rival-market.ts';

const minuteMs = 60_000;
/** Prices of three decimals, in which twenty ads have room, and of none, in which they crowd. */
const seeds = [1, 2];
const forMs = 8 * minuteMs;

/** What holds on every market: no price outside limits, range, zone or tick, and no ad where it should not be. */
function expectSound(report: RunReport): void {
  const { market, faults, standings, writes, wishMoves, takenBack, maxWritesAnHour, rankShare, busyRounds } = report;
  const perMove = writes / wishMoves;
  console.log(
    `${market}: ${writes} writes, ${perMove.toFixed(2)} for each move of what an ad wants, at most ${maxWritesAnHour} of an ad an hour; rank held in ${(100 * rankShare).toFixed(1)} % of the looks at ads whose guards allow it`,
  );
  expect(faults).toEqual([]);
  expect(standings.lost).toBe(0);
  // Own ads that change places: a step aside may turn out to be unneeded once another has moved.
  expect(takenBack).toBeLessThanOrEqual(writes / 100);
  // A new desk of ads that are far away needs a way to the market.
  expect(writes - 4 * report.ads).toBeLessThanOrEqual(1.5 * wishMoves);
  expect(busyRounds).toBeLessThan(10);
  expect(standings['at-rank']).toBeGreaterThan(0);
}

const marketsOf = (seed: number): [string, RivalMarket][] =>
  scriptedMarkets(seed).map((market) => [`${market.name}, seed ${seed}`, market]);

describe('twenty ads on both sides', () => {
  it.each(seeds.flatMap(marketsOf))(
    'design 6, I14 to I19: keep rank and guards on a market that is %s',
    (_, market) => {
      expectSound(runMarket({ market, desks: 1, forMs }));
    },
  );

  it('ads#active-hours: every third one leaves for its nights, and comes back beside the others, which had filled its place', () => {
    const market = scriptedMarkets(1).find(({ name }) => name === 'jumping') ?? meetingMarket(1);
    const report = runMarket({ market, desks: 1, forMs, nights: '00:00-00:02 00:03-00:05 00:06-00:08' });
    expectSound(report);
    expect(report.mornings).toBe(14);
  });

  it('design 6: come to rest when the market does', () => {
    const [trending] = scriptedMarkets(1);
    if (trending === undefined) throw new Error('no market');
    const stillFromMs = 5 * minuteMs;
    const report = runMarket({ market: standingStill(trending, stillFromMs), desks: 1, forMs: 18 * minuteMs });
    expect(report.faults).toEqual([]);
    // No answer waits for longer than five minutes, and the ads behind it wait for it.
    expect(report.lastWriteAtMs).toBeLessThan(stillFromMs + 11 * minuteMs);
  });

  it('design 6: answer a rival who undercuts by a tick forever 25 times in 20 minutes at most', () => {
    const undercut = scriptedMarkets(1).find(({ name }) => name === 'undercut');
    if (undercut === undefined) throw new Error('no market');
    const report = runMarket({ market: undercut, desks: 1, forMs: 20 * minuteMs });
    expectSound(report);
    expect(report.maxWritesAnHour).toBeLessThanOrEqual(25);
  });

  it.each(seeds)('design 6: two desks of twenty ads keep rank and guards against each other, seed %i', (seed) => {
    const report = runMarket({ market: meetingMarket(seed), desks: 2, forMs });
    expectSound(report);
    expect(report.ads).toBe(40);
  });

  it('I14 to I19: keep rank and guards on a recorded market with crossed, empty and jumping rows', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rivals-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'usdt-bob-test.csv');
    writeFileSync(file, recordedText);
    expectSound(runMarket({ market: recordedRivals({ file, seed: 1, speed: 30 }), desks: 1, forMs: 10 * minuteMs }));
  });
});

/** Half-hours of a market: calm, a bait on top, crossed, without one side, a jump and back. */
const recordedText = `timestamp,ask_best,ask_median,ask_mode,bid_best,bid_median,bid_mode,ask_offers,bid_offers
2026-03-01T00:00Z,9.300,9.420,9.310,9.150,9.020,9.140,80,70
2026-03-01T00:30Z,9.310,9.425,9.320,9.155,9.030,9.150,81,72
2026-03-01T01:00Z,8.700,9.430,9.330,9.160,9.040,9.155,80,70
2026-03-01T01:30Z,9.320,9.430,9.330,9.900,9.040,9.160,80,70
2026-03-01T02:00Z,9.320,9.440,9.340,,,,82,
2026-03-01T02:30Z,,,,9.180,9.060,9.170,,71
2026-03-01T03:00Z,9.620,9.700,9.630,9.500,9.400,9.480,60,90
2026-03-01T03:30Z,9.610,9.690,9.620,9.700,9.400,9.470,60,91
2026-03-01T04:00Z,9.330,9.430,9.340,9.180,9.050,9.170,80,70
2026-03-01T04:30Z,9.325,9.425,9.335,9.175,9.045,9.165,80,70
`;
