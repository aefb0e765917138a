import type { TradeSide } from '../orders/order-facts.ts';
import { answersAfter } from '../pricing/price-change.ts';
import type { Demand } from './demand.ts';
import { Tally, type Totals } from './tally.ts';
import type { ReplayedAd, ReplayedDecision } from './replayed-ad.ts';

/** One row of a recorded market. */
export interface MarketRow {
  readonly atMs: number;
  /** The reference price in ticks; null: there was none. */
  readonly reference: number | null;
}

interface BacktestOptions<Row extends MarketRow> {
  readonly side: TradeSide;
  readonly priceScale: number;
  /** The ad's price before the first row, in ticks. */
  readonly startTicks: number;
  /** null: the ad is off the market. */
  readonly decide: (row: Row, ad: ReplayedAd) => ReplayedDecision | null;
  readonly demand: Demand;
}

/** A point of the plots. */
export interface PlotPoint {
  readonly atMs: number;
  /** null: it was off the market. */
  readonly ticks: number | null;
  readonly best: number | null;
  readonly reference: number | null;
  readonly rank: number | null;
}

export interface Backtest extends Totals {
  readonly rows: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** The expected gain of each of equal parts of the rows, in their order: their spread is the noise of a comparison. */
  readonly gains: readonly number[];
  readonly plot: readonly PlotPoint[];
}

/** A price is not taken to stand for longer than this after a row: the recording has a gap. */
const maxGapMs = 6 * 3_600_000;
const plotPoints = 600;
const parts = 24;

/** Replays a market: each row is decided upon, and a price that is set stands until the next row changes it. */
export function runBacktest<Row extends MarketRow>(rows: readonly Row[], options: BacktestOptions<Row>): Backtest {
  const { side, priceScale, startTicks, decide, demand } = options;
  const tally = new Tally({ side, demand, tick: 10 ** -priceScale });
  const plotEvery = Math.ceil(rows.length / plotPoints);
  const plot: PlotPoint[] = [];
  const gains: number[] = [];
  let ad: ReplayedAd = { ticks: startTicks, changedAtMs: null, answers: 0 };
  let gainBefore = 0;
  rows.forEach((row, index) => {
    const { atMs, reference } = row;
    const decision = decide(row, ad);
    const durationMs = Math.min(maxGapMs, (rows[index + 1]?.atMs ?? atMs) - atMs);
    ad = adAfter(decision, ad, atMs);
    if (decision === null) tally.rest(durationMs);
    else tally.add({ decision, reference, durationMs });
    if (index % plotEvery === 0) plot.push(pointOf(row, decision, ad));
    if (isEndOfPart(index, rows.length)) {
      gains.push(tally.gain - gainBefore);
      gainBefore = tally.gain;
    }
  });
  const fromMs = rows[0]?.atMs ?? 0;
  return { ...tally.totals(), rows: rows.length, fromMs, toMs: rows.at(-1)?.atMs ?? fromMs, gains, plot };
}

function pointOf({ atMs, reference }: MarketRow, decision: ReplayedDecision | null, ad: ReplayedAd): PlotPoint {
  if (decision === null) return { atMs, ticks: null, best: null, reference, rank: null };
  return { atMs, ticks: ad.ticks, best: decision.best, reference, rank: decision.rank };
}

/** An ad that was off the market comes back without the waits of before. */
function adAfter(decision: ReplayedDecision | null, ad: ReplayedAd, atMs: number): ReplayedAd {
  if (decision === null) return { ...ad, changedAtMs: null, answers: 0 };
  if (!decision.isSet) return ad;
  const { answers, changedAtMs } = ad;
  const before = { answers, lastChangeAtMs: changedAtMs, nowMs: atMs };
  return { ticks: decision.ticks, changedAtMs: atMs, answers: answersAfter(decision, before) };
}

function isEndOfPart(index: number, rows: number): boolean {
  return Math.floor(((index + 1) * parts) / rows) > Math.floor((index * parts) / rows);
}
