import { looserInventory } from './loosening.ts';
import { looserFilter } from './looser-filter.ts';
import { looserCaps } from '../caps/caps-rule.ts';
import { compare } from '../decimal.ts';
import type { TradeSide } from '../orders/order-facts.ts';
import { sizeWords } from '../pricing/price-strategy.ts';
import type { PricingRules } from '../pricing/pricing-rules.ts';

/** Null: which side the ad is on is not known; what loosens on one of them loosens. */
type Side = TradeSide | null;

/** What a change of a rule lets through that was held before, in words; empty: nothing. */
type Judge<Value> = (from: Value, to: Value, side: Side) => readonly string[];

/** A rule that bounds no price. */
const free = (): readonly string[] => [];

/** Every rule of an ad: a new one must be judged. */
const judges: { [Name in keyof PricingRules]: Judge<PricingRules[Name]> } = {
  // Where in the limits the price is to be: the bounds below hold whatever it is.
  strategy: free,
  filter: looserFilter,
  limits: looserLimits,
  fallback: looserFallback,
  minimumMargin: looserMargin,
  maximumStep: looserStep,
  // When a price changes, not how far it may go.
  minimumChangeTicks: free,
  minimumHoldMs: free,
  answerHoldMs: free,
  order: free,
  behindOwn: byRank('the price behind an own ad', ['merchant', 'taker']),
  whenRivalBeyond: byRank('a rival beyond the limit', ['offline', 'next', 'limit']),
  whenBound: byRank('an ad that a limit binds for long', ['offline', 'keep']),
  whenPaused: byRank('a paused ad', ['offline', 'keep']),
  pauseAfterHits: looserPause,
  hours: looserRest,
  inventory: looserInventory,
  paymentCaps: looserCaps,
};

type RuleName = keyof PricingRules;

/** What a change of rules means for the merchant's money. */
interface RulesWeight {
  /** A bound of the ad's prices, of its quantity or of its payment methods changes, whichever way. */
  readonly isBound: boolean;
  /** What it lets through that is held now, in words; empty: nothing. */
  readonly loosens: readonly string[];
}

/**
 * Returns what changed rules let through that the present ones hold: worse prices, more offers that lead the price, a
 * larger quantity, more by a payment method. A seller's price is worse when it is lower, a buyer's when it is higher.
 */
export function weightOfRules(from: PricingRules, part: Partial<PricingRules>, side: Side): RulesWeight {
  const names = Object.keys(part) as RuleName[];
  return {
    isBound: names.some((name) => judges[name] !== free),
    loosens: names.flatMap((name) => judged(name, { from, to: { ...from, ...part } }, side)),
  };
}

function judged<Name extends RuleName>(
  name: Name,
  { from, to }: Readonly<Record<'from' | 'to', PricingRules>>,
  side: Side,
): readonly string[] {
  return judges[name](from[name], to[name], side);
}

/** Whether a price is worse for the merchant than another one. */
function isWorse(price: string, than: string, side: Side): boolean {
  const order = compare(price, than);
  if (side === null) return order !== 0;
  return side === 'SELL' ? order < 0 : order > 0;
}

/** The other end lets better prices through only. */
function looserLimits(from: PricingRules['limits'], to: PricingRules['limits'], side: Side): string[] {
  const isLower = side !== 'BUY' && compare(to.floor, from.floor) < 0;
  const isHigher = side !== 'SELL' && compare(to.ceiling, from.ceiling) > 0;
  return [
    ...(isLower ? [`floor ${from.floor} becomes ${to.floor}`] : []),
    ...(isHigher ? [`ceiling ${from.ceiling} becomes ${to.ceiling}`] : []),
  ];
}

type Fallback = PricingRules['fallback'];

const fallbacks: readonly Fallback['kind'][] = ['offline', 'hold', 'price'];
const fallbackWords = (rule: Fallback): string => (rule.kind === 'price' ? rule.price : rule.kind);

function looserFallback(from: Fallback, to: Fallback, side: Side): string[] {
  const isLooser =
    from.kind === 'price' && to.kind === 'price'
      ? isWorse(to.price, from.price, side)
      : fallbacks.indexOf(to.kind) > fallbacks.indexOf(from.kind);
  return isLooser ? [`without a competitor: ${fallbackWords(from)} becomes ${fallbackWords(to)}`] : [];
}

function looserMargin(from: string | null, to: string | null): string[] {
  if (from === null) return [];
  if (to === null) return [`the minimum margin ${from} ends`];
  const isLooser = compare(numberOf(to), numberOf(from)) < 0;
  return isLooser ? [`minimum margin ${from} becomes ${to}`] : [];
}

/** The text of a margin has been checked. */
const numberOf = (margin: string): string => margin.replace(/ ?%$/, '');

type Step = PricingRules['maximumStep'];

/** Ticks and percent cannot be compared without a price: the other unit counts as looser. */
function looserStep(from: Step, to: Step): string[] {
  if (from === null) return [];
  if (to === null) return [`the maximum step of ${sizeWords(from)} ends`];
  const isSameUnit = (from.ticks === undefined) === (to.ticks === undefined);
  const isLooser = !isSameUnit || compare(sizeOf(to), sizeOf(from)) > 0;
  return isLooser ? [`maximum step ${sizeWords(from)} becomes ${sizeWords(to)}`] : [];
}

const sizeOf = ({ ticks, percent }: NonNullable<Step>): string => String(ticks ?? percent);

/** From the strictest to the loosest. */
function byRank<Value extends string>(what: string, values: readonly Value[]): Judge<Value> {
  return (from, to) => (values.indexOf(to) > values.indexOf(from) ? [`${what}: ${from} becomes ${to}`] : []);
}

type Pause = PricingRules['pauseAfterHits'];

const pauseWords = ({ hits, withinMs }: NonNullable<Pause>): string => `${hits} hits within ${withinMs} ms`;

function looserPause(from: Pause, to: Pause): string[] {
  if (from === null) return [];
  if (to === null) return [`the pause after ${pauseWords(from)} ends`];
  const isLooser = to.hits > from.hits || to.withinMs < from.withinMs;
  return isLooser ? [`the pause after ${pauseWords(from)} comes after ${pauseWords(to)}`] : [];
}

type Hours = PricingRules['hours'];

/** The times say when the ad is on the market, and bound no price: only what it costs outside them counts. */
function looserRest(from: Hours, to: Hours, side: Side): string[] {
  const [before, after] = [from?.restingPrice ?? null, to?.restingPrice ?? null];
  if (after === null || (before !== null && !isWorse(after, before, side))) return [];
  return [`outside its hours: ${before ?? (from === null ? 'no hours' : 'offline')} becomes ${after}`];
}
