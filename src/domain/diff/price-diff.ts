/**
 * The intended price of an ad beside its actual one, over time (design 2, ads#shadow-beside-what-stands). What a look finds lasts exactly
 * until the next one; hours and changes are bounded, so that they may be kept for years.
 */
import { compare } from '../decimal.ts';
import { addHour, departedHour, hourMs, hourOf, spentHour, type DiffHour, type DiffLook } from './diff-hour.ts';

/** A moment at which intended or actual price changed. */
export type DiffPoint = Pick<DiffLook, 'atMs' | 'intended' | 'actual' | 'best' | 'why'>;

interface LastLook extends DiffLook {
  /** Null: the two are equal. */
  readonly differsSinceMs: number | null;
}

/** Plain JSON: a part of the ad's memory, and what a watch adds to it. */
export interface PriceDiff {
  /** Names what a watch began with: its part is added to that alone, and once. */
  readonly stampMs: number;
  readonly hours: readonly DiffHour[];
  readonly points: readonly DiffPoint[];
  /** What holds since; null: nothing is known now. */
  readonly last: LastLook | null;
}

/** What a watch begins with. */
export type DiffStart = Pick<PriceDiff, 'stampMs' | 'last'>;

/** From where a watch compares; absent: it compares nothing. */
export interface ComparedFrom {
  diff?: DiffStart;
}

/** What a watch saw; absent: it compared nothing. */
export interface SeenPrices {
  diff?: PriceDiff;
}

/** A longer time between two looks counts as not watched. */
interface DiffBounds {
  readonly maxGapMs: number;
}

/** Returns how long after a look the next one is awaited. */
export function longestGapMs({ marketIntervalMs }: { marketIntervalMs: number }): number {
  return Math.max(60_000, 3 * marketIntervalMs);
}

/** A week. */
const maxHours = 168;
const maxPoints = 100;

/** Begins to compare, from the last look that is known. */
export function beginDiff({ stampMs, last }: DiffStart): PriceDiff {
  return { stampMs, last, hours: [], points: [] };
}

/** Adds a look: what the one before it found has lasted until now. */
export function noteDiff(diff: PriceDiff, look: DiffLook, bounds: DiffBounds): PriceDiff {
  const { last } = diff;
  if (last !== null && look.atMs < last.atMs) return diff;
  const rested = restDiff(diff, look.atMs, bounds);
  const isContinued = last !== null && look.atMs - last.atMs <= bounds.maxGapMs;
  const known = isContinued ? last.differsSinceMs : null;
  const differs = compare(look.intended, look.actual) !== 0;
  const hours = differs && known === null ? addHour(rested.hours, departedHour(look)) : rested.hours;
  const { atMs, intended, actual, best, why } = look;
  const points = isSamePair(last, look) ? diff.points : [...diff.points, { atMs, intended, actual, best, why }];
  return {
    ...rested,
    hours,
    points: points.slice(-maxPoints),
    last: { ...look, differsSinceMs: differs ? (known ?? atMs) : null },
  };
}

function isSamePair(last: LastLook | null, { intended, actual }: DiffLook): boolean {
  return last !== null && compare(last.intended, intended) === 0 && compare(last.actual, actual) === 0;
}

/** Nothing is intended from now on: the ad is offline, held by a switch, or priced by hand. */
export function restDiff(diff: PriceDiff, atMs: number, { maxGapMs }: DiffBounds): PriceDiff {
  const { last } = diff;
  if (last === null) return diff;
  const isKnown = atMs >= last.atMs && atMs - last.atMs <= maxGapMs;
  return { ...diff, hours: isKnown ? lasting(diff.hours, last, atMs) : diff.hours, last: null };
}

/** What the last look found has lasted until then; each hour gets its part. */
function lasting(hours: readonly DiffHour[], last: LastLook, untilMs: number): readonly DiffHour[] {
  const { differsSinceMs } = last;
  let sum = hours;
  let fromMs = last.atMs;
  while (fromMs < untilMs) {
    const toMs = Math.min(untilMs, hourOf(fromMs) + hourMs);
    sum = addHour(sum, spentHour(last, { fromMs, toMs, differsSinceMs }));
    fromMs = toMs;
  }
  return sum;
}

/** Adds what a watch has seen to what was known when it began; a part that began with something else changes nothing. */
export function mergeDiff(known: PriceDiff, seen: PriceDiff, nowMs: number): PriceDiff {
  if (seen.stampMs !== known.stampMs) return known;
  const points = [...known.points, ...seen.points].slice(-maxPoints);
  return {
    stampMs: nextStamp(known, nowMs),
    hours: seen.hours.reduce(addHour, known.hours).slice(-maxHours),
    points,
    last: seen.last,
  };
}

/** Other rules, or another mode, say nothing about the ones before: it begins afresh, and what still comes is left out. */
export function clearDiff(known: PriceDiff, nowMs: number): PriceDiff {
  return beginDiff({ stampMs: nextStamp(known, nowMs), last: null });
}

/** Two things that happen in one millisecond have different stamps. */
function nextStamp({ stampMs }: PriceDiff, nowMs: number): number {
  return Math.max(stampMs + 1, nowMs);
}

/** The service took a price: from then on the ad stands where it was wanted. */
export function settleDiff(
  diff: PriceDiff,
  price: string,
  { atMs, ...bounds }: DiffBounds & { atMs: number },
): PriceDiff {
  const { last } = diff;
  if (last === null) return diff;
  const { differsSinceMs: _differs, ...look } = last;
  return noteDiff(diff, { ...look, atMs, intended: price, actual: price }, bounds);
}
