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
import { awaitCaps } from './ad-caps.ts';
import { sleepOutsideHours, stayPaused } from './ad-hours.ts';
import { bringOnline, stayOffMarket } from './ad-offline.ts';
import { registerAdMessages } from './ad-messages.ts';
import { awaitStock } from './ad-stock.ts';
import { forgetPlaces } from './ad-prices.ts';
import { createAdTask, movedBy, type AdTask } from './ad-task.ts';
import { whyText } from './ad-view.ts';
import { waitOutBan, waitUntil, watchOffline } from './ad-waiting.ts';
import { watchAndAct } from './ad-watch.ts';

/**
 * Keeps one ad priced: watch → decide → apply, for as long as the ad lives. It ends when the operator stops it or the
 * service has forgotten the ad. Everything else is a state with a reason that the Web UI shows.
 */
export async function adMaintenance(rawInput: AdMaintenanceInput): Promise<AdResult> {
  const input = parseInput(adInputSchema, rawInput);
  const task = createAdTask(input, resetIdOf(input.memory?.resetId ?? null));
  const { run } = task;
  registerAdMessages(task);
  await keptThroughCancel(
    run,
    () => keep(task),
    () => holdForHuman(task),
  );
  if (!isFinalAdState(run.memory.standing.state)) {
    return startAfresh(task, rawInput);
  }
  return { state: finalState(task), reprices: run.memory.reprices, why: whyText(run.memory) };
}

/** Memory and given settings are carried over; intents of a shadow were not executed, so they are dropped. */
function startAfresh({ input, run: { memory } }: AdTask, rawInput: AdMaintenanceInput): Promise<never> {
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
async function keep(task: AdTask): Promise<void> {
  const { input, run } = task;
  // A watch of minutes must not keep the ad on the version before.
  void condition(isVersionPromoted).then(() => run.change({}));
  task.settings = await settingsOf(input.settings);
  for (;;) {
    run.present();
    if (isFinalAdState(run.memory.standing.state) || run.memory.nextMode !== null || isNewRunDue()) break;
    await stepIn(task);
  }
}

/** One round in the ad's present state. */
async function stepIn(task: AdTask): Promise<void> {
  const { run } = task;
  const { state, off } = run.memory.standing;
  const isReturning = off.phase === 'returning' || off.phase === 'put-back';
  switch (state.kind) {
    case 'running':
      return isReturning ? bringOnline(task) : watchAndAct(task);
    case 'paused':
      forgetPlaces(task);
      return isReturning ? bringOnline(task) : stayPaused(task);
    case 'offline':
      forgetPlaces(task);
      return stayOffline(task, state);
    case 'cooling':
      return waitUntil(task, state.untilMs, 'Cooling down after overlaps with own ads');
    case 'blocked':
      if (handlingOf(state.category, 'price').next === 'ban-end') return waitOutBan(task);
      return waitUntil(task, state.untilMs, `Blocked: ${state.category}`);
    case 'dead':
    case 'stopped':
      return undefined;
  }
}

async function stayOffline(task: AdTask, state: OfflineState): Promise<void> {
  if (state.cause === 'hours') await sleepOutsideHours(task, state);
  else if (state.cause === 'stock') await awaitStock(task, state);
  else if (state.cause === 'caps') await awaitCaps(task, state);
  else if (state.cause === 'command') await stayOffMarket(task, state);
  else await watchOffline(task);
}

/** The Web UI's "Request Cancellation" does not end an ad: it is held, and a human is asked what was meant. */
function holdForHuman({ run, troubles }: AdTask): void {
  if (isFinalAdState(run.memory.standing.state)) return;
  troubles.noteUrgent('cancel', { code: 'cancelled' });
  run.change(movedBy(run.memory, { type: 'pause', by: 'a cancel request', atMs: Date.now() }));
}

function finalState({ run }: AdTask): AdResult['state'] {
  const { kind } = run.memory.standing.state;
  if (kind === 'stopped' || kind === 'dead') return kind;
  throw ApplicationFailure.nonRetryable(`an ad ended in state ${kind}`, 'INVARIANT');
}
