/** The rules of pricing, which work on ticks, asked and answered in decimals and sentences. */
import type { MarketOffer } from '../../src/domain/ads/ad-facts.ts';
import { priceOf, type Price } from '../../src/domain/price.ts';
import type { CompetitorFilter } from '../../src/domain/pricing/competitors/competitor-filter.ts';
import { preparedFilter, type AdTerms } from '../../src/domain/pricing/competitors/competitor-rule.ts';
import * as competitors from '../../src/domain/pricing/competitors/competitor.ts';
import * as zone from '../../src/domain/pricing/exclusion-zone.ts';
import * as margin from '../../src/domain/pricing/minimum-margin.ts';
import * as spread from '../../src/domain/pricing/own-spread.ts';
import * as change from '../../src/domain/pricing/price-change.ts';
import * as guarding from '../../src/domain/pricing/price-guards.ts';
import * as ranges from '../../src/domain/pricing/price-range.ts';
import type { Crossing, MarginNote, PriceStep, PricingStep } from '../../src/domain/pricing/price-step.ts';
import type { PriceStrategy } from '../../src/domain/pricing/price-strategy.ts';
import type { PricingInput } from '../../src/domain/pricing/pricing-input.ts';
import type { PricingDecision } from '../../src/domain/pricing/pricing-decision.ts';
import type { PriceLimits } from '../../src/domain/pricing/pricing-rules.ts';
import * as pricing from '../../src/domain/pricing/pricing.ts';
import * as strategies from '../../src/domain/pricing/strategy-target.ts';
import { inTicks } from '../../src/domain/pricing/tick-input.ts';
import { stepText } from '../../src/words/ads/step-words.ts';

type PriceRange = ranges.PriceRange;

/** A step with its note in words. */
interface WordedStep extends Omit<PricingStep, 'note'> {
  readonly note: string;
}

const written = (step: PriceStep): WordedStep => ({
  ...step,
  price: step.price?.text ?? null,
  note: stepText(step.note()),
});

/** The steps of a decision in words. */
export const wordedSteps = ({ steps }: Pick<PricingDecision, 'steps'>): WordedStep[] =>
  steps.map((step) => ({ ...step, note: stepText(step.note) }));

/** What a step of a decision says. */
export const noteOf = (decision: Pick<PricingDecision, 'steps'>, name: string): string | undefined =>
  wordedSteps(decision).find((step) => step.name === name)?.note;

const limitsText = ({ floor, ceiling }: spread.TickLimits): PriceLimits => ({
  floor: floor.text,
  ceiling: ceiling.text,
});
const rangeText = (range: ranges.TickRange | null): PriceRange | null =>
  range === null ? null : { low: range.low.text, high: range.high.text };
const rangeTicks = (range: PriceRange | null, scale: number): ranges.TickRange | null =>
  range === null ? null : ranges.rangeInTicks(range, scale);

interface ZoneShape {
  readonly scale: number;
  readonly zoneTicks: number;
}

export interface AllowedPriceSearch extends ZoneShape {
  readonly ownPrices: readonly string[];
  readonly range: PriceRange | null;
  readonly first: 'lower' | 'higher';
}

export function inExclusionZone(price: string, own: readonly string[], { scale, zoneTicks }: ZoneShape): boolean {
  const places = own.map((text) => priceOf(text, scale));
  return zone.inExclusionZone(priceOf(price, scale), places, zoneTicks);
}

export function nearestAllowedPrice(target: string, { scale, ...search }: AllowedPriceSearch): string | null {
  const ownPrices = search.ownPrices.map((text) => priceOf(text, scale));
  const range = rangeTicks(search.range, scale);
  return zone.nearestAllowedPrice(priceOf(target, scale), { ...search, ownPrices, range })?.text ?? null;
}

interface OwnSpread extends Pick<PricingInput, 'side' | 'priceScale' | 'zoneTicks' | 'ownPrices'> {
  readonly limits: PriceLimits;
}

const spreadTicks = ({ priceScale, limits, ownPrices, ...rest }: OwnSpread) => ({
  ...rest,
  limits: spread.limitsInTicks(limits, priceScale),
  ownPrices: spread.placesOf(ownPrices, priceScale),
});

export const limitsWithoutCrossing = (own: OwnSpread): PriceLimits =>
  limitsText(spread.limitsWithoutCrossing(spreadTicks(own)));

export const crossingOf = (own: OwnSpread): Crossing | null => spread.crossingOf(spreadTicks(own));

type MarginInput = Pick<PricingInput, 'side' | 'referencePrice' | 'makerFee'> & {
  readonly rules: { readonly minimumMargin: string | null };
};

/** Prices of two decimals. */
export function marginLimit({ referencePrice, ...input }: MarginInput): { price: string | null; note: string } | null {
  const limit = margin.marginLimit({ ...input, reference: competitors.positivePrice(referencePrice, 2) });
  return limit === null ? null : { price: limit.price?.text ?? null, note: stepText(limit.note()) };
}

