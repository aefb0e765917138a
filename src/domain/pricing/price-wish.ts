/** What an ad aims for: a human's price, the strategy's, or the fallback of an empty book. */
import { priceOf } from '../price.ts';
import type { Competitor } from './competitors/competitor.ts';
import type { BrokenNote, Note, StaleNote } from './price-step.ts';
import type { PricingInput } from './pricing-input.ts';
import type { TickInput } from './tick-input.ts';
import { strategyTarget, type NoTarget, type StrategyTarget } from './strategy-target.ts';

/** The target and its urgency: an override and a move out of a broken price do not wait. */
export interface PriceWish extends StrategyTarget {
  readonly reason: 'target' | 'override' | 'guards-broken';
}

/** Nothing to aim for: the ad keeps its price. */
export interface NoWish {
  readonly price: null;
  readonly reason: 'no-competitor' | 'no-basis' | 'stale';
  readonly note: Note;
}

/** Returns what the ad aims for. `broken` describes the guard that its current price breaks, or is null. */
export function priceWish(
  input: TickInput,
  rivals: readonly Competitor[],
  broken: Note<BrokenNote> | null,
): PriceWish | NoWish {
  const override = overrideWish(input);
  if (override !== null) return override;
  const stale = staleNote(input);
  if (stale !== null) return { price: null, reason: 'stale', note: () => stale };
  const target = targetOf(input, rivals);
  if (target.price !== null) return { ...target, reason: broken === null ? 'target' : 'guards-broken' };
  if (broken === null) return { ...target, reason: target.missing === 'basis' ? 'no-basis' : 'no-competitor' };
  return {
    price: input.current,
    reason: 'guards-broken',
    note: () => ({ code: 'no-target', target: target.note(), broken: broken() }),
  };
}

function overrideWish({ override, nowMs, current }: TickInput): PriceWish | null {
  if (override === null || nowMs >= override.untilMs) return null;
  const { price } = override;
  return { price: priceOf(price, current.scale), reason: 'override', note: () => ({ code: 'by-hand', price }) };
}

/** Returns why no price follows from what was read, or null. */
export function staleNote({ readAt, nowMs }: Pick<PricingInput, 'readAt' | 'nowMs'>): StaleNote | null {
  if (readAt === null) return null;
  const { offersAtMs, maxOffersAgeMs, referenceAtMs, maxReferenceAgeMs } = readAt;
  const [offersAgeMs, referenceAgeMs] = [nowMs - offersAtMs, nowMs - referenceAtMs];
  if (offersAgeMs > maxOffersAgeMs) return { code: 'stale', what: 'market', ageMs: offersAgeMs };
  return referenceAgeMs > maxReferenceAgeMs ? { code: 'stale', what: 'reference', ageMs: referenceAgeMs } : null;
}

function targetOf(input: TickInput, rivals: readonly Competitor[]): StrategyTarget | NoTarget {
  const { side, rules, current, reference, anchors, adNumber, spots = [], floating = null } = input;
  const { scale } = current;
  const index = floating === null ? (reference?.text ?? null) : floating.index;
  const others = anchors.filter((anchor) => anchor.adNumber !== adNumber);
  const view = { side, scale, rivals, reference, index, anchors: others, spots };
  const target = strategyTarget(rules.strategy, view);
  const { fallback } = rules;
  if (target.price !== null || target.missing !== 'competitor' || fallback.kind !== 'price') return target;
  const { price } = fallback;
  return { price: priceOf(price, scale), note: () => ({ code: 'fallback', instead: target.note(), price }) };
}
