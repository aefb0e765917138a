import { advanceStanding, runningAd, type StandingEvent } from '../../domain/ads/state/ad-standing.ts';
import type { AdTrouble } from '../../domain/ads/state/ad-trouble.ts';
import { emptyMissingTracker } from '../../domain/ads/missing-ads.ts';
import { noTrail } from '../../domain/ads/price-trail.ts';
import { beginDiff } from '../../domain/diff/price-diff.ts';
import { noGuardHits } from '../../domain/pricing/guard-hits.ts';
import { emptyOverlapWindow } from '../../domain/pricing/overlap-window.ts';
import { defaultSettings, type DeskSettings } from '../../domain/settings.ts';
import type { RuledWhy, TakeOffReason } from '../../domain/ads/state/offline-state.ts';
import type { AdCaps, AdMemory, AdStock, ParsedAdInput } from '../contract/ad-contract.ts';
import { noRefusedMessages } from '../contract/message.ts';
import { createRun, type Run } from '../kit/run.ts';
import { watchTroubles, type TroubleWatch } from '../kit/trouble.ts';
import { adPage } from './ad-page.ts';

/** One ad inside its workflow. */
export interface AdRun {
  readonly input: ParsedAdInput;
  /** Those of the input or of the worker, once `keep` has asked. */
  settings: DeskSettings;
  readonly run: Run<AdMemory>;
  readonly troubles: TroubleWatch<AdTrouble>;
}

/** Creates the run of an ad from the workflow's input and last reset; continues with the memory from continue-as-new. */
export function createAdRun(input: ParsedAdInput, resetId: string | null): AdRun {
  const { rules, memory = {} } = input;
  const run = createRun<AdMemory>({ ...freshMemory(input), ...memory, rules, resetId }, adPage(input));
  return { input, settings: input.settings ?? defaultSettings, run, troubles: watchTroubles(run) };
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

/** Returns what an event makes of an ad. */
export const movedBy = ({ standing }: AdMemory, event: StandingEvent): Pick<AdMemory, 'standing'> => ({
  standing: advanceStanding(standing, event),
});

export function moveAd({ run }: AdRun, event: StandingEvent): void {
  run.remember(movedBy(run.memory, event));
}

/** Pauses an ad that something about is odd, as its rules say: at its price, or off the market. */
export function pauseItself(adRun: AdRun, reason: TakeOffReason): void {
  const atMs = Date.now();
  const by = 'peerdesk';
  if (adRun.run.memory.rules.whenPaused === 'keep') return moveAd(adRun, { type: 'pause', by, atMs });
  moveAd(adRun, { type: 'take-off', by, reason, urgent: false, pauses: true, atMs });
}

/**
 * The kill switch of the ads is engaged: lifting it brings nothing back, only a person's word to the ad does. `why`: what who
 * engaged it says of it.
 */
export function goOffForSwitch(
  adRun: AdRun,
  { by = 'kill switch ads', why }: { by?: string; why?: string } = {},
): void {
  const reason = { code: 'switch', text: why ?? null } as const;
  moveAd(adRun, { type: 'take-off', by, reason, urgent: false, pauses: false, atMs: Date.now() });
}

/** Its hours are over: a call that brings it back may have left, so a read confirms again that it is offline. */
export function goOffForHours(adRun: AdRun): void {
  moveAd(adRun, { type: 'outside-hours', atMs: Date.now() });
}

/** Its stock or its caps take the ad off the market: it comes back by itself once they allow it (ads#the-quantity, ads#payment-caps). */
export function goOffByRules(adRun: AdRun, why: RuledWhy): void {
  moveAd(adRun, { type: 'offline', ...why, atMs: Date.now() });
}

/** Clears the shown problem: nothing fails any more. */
export function clearProblem({ run, troubles }: AdRun): void {
  run.remember({ lastProblem: null });
  troubles.clear('refusal');
}
