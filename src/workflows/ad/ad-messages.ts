import { setHandler } from '@temporalio/workflow';
import type { StandingEvent } from '../../domain/ads/state/ad-standing.ts';
import { isFinalAdState } from '../../domain/ads/state/ad-state.ts';
import { mayBeOff } from '../../domain/ads/state/off-market.ts';
import { clearDiff } from '../../domain/diff/price-diff.ts';
import type { TakeOffEvent, TakeOffReason } from '../../domain/ads/state/offline-state.ts';
import { compare } from '../../domain/decimal.ts';
import type { Refusal } from '../../domain/refusals/refusal.ts';
import type { Opening } from '../../domain/hours/opening.ts';
import { emptyOverlapWindow } from '../../domain/pricing/overlap-window.ts';
import {
  pricingRulesSchema,
  doubtFixedPrice,
  doubtLimits,
  type PriceLimits,
} from '../../domain/pricing/pricing-rules.ts';
import {
  adCommands,
  adDiffQuery,
  adExplainQuery,
  adStateQuery,
  type AdMemory,
  type AdView,
  type SetRules,
} from '../contract/ad-contract.ts';
import type { Command } from '../contract/message.ts';
import { accept, acceptUnknownSignals } from '../kit/command.ts';
import { cancelTrouble } from '../kit/trouble.ts';
import type { AdRun } from './ad-run.ts';
import { movedBy } from './ad-standing.ts';
import { adView } from './ad-view.ts';
import { notedText } from '../../words/ads/ad-words.ts';

/** Registers every message of an ad's workflow. Call it first: a message may arrive with the start. */
export function registerAdMessages(adRun: AdRun): void {
  const { run, input } = adRun;
  setHandler(adStateQuery, () => adView(input, run.memory), { description: 'State, price, rank and why' });
  setHandler(adExplainQuery, () => run.memory.lastDecision, {
    description: 'The last decision step by step; the running watch has a fresher one in its heartbeat',
  });
  setHandler(adDiffQuery, () => run.memory.diff, {
    description: 'Intended and actual prices over time; peerdesk ad diff adds what the running watch has seen since',
  });
  registerStateCommands(adRun);
  registerPricingCommands(adRun);
  acceptUnknownSignals(run);
}

interface Handling<Arg> {
  refusal?: (arg: Arg) => Refusal | null;
  apply: (arg: Arg) => void;
}

function command<Arg>(adRun: AdRun, declared: Command<Arg, AdView>, { refusal, apply }: Handling<Arg>): void {
  const { run } = adRun;
  accept(run, declared, {
    refusal: (arg) => finishedRefusal(run.memory) ?? refusal?.(arg) ?? null,
    apply,
    answer: (settled) => answerOf(adRun, settled),
  });
}

/** The look after a command may take longer than its sender waits. */
function answerOf({ run, input }: AdRun, settled: boolean): AdView {
  const view = adView(input, run.memory);
  return settled ? view : { ...view, why: notedText(view.why) };
}

function finishedRefusal({ standing: { state } }: AdMemory): Refusal | null {
  return isFinalAdState(state) ? { code: 'ad-ended', state: state.kind } : null;
}

function registerStateCommands(adRun: AdRun): void {
  const { run, troubles, prices } = adRun;
  const move = (event: StandingEvent): Pick<AdMemory, 'standing'> => movedBy(run.memory, event);
  command(adRun, adCommands.pause, {
    apply: ({ by, note, offline = run.memory.rules.whenPaused === 'offline' }) => {
      troubles.clear(cancelTrouble);
      prices.accept();
      if (offline) takeOff(adRun, { by, reason: saidOr(note, 'paused'), urgent: false, pauses: true });
      else run.change(move({ type: 'pause', by, atMs: Date.now() }));
    },
  });
  command(adRun, adCommands.offline, {
    apply: ({ by, note, urgent = false, engagedAtMs }) => {
      // A kill switch takes every ad off, and says nothing of this one.
      if (engagedAtMs === undefined) troubles.clear(cancelTrouble);
      const said = saidOr(note, 'unsaid');
      const reason = engagedAtMs === undefined ? said : ({ code: 'switch', text: note ?? null } as const);
      if (isOvertaken(run.memory, engagedAtMs)) run.change({});
      else takeOff(adRun, { by, reason, urgent, pauses: false });
    },
  });
  command(adRun, adCommands.online, {
    apply: () => {
      const putBackAtMs = Date.now();
      const { kind } = run.memory.standing.state;
      if (kind !== 'offline' && kind !== 'paused') return run.change({ putBackAtMs });
      troubles.clear('offline');
      return run.change({ ...move({ type: 'put-back', atMs: putBackAtMs }), putBackAtMs });
    },
  });
  command(adRun, adCommands.stop, { apply: () => run.change(move({ type: 'stop', atMs: Date.now() })) });
  command(adRun, adCommands.changeMode, {
    // One that is on its way counts: a demotion right after a promotion takes it back.
    refusal: ({ mode }) => (mode === (run.memory.nextMode ?? adRun.input.mode) ? { code: 'ad-mode', mode } : null),
    apply: ({ mode }) => {
      prices.accept();
      run.change({ nextMode: mode === adRun.input.mode ? null : mode });
    },
  });
  command(adRun, adCommands.repriceNow, { apply: () => run.change(endTimedState(run.memory)) });
  command(adRun, adCommands.resume, {
    apply: () => {
      for (const source of ['refusal', cancelTrouble, 'limits', 'guards', 'offline', 'hours']) troubles.clear(source);
      prices.accept();
      const resumed = move({ type: 'resume', atMs: Date.now() });
      // A limit that took the ad offline must bind for as long again.
      const boundSinceMs = mayBeOff(run.memory.standing.off) ? null : run.memory.boundSinceMs;
      const putBackAtMs = Date.now();
      run.change({ ...resumed, boundSinceMs, lastProblem: null, overlap: emptyOverlapWindow, putBackAtMs });
    },
  });
}

