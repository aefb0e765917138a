import { defineQuery } from '@temporalio/workflow';
import { z } from 'zod';
import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import type { AdState } from '../../domain/ads/state/ad-state.ts';
import type { AdStanding } from '../../domain/ads/state/ad-standing.ts';
import type { AdTrouble } from '../../domain/ads/state/ad-trouble.ts';
import type { ShownStock, RememberedStock } from '../../domain/ads/inventory.ts';
import type { RememberedCaps, ShownCaps } from '../../domain/caps/caps-decision.ts';
import type { ListedMethod } from '../../domain/ads/listed-terms.ts';
import type { ShownOff } from '../../domain/ads/state/off-market.ts';
import type { MissingTracker } from '../../domain/ads/missing-ads.ts';
import type { ForeignPrices, PriceTrail } from '../../domain/ads/price-trail.ts';
import type { PriceDiff } from '../../domain/diff/price-diff.ts';
import type { FailureCategory } from '../../domain/failures/error-category.ts';
import type { Opening } from '../../domain/hours/opening.ts';
import { modes, type Mode } from '../../domain/mode.ts';
import type { GuardHits } from '../../domain/pricing/guard-hits.ts';
import type { OverlapWindow } from '../../domain/pricing/overlap-window.ts';
import { priceTextSchema } from '../../domain/pricing/price-text.ts';
import type { PriceRange } from '../../domain/pricing/price-range.ts';
import type { PricingDecision } from '../../domain/pricing/pricing-decision.ts';
import type { PriceOverride } from '../../domain/pricing/pricing-input.ts';
import {
  pricingRulesPartSchema,
  pricingRulesSchema,
  type PricingRules,
  type PricingRulesInput,
} from '../../domain/pricing/pricing-rules.ts';
import { deskSettingsSchema, type DeskSettings } from '../../domain/settings.ts';
import { carriedMemory, type TroubleMemory } from './kept-memory.ts';
import {
  commandsFor,
  maybeOperatorParts,
  operatorSchema,
  type KeptRefusals,
  type Operator,
  type RefusedMessages,
} from './message.ts';

export type { PriceOverride } from '../../domain/pricing/pricing-input.ts';

/** A range from a refusal of the service, believed for a while. */
export interface LearnedRange {
  range: PriceRange;
  untilMs: number;
}

/** What is remembered of an ad's stock (ads#the-quantity). */
export interface AdStock extends Omit<RememberedStock, 'offlineSinceMs'> {
  /** Refused changes in a row. */
  refusals: number;
  /** By the last read that came back; null: none did. */
  seen: ShownStock | null;
}

/** What is remembered of an ad's payment methods (ads#payment-caps). */
export interface AdCaps extends Omit<RememberedCaps, 'offlineSinceMs'> {
  /** Refused changes in a row. */
  refusals: number;
  /** By the last read that came back; null: none did. */
  seen: ShownCaps | null;
}

