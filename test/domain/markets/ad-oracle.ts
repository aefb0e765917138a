/**
 * Judges where ads stand, in whole ticks and from the documents alone (docs/ads.md, interface 7.4 and 8): it shares no
 * code with the rules. Prices are turned so that lower is better for the taker on both sides.
 */
import type { PricingRules } from '../../../src/domain/pricing/pricing-rules.ts';
import type { MixedAd } from './ad-mix.ts';
import { serviceRange, zoneTicks, type Marketplace, type PlacedAd, type Write } from './marketplace.ts';
import { signOf, type Flaw, type MarketMoment, type Rival } from './rival-market.ts';

/**
 * at-rank: where it wants to stand. at-guard: as near as limits, margin, range and own ads allow. near: nearer than its
 * smallest change. held: a hold keeps it back. stepping: on a way that its largest step cuts. no-price: guards leave none.
 * crowded: its guards leave no room for own ads to change places beside each other.
 * lost: none of these, which is a fault.
 */
export type Standing = 'at-rank' | 'at-guard' | 'near' | 'held' | 'stepping' | 'no-price' | 'crowded' | 'lost';

export interface Verdict {
  readonly adNumber: string;
  readonly standing: Standing;
  /** Where it should be, turned; null: nowhere. */
  readonly due: number | null;
  /** Where it goes next, while something keeps it back; null: nowhere. */
  readonly next: number | null;
  /** What it wants, before any guard; null: it has nothing to go by. */
  readonly wish: number | null;
  readonly isOutside: boolean;
}

interface Judged {
  readonly ads: readonly MixedAd[];
  readonly marketplace: Marketplace;
  readonly moment: MarketMoment;
  readonly nowMs: number;
}

interface Span {
  readonly low: number;
  readonly high: number;
}

/** Returns a verdict for each ad of a side, in the order in which the desk places them: later ads make room for earlier. */
export function judgeSide(side: 'SELL' | 'BUY', judged: Judged): readonly Verdict[] {
  const order = ({ rules, adNumber }: MixedAd): number => (rules.order ?? 1e6) * 1e6 + Number(adNumber);
  const verdicts: Verdict[] = [];
  // Where the ads before it are, and the places to which those go that something keeps back.
  const kept: number[] = [];
  for (const ad of judged.ads.filter((one) => one.side === side).toSorted((a, b) => order(a) - order(b))) {
    const verdict = judge(ad, judged, kept);
    verdicts.push(verdict);
    kept.push(signOf(side) * (judged.marketplace.ads.get(ad.adNumber)?.ticks ?? 0));
    if (verdict.next !== null) kept.push(verdict.next);
  }
  return verdicts;
}

function judge(ad: MixedAd, judged: Judged, blockers: readonly number[]): Verdict {
  const { marketplace, moment, nowMs } = judged;
  const { adNumber, side, rules } = ad;
  const sign = signOf(side);
  const placed = marketplace.ads.get(adNumber);
  if (placed === undefined) throw new RangeError(`no ad ${adNumber}`);
  const at = sign * placed.ticks;
  const others = marketplace.others(placed);
  const span = spanOf(placed, { rules, moment, others });
  const wish = wishOf(rules, { sign, reference: moment.reference, rivals: competitors(ad, moment) });
  const due = nearestFree(wish ?? at, { span, blockers, towards: rules.behindOwn === 'merchant' ? 1 : -1 });
  const places = new Set([...others.map((other) => sign * other.ticks), ...blockers]);
  const isCrowded = !hasRoom(span, [...places]);
  const isOutside = due !== null && !isCrowded && (at < span.low || at > span.high);
  const common = { adNumber, due, wish, isOutside, next: null };
  if (due === null) return { ...common, standing: 'no-price' };
  if (at === due) return { ...common, standing: at === wish ? 'at-rank' : 'at-guard' };
  if (isOutside) return { ...common, standing: 'lost' };
  const writes = marketplace.writes.filter((write) => write.adNumber === adNumber);
  const next = nextOnTheWay({ at, due, step: rules.maximumStep?.ticks ?? null }, { span, blockers });
  const standing = keptBack({ sign, at, due, next, rules, nowMs, writes }) ?? (isCrowded ? 'crowded' : 'lost');
  // An ad that stays for its smallest change goes nowhere.
  return { ...common, next: standing === 'near' ? null : next, standing };
}

/** Whose offers count for an ad, best first. */
function competitors({ side, rules }: MixedAd, { rivals }: MarketMoment): readonly Rival[] {
  const { maxDeviationRatio, minFinishRate, minOrderSizeRatio, payMethods } = rules.filter;
  const refused = new Set<Flaw>([
    ...(maxDeviationRatio === null ? [] : (['far'] as const)),
    ...(minFinishRate === null ? [] : (['untrusted'] as const)),
    ...(minOrderSizeRatio === null ? [] : (['tiny'] as const)),
    ...(payMethods === 'any' ? [] : (['other-payment'] as const)),
  ]);
  return rivals[side]
    .filter(({ flaws }) => [...flaws].every((flaw) => !refused.has(flaw)))
    .toSorted((left, right) => signOf(side) * (left.ticks - right.ticks));
}

interface Sight {
  readonly sign: 1 | -1;
  readonly reference: number;
  readonly rivals: readonly Rival[];
}

