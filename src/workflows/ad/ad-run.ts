import { runningAd } from '../../domain/ads/state/ad-standing.ts';
import type { AdTrouble } from '../../domain/ads/state/ad-trouble.ts';
import { emptyMissingTracker } from '../../domain/ads/missing-ads.ts';
import { noTrail } from '../../domain/ads/price-trail.ts';
import { beginDiff } from '../../domain/diff/price-diff.ts';
import { noGuardHits } from '../../domain/pricing/guard-hits.ts';
import { emptyOverlapWindow } from '../../domain/pricing/overlap-window.ts';
import { defaultSettings, type DeskSettings } from '../../domain/settings.ts';
import type { AdCaps, AdMemory, AdStock, ParsedAdInput } from '../contract/ad-contract.ts';
import { noRefusedMessages } from '../contract/message.ts';
import { createRun, type Run } from '../kit/run.ts';
import { watchTroubles, type TroubleWatch } from '../kit/trouble.ts';
import { adPage } from './ad-page.ts';
import { createAdPrices, type AdPrices } from './ad-prices.ts';
import { createAdRefusals, type AdRefusals } from './ad-refusal.ts';
import { createStandingMoves, type StandingMoves } from './ad-standing.ts';

/** One ad inside its workflow. */
export interface AdRun {
  readonly input: ParsedAdInput;
  /** Those of the input or of the worker, once `keep` has asked. */
  settings: DeskSettings;
  readonly run: Run<AdMemory>;
  readonly troubles: TroubleWatch<AdTrouble>;
  readonly standing: StandingMoves;
  readonly prices: AdPrices;
  readonly refusals: AdRefusals;
}

/** Creates the run of an ad from the workflow's input and last reset; continues with the memory from continue-as-new. */
export function createAdRun(input: ParsedAdInput, resetId: string | null): AdRun {
  const { rules, memory = {} } = input;
  const run = createRun<AdMemory>({ ...freshMemory(input), ...memory, rules, resetId }, adPage(input));
  const troubles = watchTroubles<AdTrouble>(run);
  const prices = createAdPrices({ run, troubles, mode: input.mode });
  const settings = input.settings ?? defaultSettings;
  const ad = { input, settings, run, troubles, standing: createStandingMoves(run), prices };
  // One object for both: once `keep` has set its settings, refusals go by them.
  return Object.assign(ad, { refusals: createAdRefusals(ad) });
}

function freshMemory(input: ParsedAdInput): AdMemory {
  return {
    standing: runningAd,
    rules: input.rules,
    override: null,
    ad: null,
    assumedPrice: null,
    assumedRatio: null,
    lastChangeAtMs: null,
    answers: 0,
    guardHits: noGuardHits,
    lastDecision: null,
    lookedAtMs: null,
    referencePrice: null,
    boundSinceMs: null,
    seenStatus: null,
    putBackAtMs: null,
    opening: null,
    stock: untouchedStock,
    caps: untouchedCaps,
    lastProblem: null,
    learnedRange: null,
    overlap: emptyOverlapWindow,
    missing: emptyMissingTracker,
    reprices: 0,
    intents: 0,
    refusalsInARow: 0,
    businessStatus: null,
    troubles: {},
    refused: noRefusedMessages,
    nextMode: null,
    diff: beginDiff({ stampMs: Date.now(), last: null }),
    prices: noTrail,
    resetId: null,
  };
}

/** Of an ad whose quantity this desk has not touched. */
const untouchedStock: AdStock = {
  lastChangeAtMs: null,
  refusedUntilMs: null,
  intended: null,
  refusals: 0,
  seen: null,
};

/** Of an ad whose payment methods this desk has not touched. */
const untouchedCaps: AdCaps = {
  withheld: [],
  lastChangeAtMs: null,
  refusedUntilMs: null,
  intended: null,
  refusals: 0,
  seen: null,
};
