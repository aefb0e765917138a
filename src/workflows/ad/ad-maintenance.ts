import { ApplicationFailure, condition } from '@temporalio/workflow';
import { isFinalAdState } from '../../domain/ads/state/ad-state.ts';
import { isRuled, type OfflineState } from '../../domain/ads/state/offline-state.ts';
import { noTrail } from '../../domain/ads/price-trail.ts';
import { clearDiff } from '../../domain/diff/price-diff.ts';
import { handlingOf } from '../../domain/failures/handling-table.ts';
import { adInputSchema, type AdMaintenanceInput, type AdMemory, type AdResult } from '../contract/ad-contract.ts';
import { keptThroughCancel, parseInput } from '../kit/input.ts';
import { beginNewRun, isNewRunDue, isVersionPromoted, resetIdOf } from '../kit/new-run.ts';
import { settingsOf } from '../kit/settings.ts';
import { cancelTrouble } from '../kit/trouble.ts';
import { awaitCaps } from './ad-caps.ts';
import { sleepOutsideHours, stayPaused } from './ad-hours.ts';
import { bringOnline, stayOffMarket } from './ad-offline.ts';
import { registerAdMessages } from './ad-messages.ts';
import { awaitStock } from './ad-stock.ts';
import { createAdRun, type AdRun } from './ad-run.ts';
import { movedBy } from './ad-standing.ts';
import { whyText } from './ad-view.ts';
import { waitOutBan, waitUntil, watchOffline } from './ad-waiting.ts';
import { watchAndAct } from './ad-watch.ts';

/**
 * Keeps one ad priced: watch → decide → apply, for as long as the ad lives. It ends when the operator stops it or the
 * service has forgotten the ad. Everything else is a state with a reason that the Web UI shows.
 */
export async function adMaintenance(rawInput: AdMaintenanceInput): Promise<AdResult> {
  const input = parseInput(adInputSchema, rawInput);
  const adRun = createAdRun(input, resetIdOf(input.memory?.resetId ?? null));
  const { run } = adRun;
  registerAdMessages(adRun);
  await keptThroughCancel(
    run,
    () => keep(adRun),
    () => askAboutCancel(adRun),
  );
  if (!isFinalAdState(run.memory.standing.state)) {
    return startAfresh(adRun, rawInput);
  }
  return { state: finalState(adRun), reprices: run.memory.reprices, why: whyText(run.memory) };
}

/** Memory and given settings are carried over; intents of a shadow were not executed, so they are dropped. */
function startAfresh({ input, run: { memory } }: AdRun, rawInput: AdMaintenanceInput): Promise<never> {
  const { nextMode, rules } = memory;
  if (nextMode === null) return beginNewRun<typeof adMaintenance>({ ...rawInput, rules, memory });
  const diff = clearDiff(memory.diff, Date.now());
  const kept = {
    ...memory,
    nextMode: null,
    diff,
    prices: noTrail,
    ...(input.mode === 'shadow' ? nothingIntended(memory) : {}),
  };
  return beginNewRun<typeof adMaintenance>({ ...rawInput, mode: nextMode, rules, memory: kept });
}

/** What a human said holds in the next mode, and is really done there; what a rule did in words only is forgotten. */
function nothingIntended(memory: AdMemory): Partial<AdMemory> {
  const { standing, stock, caps } = memory;
  const { state } = standing;
  const isByRule = state.kind === 'offline' && (state.cause === 'limit' || isRuled(state.cause));
  return {
    assumedPrice: null,
    assumedRatio: null,
    lastChangeAtMs: null,
    stock: { ...stock, intended: null, lastChangeAtMs: null },
    caps: { ...caps, intended: null, lastChangeAtMs: null },
    ...movedBy(memory, { type: 'shadow-ends', atMs: Date.now() }),
    ...(isByRule ? { boundSinceMs: null } : {}),
  };
}

/** Runs until the ad has ended, its mode changes, or the history is long. */
async function keep(adRun: AdRun): Promise<void> {
  const { input, run } = adRun;
  // A watch of minutes must not keep the ad on the version before.
  void condition(isVersionPromoted).then(() => run.change({}));
  adRun.settings = await settingsOf(input.settings);
  for (;;) {
    run.present();
    if (isFinalAdState(run.memory.standing.state) || run.memory.nextMode !== null || isNewRunDue()) break;
    await stepIn(adRun);
  }
}

/** One round in the ad's present state. */
async function stepIn(adRun: AdRun): Promise<void> {
  const { run, prices } = adRun;
  const { state, off } = run.memory.standing;
  const isReturning = off.phase === 'returning' || off.phase === 'put-back';
  switch (state.kind) {
    case 'running':
      return isReturning ? bringOnline(adRun) : watchAndAct(adRun);
    case 'paused':
      prices.forgetPlaces();
      return isReturning ? bringOnline(adRun) : stayPaused(adRun);
    case 'offline':
      prices.forgetPlaces();
      return stayOffline(adRun, state);
    case 'cooling':
      return waitUntil(adRun, state.untilMs, 'Cooling down after overlaps with own ads');
    case 'blocked':
      if (handlingOf(state.category, 'price').next === 'ban-end') return waitOutBan(adRun);
      return waitUntil(adRun, state.untilMs, `Blocked: ${state.category}`);
    case 'dead':
    case 'stopped':
      return undefined;
  }
}

async function stayOffline(adRun: AdRun, state: OfflineState): Promise<void> {
  if (state.cause === 'hours') await sleepOutsideHours(adRun, state);
  else if (state.cause === 'stock') await awaitStock(adRun, state);
  else if (state.cause === 'caps') await awaitCaps(adRun, state);
  else if (state.cause === 'command') await stayOffMarket(adRun, state);
  else await watchOffline(adRun);
}

/** The Web UI's "Request Cancellation" does not end an ad, which would stand unpriced: a human is asked what was meant. */
function askAboutCancel({ run, troubles }: AdRun): void {
  if (!isFinalAdState(run.memory.standing.state)) troubles.noteUrgent(cancelTrouble, { code: 'cancelled' });
}

function finalState({ run }: AdRun): AdResult['state'] {
  const { kind } = run.memory.standing.state;
  if (kind === 'stopped' || kind === 'dead') return kind;
  throw ApplicationFailure.nonRetryable(`an ad ended in state ${kind}`, 'INVARIANT');
}