function wishOf({ strategy }: PricingRules, { sign, reference, rivals }: Sight): number | null {
  const turned = rivals.map(({ ticks }) => sign * ticks);
  const [best] = turned;
  if (strategy.kind === 'reference') return upToTick(sign * reference * Number(strategy.percent), 100);
  if (best === undefined) return null;
  switch (strategy.kind) {
    case 'undercut':
      return best - (strategy.ticks ?? 0);
    case 'match':
      return best;
    case 'trail':
      return upToTick(best * 1_000 + Math.max(1_000, Math.abs(best) * Number(strategy.percent) * 10), 1_000);
    case 'rank':
      return rankWish(strategy.rank, turned);
    case 'follow': {
      const followed = strategy.users.flatMap((user) => rivals.find(({ userNo }) => userNo === user) ?? [])[0];
      return followed === undefined ? null : sign * followed.ticks - 1;
    }
    default:
      throw new RangeError(`no oracle for ${strategy.kind}`);
  }
}

/** The next tick in the merchant's favour: fractions are whole numbers here, so that none is lost. */
function upToTick(part: number, whole: number): number {
  return Math.ceil(Math.round(part * 1_000) / (whole * 1_000));
}

function rankWish(rank: number, turned: readonly number[]): number {
  const behind = turned[rank - 1];
  if (behind === undefined) return Math.max(...turned) + 1;
  const ahead = turned[rank - 2];
  return ahead === undefined ? behind - 1 : Math.max(behind - 1, ahead);
}

interface SpanFacts {
  readonly rules: PricingRules;
  readonly moment: MarketMoment;
  readonly others: readonly PlacedAd[];
}

/** Limits, service range, margin and the own ads across: all that bounds a price from two sides. */
function spanOf({ side, floor, ceiling }: PlacedAd, { rules, moment: { reference }, others }: SpanFacts): Span {
  const sign = signOf(side);
  const { low, high } = serviceRange(reference);
  const [lowest, highest] = [Math.max(floor, low), Math.min(ceiling, high)];
  const ends = sign === 1 ? { low: lowest, high: highest } : { low: -highest, high: -lowest };
  const across = others.filter((other) => other.side !== side).map(({ ticks }) => sign * ticks + zoneTicks + 1);
  // 0.6 % net of a fee of 0.1 % (ad-mix).
  const margin = rules.minimumMargin === null ? [] : [netOf(sign, reference)];
  return { low: Math.max(ends.low, ...across, ...margin), high: ends.high };
}

function netOf(sign: 1 | -1, reference: number): number {
  return Math.ceil((sign * reference * (1_000 + sign * 6) * (1_000 + sign)) / 1_000_000);
}

interface Room {
  readonly span: Span;
  readonly blockers: readonly number[];
}

function isFree(ticks: number, { span, blockers }: Room): boolean {
  const isInside = ticks >= span.low && ticks <= span.high;
  return isInside && blockers.every((blocker) => Math.abs(blocker - ticks) > zoneTicks);
}

/** Whether the places in a span, the ad itself and one that steps aside have room in it beside each other. */
function hasRoom({ low, high }: Span, places: readonly number[]): boolean {
  const inside = places.filter((ticks) => ticks >= low && ticks <= high).length;
  return (inside + 2) * (zoneTicks + 1) <= high - low + 1;
}

/** The first free tick from the wish on, else the first on the other side. */
function nearestFree(wish: number, { towards, ...room }: Room & { towards: 1 | -1 }): number | null {
  const { low, high } = room.span;
  if (low > high) return null;
  const start = Math.min(high, Math.max(low, wish));
  for (const way of [towards, -towards]) {
    for (let ticks = start; ticks >= low && ticks <= high; ticks += way) if (isFree(ticks, room)) return ticks;
  }
  return null;
}

/** The free tick nearest to the one that is due, on a way of which one step goes so far; null: none is free. */
function nextOnTheWay({ at, due, step }: { at: number; due: number; step: number | null }, room: Room): number | null {
  if (step === null || Math.abs(due - at) <= step) return due;
  const way = Math.sign(due - at);
  for (let ticks = at + way * step; ticks !== at; ticks -= way) if (isFree(ticks, room)) return ticks;
  return null;
}

interface BackFacts {
  readonly sign: 1 | -1;
  readonly at: number;
  readonly due: number;
  readonly next: number | null;
  readonly rules: PricingRules;
  readonly nowMs: number;
  /** Of the ad, in order of time. */
  readonly writes: readonly Write[];
}

/** Why an ad may stand elsewhere for now, or null. */
function keptBack({ sign, at, due, next, rules, nowMs, writes }: BackFacts): Standing | null {
  if (next === null) return 'stepping';
  const distance = Math.abs(next - at);
  const sinceMs = nowMs - (writes.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY);
  if (distance < rules.minimumChangeTicks) return 'near';
  if (sinceMs < rules.minimumHoldMs) return 'held';
  if (next !== due && sinceMs < 10_000) return 'stepping';
  const isSmall = due < at && isSmallStep(Math.abs(due - at), Math.abs(at), rules);
  return isSmall && sinceMs < answerHoldMs(sign, rules, writes) ? 'held' : null;
}

/** docs/ads.md: no more than 0.3 %, or three times the strategy's ticks. */
function isSmallStep(ticks: number, from: number, { strategy }: PricingRules): boolean {
  const own = 'ticks' in strategy && strategy.ticks !== undefined ? strategy.ticks : 1;
  return ticks <= 3 * own || ticks * 1_000 <= 3 * from;
}

const restMs = 600_000;
const longestMs = 300_000;

/** docs/ads.md: the second answer in a row waits, each further one twice as long; ten minutes of rest end the row. */
function answerHoldMs(sign: 1 | -1, rules: PricingRules, writes: readonly Write[]): number {
  let inRow = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const { atMs, from, to } of writes) {
    if (atMs - lastMs >= restMs) inRow = 0;
    if (sign * (to - from) < 0 && isSmallStep(Math.abs(to - from), from, rules)) inRow += 1;
    lastMs = atMs;
  }
  return inRow === 0 ? 0 : Math.min(longestMs, rules.answerHoldMs * 2 ** (inRow - 1));
}
