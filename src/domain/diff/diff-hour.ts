/** One hour of intended beside actual prices: sums of exact times, which are added in any order (ads#shadow-beside-what-stands). */
import { Decimal, largest, tickOf } from '../decimal.ts';
import type { TradeSide } from '../orders/order-facts.ts';
import type { PricingReason } from '../pricing/pricing-decision.ts';
import type { Foreseen } from './foreseen.ts';

/** Intended and actual price at one moment. Prices as text. */
export interface DiffLook {
  readonly atMs: number;
  readonly side: TradeSide;
  readonly priceScale: number;
  /** Where the desk wants the ad to stand. */
  readonly intended: string;
  /** At the service. */
  readonly actual: string;
  /** Of the best competitor that counts; null: there is none. */
  readonly best: string | null;
  readonly why: PricingReason;
  readonly foreseen: readonly Foreseen[];
}

/** What was seen in one hour. A price × time is in price · ms, as text. */
export interface DiffHour {
  readonly hourMs: number;
  /** Of the newest look. */
  readonly priceScale: number;
  readonly watchedMs: number;
  readonly equalMs: number;
  /** Equal, or one tick apart. */
  readonly nearMs: number;
  /** The actual price was better for the taker than the intended one, or worse. */
  readonly aheadMs: number;
  readonly behindMs: number;
  readonly distance: string;
  /** What the merchant earns more at the intended price; negative: less. */
  readonly gain: string;
  readonly largest: string;
  /** The same as a part of the actual price. */
  readonly largestRatio: number;
  /** How often the two came to differ. */
  readonly departures: number;
  /** How long they differed without a break, at most. */
  readonly longestMs: number;
  readonly foreseenMs: Readonly<Partial<Record<Foreseen, number>>>;
}

export const hourMs = 3_600_000;

export const hourOf = (atMs: number): number => Math.floor(atMs / hourMs) * hourMs;

type HourStart = Pick<DiffLook, 'atMs' | 'priceScale'>;

function emptyHour({ atMs, priceScale }: HourStart): DiffHour {
  const times = { watchedMs: 0, equalMs: 0, nearMs: 0, aheadMs: 0, behindMs: 0, longestMs: 0 };
  const prices = { distance: '0', gain: '0', largest: '0', largestRatio: 0 };
  return { hourMs: hourOf(atMs), priceScale, ...times, ...prices, departures: 0, foreseenMs: {} };
}

/** Counts that the two came to differ. */
export function departedHour(start: HourStart): DiffHour {
  return { ...emptyHour(start), departures: 1 };
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  /** Since when the two have differed; null: they are equal. */
  readonly differsSinceMs: number | null;
}

/** What one look amounts to that held for a part of one hour. */
export function spentHour(look: DiffLook, { fromMs, toMs, differsSinceMs }: Span): DiffHour {
  const ms = toMs - fromMs;
  const gained = new Decimal(look.intended).minus(look.actual).times(look.side === 'SELL' ? 1 : -1);
  const distance = gained.abs();
  const sign = gained.comparedTo(0);
  return {
    ...emptyHour({ atMs: fromMs, priceScale: look.priceScale }),
    watchedMs: ms,
    equalMs: sign === 0 ? ms : 0,
    nearMs: distance.lessThanOrEqualTo(tickOf(look.priceScale)) ? ms : 0,
    aheadMs: sign > 0 ? ms : 0,
    behindMs: sign < 0 ? ms : 0,
    distance: distance.times(ms).toFixed(),
    gain: gained.times(ms).toFixed(),
    largest: distance.toFixed(),
    largestRatio: distance.dividedBy(look.actual).toDecimalPlaces(6).toNumber(),
    longestMs: differsSinceMs === null ? 0 : toMs - differsSinceMs,
    foreseenMs: Object.fromEntries(look.foreseen.map((name) => [name, ms])),
  };
}

/** Adds what two parts of a time show; `right` is the newer one. */
export function sumOfHours(left: DiffHour, right: DiffHour): DiffHour {
  const add = (one: string, other: string): string => new Decimal(one).plus(other).toFixed();
  return {
    hourMs: left.hourMs,
    priceScale: right.priceScale,
    watchedMs: left.watchedMs + right.watchedMs,
    equalMs: left.equalMs + right.equalMs,
    nearMs: left.nearMs + right.nearMs,
    aheadMs: left.aheadMs + right.aheadMs,
    behindMs: left.behindMs + right.behindMs,
    distance: add(left.distance, right.distance),
    gain: add(left.gain, right.gain),
    largest: largest(left.largest, right.largest),
    largestRatio: Math.max(left.largestRatio, right.largestRatio),
    departures: left.departures + right.departures,
    longestMs: Math.max(left.longestMs, right.longestMs),
    foreseenMs: addedTimes(left.foreseenMs, right.foreseenMs),
  };
}

function addedTimes(left: DiffHour['foreseenMs'], right: DiffHour['foreseenMs']): DiffHour['foreseenMs'] {
  const names = new Set([...Object.keys(left), ...Object.keys(right)] as Foreseen[]);
  return Object.fromEntries([...names].map((name) => [name, (left[name] ?? 0) + (right[name] ?? 0)]));
}

/** Adds a part of an hour to the hours, which stay in the order of time. */
export function addHour(hours: readonly DiffHour[], part: DiffHour): readonly DiffHour[] {
  const isSame = (hour: DiffHour): boolean => hour.hourMs === part.hourMs;
  if (hours.some(isSame)) return hours.map((hour) => (isSame(hour) ? sumOfHours(hour, part) : hour));
  return [...hours, part].toSorted((left, right) => left.hourMs - right.hourMs);
}