const saidOr = (text: string | undefined, code: 'paused' | 'unsaid'): TakeOffReason =>
  text === undefined ? { code } : { code: 'said', text };

/**
 * Reports whether a person has put the ad back since the switch was engaged that takes it off: such a message waited for a
 * worker. A switch that still is engaged is found by the call that puts the ad online.
 */
function isOvertaken({ putBackAtMs }: AdMemory, engagedAtMs: number | undefined): boolean {
  return engagedAtMs !== undefined && putBackAtMs !== null && engagedAtMs < putBackAtMs;
}

/** What was confirmed before counts no more: the ad may have been put online in the app since. */
function takeOff({ run, troubles }: AdRun, wish: Omit<TakeOffEvent, 'type' | 'atMs'>): void {
  troubles.clear('offline');
  run.change(movedBy(run.memory, { type: 'take-off', ...wish, atMs: Date.now() }));
}

/** An operator ends a cooldown or a block early; a pause and an offline ad stay as they are. */
function endTimedState(memory: AdMemory): Partial<AdMemory> {
  const { kind } = memory.standing.state;
  return kind === 'cooling' || kind === 'blocked' ? movedBy(memory, { type: 'resume', atMs: Date.now() }) : {};
}

function registerPricingCommands(adRun: AdRun): void {
  const { run } = adRun;
  command(adRun, adCommands.setRules, {
    refusal: (change) => rulesRefusal(run.memory, change),
    apply: ({ confirm: _confirm, by: _by, note: _note, ...part }) =>
      run.change({
        rules: pricingRulesSchema.parse({ ...run.memory.rules, ...part }),
        diff: clearDiff(run.memory.diff, Date.now()),
        ...(part.hours === undefined ? {} : { opening: withoutTime(run.memory.opening) }),
      }),
  });
  command(adRun, adCommands.overridePrice, {
    refusal: ({ price }) => priceRefusal(run.memory, price),
    apply: ({ price, forMs }) => run.change({ override: { price, untilMs: Date.now() + forMs } }),
  });
}

/** When other hours change is not known before the next look. */
function withoutTime(opening: Opening | null): Opening | null {
  return opening === null ? null : { ...opening, untilMs: null, until: null };
}

/** Rules that look mistyped are taken when they are confirmed. */
function rulesRefusal(memory: AdMemory, change: SetRules): Refusal | null {
  if (change.confirm === true) return null;
  const { limits, strategy, hours } = change;
  if (limits === undefined && strategy === undefined && hours === undefined) return null;
  const rules = { ...memory.rules, ...(hours === undefined ? {} : { hours }) };
  const far = limits === undefined ? null : limitsRefusal(memory, limits);
  return far ?? doubtFixedPrice({ ...rules, strategy: strategy ?? rules.strategy, limits: limits ?? rules.limits });
}

function limitsRefusal({ referencePrice, ad }: AdMemory, limits: PriceLimits): Refusal | null {
  const marketPrice = referencePrice ?? ad?.price ?? null;
  return marketPrice === null ? null : doubtLimits(limits, marketPrice);
}

function priceRefusal({ rules }: AdMemory, price: string): Refusal | null {
  const { floor, ceiling } = rules.limits;
  if (compare(price, floor) < 0) return { code: 'price-beyond-limit', limit: 'floor', price, bound: floor };
  return compare(price, ceiling) > 0 ? { code: 'price-beyond-limit', limit: 'ceiling', price, bound: ceiling } : null;
}
