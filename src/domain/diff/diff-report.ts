/** What an ad's intended prices come to beside its actual ones, and whether it is ready to be promoted (ads#shadow-beside-what-stands). */
import { Decimal, tickOf } from '../decimal.ts';
import { hourMs, sumOfHours, type DiffHour } from './diff-hour.ts';
import { foreseenNames, type Foreseen } from './foreseen.ts';
import type { DiffPoint, PriceDiff } from './price-diff.ts';

/** Figures of a time. Shares are 0 to 1 of the watched time; prices are text. */
export interface DiffFigures {
  /** The first moment that counts: an hour counts as a whole. */
  readonly sinceMs: number;
  /** Of the last look; null: the ad is not priced now. */
  readonly lookedAtMs: number | null;
  readonly watchedMs: number;
  readonly equalShare: number;
  /** Equal, or one tick apart. */
  readonly nearShare: number;
  /** The actual price was better for the taker than the intended one, or worse. */
  readonly aheadShare: number;
  readonly behindShare: number;
  readonly meanDistance: string;
  readonly meanTicks: number;
  readonly largestDistance: string;
  /** As a part of the actual price. */
  readonly largestRatio: number;
  /** What a unit earns more at the intended price, on average; negative: less. */
  readonly gainPerUnit: string;
  /** How often the two came to differ, and for how long: on average, and at most. */
  readonly departures: number;
  readonly meanMs: number;
  readonly longestMs: number;
  readonly foreseen: readonly { readonly name: Foreseen; readonly share: number }[];
}

/** A threshold of a promotion, and what was found. */
export interface DiffCheck {
  readonly name: keyof typeof promotionNeeds;
  readonly passed: boolean;
  /** Null: nothing was found. */
  readonly found: number | null;
  readonly needed: number;
}

export interface DiffReport {
  /** Null: nothing was watched in that time. */
  readonly figures: DiffFigures | null;
  /** The last changes of either price in that time, the oldest first. */
  readonly points: readonly DiffPoint[];
  readonly ready: boolean;
  readonly checks: readonly DiffCheck[];
}

/** From when on an ad is trusted to its rules. A human may decide otherwise: these are words, no lock. */
const promotionNeeds = {
  /** The ad was watched for at least this long, in ms. */
  watchedMs: 12 * hourMs,
  /** The last look is at most this old, in ms. */
  lookAgeMs: 5 * 60_000,
  /** At least this part of the time equal or one tick apart. */
  nearShare: 0.9,
  /** Never farther apart than this part of the price. */
  largestRatio: 0.02,
  /** At most this part of the time without any price to intend. */
  pricelessShare: 0.01,
};

/** Returns the figures since a moment, and whether they are good enough for a promotion. */
export function diffReport(diff: PriceDiff, { sinceMs, nowMs }: { sinceMs: number; nowMs: number }): DiffReport {
  const figures = figuresOf(
    diff.hours.filter((hour) => hour.hourMs + hourMs > sinceMs),
    diff.last?.atMs ?? null,
  );
  const points = diff.points.filter(({ atMs }) => atMs >= sinceMs);
  const checks = checksOf(figures, nowMs);
  return { figures, points, ready: checks.every(({ passed }) => passed), checks };
}

function figuresOf(hours: readonly DiffHour[], lookedAtMs: number | null): DiffFigures | null {
  const [first, ...rest] = hours;
  const sum = first === undefined ? undefined : rest.reduce(sumOfHours, first);
  if (sum === undefined || sum.watchedMs === 0) return null;
  const { priceScale, watchedMs, departures, foreseenMs } = sum;
  const share = (ms: number): number => Number((ms / watchedMs).toFixed(4));
  const mean = (total: string): Decimal => new Decimal(total).dividedBy(watchedMs);
  const differedMs = watchedMs - sum.equalMs;
  return {
    sinceMs: sum.hourMs,
    lookedAtMs,
    watchedMs,
    equalShare: share(sum.equalMs),
    nearShare: share(sum.nearMs),
    aheadShare: share(sum.aheadMs),
    behindShare: share(sum.behindMs),
    meanDistance: mean(sum.distance).toFixed(priceScale + 2),
    meanTicks: mean(sum.distance).dividedBy(tickOf(priceScale)).toDecimalPlaces(1).toNumber(),
    largestDistance: sum.largest,
    largestRatio: sum.largestRatio,
    gainPerUnit: mean(sum.gain).toFixed(priceScale + 2),
    departures,
    meanMs: departures === 0 ? 0 : Math.round(differedMs / departures),
    longestMs: sum.longestMs,
    foreseen: foreseenNames.flatMap((name) => (foreseenMs[name] ? [{ name, share: share(foreseenMs[name]) }] : [])),
  };
}

/** Measures that must not be exceeded; the others must be reached. */
const ceilings: ReadonlySet<DiffCheck['name']> = new Set(['lookAgeMs', 'largestRatio', 'pricelessShare']);

function checksOf(figures: DiffFigures | null, nowMs: number): DiffCheck[] {
  const found = foundIn(figures, nowMs);
  const names = ['watchedMs', 'lookAgeMs', 'nearShare', 'largestRatio', 'pricelessShare'] as const;
  return names.map((name) => {
    const [value, needed] = [found?.[name] ?? null, promotionNeeds[name]];
    return {
      name,
      passed: value !== null && (ceilings.has(name) ? value <= needed : value >= needed),
      found: value,
      needed,
    };
  });
}

function foundIn(figures: DiffFigures | null, nowMs: number): Record<DiffCheck['name'], number | null> | null {
  if (figures === null) return null;
  const { lookedAtMs, watchedMs, nearShare, largestRatio } = figures;
  const lookAgeMs = lookedAtMs === null ? null : nowMs - lookedAtMs;
  return { watchedMs, lookAgeMs, nearShare, largestRatio, pricelessShare: pricelessOf(figures) };
}

function pricelessOf({ foreseen }: DiffFigures): number {
  const without = foreseen.filter(({ name }) => name === 'no-price' || name === 'no-market');
  return without.reduce((sum, { share }) => sum + share, 0);
}