export function limitsWithMargin(limits: PriceLimits, least: string | null, side: 'BUY' | 'SELL'): PriceLimits {
  const price = least === null ? null : priceOf(least, 2);
  return limitsText(margin.limitsWithMargin(spread.limitsInTicks(limits, 2), price, side));
}

/** Both ends as they were written. */
export const intersect = (left: PriceRange, right: PriceRange): PriceRange | null =>
  rangeText(ranges.intersect(ranges.rangeInTicks(left, 2), ranges.rangeInTicks(right, 2)));

export interface PriceGuards extends Omit<guarding.PriceGuards, 'limits' | 'serviceRange' | 'ownPrices' | 'margin'> {
  readonly priceScale: number;
  readonly limits: PriceLimits;
  readonly serviceRange: PriceRange | null;
  readonly ownPrices: readonly string[];
  readonly margin: { readonly price: string | null; readonly note: MarginNote } | null;
}

function guardsInTicks({ priceScale, ...guards }: PriceGuards): guarding.PriceGuards {
  const { limits, serviceRange, ownPrices, margin: least } = guards;
  const price = least === null || least.price === null ? null : priceOf(least.price, priceScale);
  return {
    ...guards,
    limits: spread.limitsInTicks(limits, priceScale),
    serviceRange: rangeTicks(serviceRange, priceScale),
    ownPrices: ownPrices.map((text) => priceOf(text, priceScale)),
    margin: least === null ? null : { price, note: () => least.note },
  };
}

export function guardsOf(input: PricingInput): PriceGuards {
  const { limits, serviceRange, ownPrices, margin: least, ...same } = pricing.guardsOf(inTicks(input));
  return {
    ...same,
    priceScale: input.priceScale,
    limits: limitsText(limits),
    serviceRange: rangeText(serviceRange),
    ownPrices: ownPrices.map(({ text }) => text),
    margin: least === null ? null : { price: least.price?.text ?? null, note: least.note() },
  };
}

export function brokenGuard(price: string, guards: PriceGuards): string | null {
  const note = guarding.brokenGuard(priceOf(price, guards.priceScale), guardsInTicks(guards));
  return note === null ? null : stepText(note());
}

export const guardPrice = (price: string, guards: PriceGuards): WordedStep[] =>
  guarding.guardPrice(priceOf(price, guards.priceScale), guardsInTicks(guards)).map(written);

export const allowedPrice = (price: string, guards: PriceGuards): string | null =>
  guarding.allowedPrice(priceOf(price, guards.priceScale), guardsInTicks(guards))?.text ?? null;

const asked = (price: string, input: PricingInput): Price => priceOf(price, input.priceScale);

export const isAnswer = (price: string, input: PricingInput): boolean =>
  change.isAnswer(asked(price, input), inTicks(input));

export function maximumStep(price: string, input: PricingInput, guards: PriceGuards): WordedStep | null {
  const step = change.maximumStep(asked(price, input), inTicks(input), guardsInTicks(guards));
  return step === null ? null : written(step);
}

export function minimumChange(price: string, input: PricingInput): { step: WordedStep; enough: boolean } {
  const { step, enough } = change.minimumChange(asked(price, input), inTicks(input));
  return { step: written(step), enough };
}

export function priceHold(price: string, input: PricingInput, way: Parameters<typeof change.priceHold>[2]) {
  const { step, untilMs } = change.priceHold(asked(price, input), inTicks(input), way);
  return { step: written(step), untilMs };
}

export interface StrategyView extends Pick<strategies.StrategyView, 'side' | 'index' | 'anchors' | 'spots'> {
  readonly priceScale: number;
  readonly rivals: readonly MarketOffer[];
  readonly referencePrice: string | null;
}

interface Target {
  readonly price: string | null;
  readonly note: string;
  readonly missing?: string;
}

export function strategyTarget(strategy: PriceStrategy, view: StrategyView): Target {
  const { priceScale: scale, referencePrice, rivals, ...rest } = view;
  const priced = rivals.map((offer) => ({ offer, price: priceOf(offer.price, scale) }));
  const reference = competitors.positivePrice(referencePrice, scale);
  const target = strategies.strategyTarget(strategy, { ...rest, scale, reference, rivals: priced });
  return { ...target, price: target.price?.text ?? null, note: stepText(target.note()) };
}

export interface CompetitorSearch extends Pick<PricingInput, 'side' | 'offers' | 'ownAdNumbers' | 'referencePrice'> {
  readonly filter: CompetitorFilter;
  /** Of the own ad; absent: not known. */
  readonly terms?: AdTerms | null;
}

export interface Competition {
  readonly kept: readonly MarketOffer[];
  readonly dropped: readonly competitors.DroppedOffer[];
}

/** Prices of two decimals. */
export function findCompetitors(search: CompetitorSearch): Competition {
  const { side, ownAdNumbers, offers, filter, terms = null, referencePrice } = search;
  const { kept, dropped } = competitors.findCompetitors({
    side,
    ownAdNumbers,
    offers: competitors.pricedOffers(offers, 2),
    filter: preparedFilter(filter, terms),
    reference: competitors.positivePrice(referencePrice, 2),
  });
  return { kept: kept.map(({ offer }) => offer), dropped };
}