/** The memory of one ad workflow; plain JSON, carried over continue-as-new. */
export interface AdMemory {
  standing: AdStanding;
  rules: PricingRules;
  override: PriceOverride | null;
  ad: AdFacts | null;
  /** The price that a shadow desk would have set; null in the modes that write. */
  assumedPrice: string | null;
  /** The ratio that it would have set; null: none. */
  assumedRatio: string | null;
  lastChangeAtMs: number | null;
  /** How many of the last changes in a row were small steps that answered a rival. */
  answers: number;
  guardHits: GuardHits;
  /** Of the last look that came back, with when it was. */
  lastDecision: PricingDecision | null;
  lookedAtMs: number | null;
  referencePrice: string | null;
  /** Since when a limit has bound the ad; null: no limit. */
  boundSinceMs: number | null;
  /** The status that the last look saw while the ad was offline; null: no look was made then. */
  seenStatus: AdFacts['status'] | null;
  /** When a person last said to put the ad online, or resumed it; null: not yet. */
  putBackAtMs: number | null;
  /** Of its hours, as its worker last said; null: it has none, or was not looked at yet. */
  opening: Opening | null;
  stock: AdStock;
  caps: AdCaps;
  /** Null once it is over. */
  lastProblem: AdProblem | null;
  learnedRange: LearnedRange | null;
  overlap: OverlapWindow;
  /** The row of the 404 answers (interface 7.7). */
  missing: MissingTracker;
  /** Prices that the service took. */
  reprices: number;
  /** Prices that a shadow desk would have set. */
  intents: number;
  /** Refusals since the last applied price: a repeated one waits longer. */
  refusalsInARow: number;
  businessStatus: string | null;
  troubles: TroubleMemory<AdTrouble>['troubles'];
  refused: KeptRefusals;
  /** The mode to go on in, by continue-as-new; null: this one. */
  nextMode: Mode | null;
  /** Intended and actual prices over time, under these rules and in this mode (ads#shadow-beside-what-stands). */
  diff: PriceDiff;
  /** What this desk wrote of its price, and what it found there that it did not write. */
  prices: PriceTrail;
  /** The last reset of this workflow; null: it was never reset. */
  resetId: string | null;
}

export interface AdProblem {
  category: FailureCategory;
  code: string | null;
  /** Of the service or a failed call; null: the service does not find the ad. */
  message: string | null;
  atMs: number;
}

/** What starts an ad. */
export interface AdMaintenanceInput {
  account: string;
  adNumber: string;
  mode: Mode;
  /** Fields with a default may be omitted. */
  rules: PricingRulesInput;
  /** Overrides of the defaults; absent: the worker's settings. */
  settings?: Partial<DeskSettings> | undefined;
  /** Who has started it, for an audit; absent: a program. */
  startedBy?: Operator | undefined;
  /** Set by continue-as-new only; missing parts start from their defaults. */
  memory?: Partial<AdMemory> | undefined;
}

/** The input of an ad after a strict parse: rules are complete, and so are given settings. */
export const adInputSchema = z.strictObject({
  account: z.string().regex(/^[\w.-]{1,40}$/, 'an account alias'),
  adNumber: z.string().regex(/^[\w-]{1,64}$/, 'an ad number'),
  mode: z.enum(modes, `mode must be one of ${modes.join(', ')}`),
  rules: pricingRulesSchema,
  settings: deskSettingsSchema.optional(),
  startedBy: operatorSchema.optional(),
  memory: carriedMemory<Partial<AdMemory>>(),
});

export type ParsedAdInput = z.infer<typeof adInputSchema>;

/** The answer of the `state` query. */
export interface AdView {
  account: string;
  adNumber: string;
  mode: Mode;
  state: AdState;
  /** Explains the state, as of the look at `lookedAtMs`. */
  why: string;
  pair: string | null;
  side: 'BUY' | 'SELL' | null;
  /** At the service. */
  price: string | null;
  /** What a shadow desk would have set; null in the modes that write. */
  intendedPrice: string | null;
  /** null also while the ad is offline: it stands nowhere. */
  rank: number | null;
  /** null: it does neither. */
  offMarket: ShownOff | null;
  /** When rank, why and price were looked at; null: not yet. */
  lookedAtMs: number | null;
  rules: PricingRules;
  override: PriceOverride | null;
  /** Whether its hours are open, and until when; null: it has none. */
  opening: Opening | null;
  /** By the last read of its quantity; null: its rules keep none, or it was not read yet. */
  stock: ShownStock | null;
  /** By the last look at its payment methods; null: none is capped, or it was not looked at yet. */
  caps: ShownCaps | null;
  /** Payment methods that the desk has taken out of it. */
  withheld: readonly ListedMethod[];
  /** Prices that this desk did not write; null: no one is asked about any. */
  foreignPrices: ForeignPrices | null;
  reprices: number;
  intents: number;
  lastChangeAtMs: number | null;
  lastProblem: AdProblem | null;
  businessStatus: string | null;
  needsHuman: boolean;
  /** What a human is asked about. */
  asks: string[];
  /** Whether its cancellation was asked for in Temporal, and no one has said what was meant. */
  isCancelAsked: boolean;
  refused: RefusedMessages;
}

export interface AdResult {
  state: 'stopped' | 'dead';
  reprices: number;
  why: string;
}

const maxOverrideMs = 7 * 24 * 3_600_000;

/** Limits that look mistyped beside the market are refused unless `confirm` is true. */
const setRulesSchema = pricingRulesPartSchema.extend({ confirm: z.boolean().optional(), ...maybeOperatorParts });

export type SetRules = z.infer<typeof setRulesSchema>;

const overrideSchema = z.strictObject({
  price: priceTextSchema,
  forMs: z.int().min(1_000, 'at least 1000 milliseconds').max(maxOverrideMs, 'at most 604800000 milliseconds'),
  ...maybeOperatorParts,
});

/** `offline`: also takes the ad off the market; absent: as its rules say. */
const pauseSchema = operatorSchema.extend({ offline: z.boolean('offline must be true or false').optional() });

export type PauseAd = z.infer<typeof pauseSchema>;

/**
 * `urgent`: a human is asked about it, as a watchdog wants it; absent: no. `engagedAtMs`: since when the kill switch is
 * engaged that asks for it; absent: a person asks.
 */
const offlineSchema = operatorSchema.extend({
  urgent: z.boolean('urgent must be true or false').optional(),
  engagedAtMs: z.int('engagedAtMs must be milliseconds').nonnegative().optional(),
});

export type TakeAdOff = z.infer<typeof offlineSchema>;

const adCommand = commandsFor<AdView>();

/**
 * The commands of an ad, for who sends them without `adControl`: an update answers or refuses, the signal beside it needs no worker.
 *
 * @example
 * const ad = client.workflow.getHandle(adWorkflowId(account, adNumber));
 * const { state } = await ad.executeUpdate(adCommands.pause.update, { args: [{ by: 'ana', note: 'lunch' }] });
 * state.kind; // → 'paused'
 * await ad.signal(adCommands.resume.signal, { by: 'ana' });
 */
export const adCommands = {
  pause: adCommand(
    'pause',
    pauseSchema,
    'Stop repricing until resume; the ad stays online at its price, or goes offline with {"offline": true}',
  ),
  offline: adCommand(
    'offline',
    offlineSchema,
    'Take the ad off the market, also a paused one; only online or resume puts it back',
  ),
  online: adCommand('online', operatorSchema, 'Put the ad back on the market as it was: a paused one stays paused'),
  resume: adCommand(
    'resume',
    operatorSchema,
    'Continue: the only way out of paused and of a closed business; also puts an ad online that this desk took offline, within its hours',
  ),
  repriceNow: adCommand('repriceNow', operatorSchema, 'Look at the market now; ends a cooldown or a block early'),
  setRules: adCommand(
    'setRules',
    setRulesSchema,
    'Change strategy, limits, filter, minimum change or hold, order; what is absent stays',
  ),
  overridePrice: adCommand(
    'overridePrice',
    overrideSchema,
    'Hold a price set by hand for a time; limits, range and exclusion zone still apply',
  ),
  changeMode: adCommand(
    'changeMode',
    operatorSchema.extend({ mode: z.enum(modes, `mode must be one of ${modes.join(', ')}`) }),
    'Continue in another mode, with the same rules; a price that a shadow only intended is decided again',
  ),
  stop: adCommand('stop', operatorSchema, 'End this workflow; the ad stays as it is at the service'),
};

export const adStateQuery = defineQuery<AdView>('state');
export const adExplainQuery = defineQuery<PricingDecision | null>('explain');
export const adDiffQuery = defineQuery<PriceDiff>('diff');
