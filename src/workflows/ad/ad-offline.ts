/**
 * An ad leaves the market because a limit bound it for long, where its rules require it, because there is too little to
 * sell, or because a person or the watchdog decided it (design 6). A human's resume or online puts it back, and its stock what that took off.
 */
import { ActivityFailure } from '@temporalio/workflow';
import type { BusinessLook, WriteReceipt } from '../../activities/activity-contract.ts';
import { shortStockSchema } from '../../domain/ads/inventory.ts';
import { isShownOff } from '../../domain/ads/state/off-market.ts';
import type { OfflineState } from '../../domain/ads/state/offline-state.ts';
import { allFullSchema } from '../../domain/caps/caps-decision.ts';
import type { Bound } from '../../domain/pricing/bound.ts';
import { repeatableWrites } from '../kit/activity-proxies.ts';
import { failureType, isHeldOff, parsedDetail } from '../kit/failure-facts.ts';
import { changeWithin, workOrChange } from '../kit/wait.ts';
import { returnTerms } from './ad-return.ts';
import type { RefusedWrite } from './ad-refusal.ts';
import type { AdRun } from './ad-run.ts';
import type { StandingMoves } from './ad-standing.ts';
import { watchOffline, type OfflineWatch } from './ad-waiting.ts';

/** Takes the ad offline for the limit that a human was asked about. On failure the next look tries again. */
export async function takeOffline(adRun: AdRun, bound: Bound): Promise<void> {
  const { troubles, standing } = adRun;
  const receipt = await sendOffline(adRun, 'A limit binds: taking the ad offline');
  if (receipt === null) return;
  // From now on the state shows it.
  troubles.clear('limit');
  standing.move({ type: 'offline', cause: 'limit', bound, atMs: receipt.atMs });
}

/**
 * Keeps an ad off the market that someone, its hours or its stock took off it: sends it offline until a read confirms it,
 * and then only looks. One that the merchant puts online in the app meanwhile is left there, unpriced, and a human is asked.
 */
export async function stayOffMarket(
  adRun: AdRun,
  state: OfflineState,
  ruled: Pick<OfflineWatch, 'inventory' | 'paymentCaps'> = {},
): Promise<BusinessLook | null> {
  const { run, refusals } = adRun;
  const { revision } = run;
  if (!isShownOff(run.memory.standing.off)) await goOffline(adRun);
  if (run.revision !== revision) return null;
  const periodMs = offPeriodMs(adRun) ?? refusals.repeatWaitMs() ?? firstWaitMs;
  const look = await watchOffline(adRun, { periodMs, ...ruled });
  if (look !== null && run.memory.standing.state === state && adRun.input.mode !== 'shadow') noteSeen(adRun, look);
  return look;
}

/** What is not settled is soon looked at again. */
function offPeriodMs({ run, settings }: AdRun): number | null {
  const { off } = run.memory.standing;
  if (!isShownOff(off)) return null;
  return off.phase === 'doubtful' ? settings.moneySettleMs : settings.watchPeriodMs;
}

/** A read of an ad that is kept off the market settles that it is offline, or shows it online. */
function noteSeen(adRun: AdRun, { adStatus: status }: BusinessLook): void {
  const { run, troubles, standing } = adRun;
  if (status !== 'offline' && status !== 'online') return;
  standing.move({ type: 'seen', status, atMs: Date.now() });
  const { phase } = run.memory.standing.off;
  if (phase === 'off') settle(adRun);
  else if (phase === 'back-in-app') troubles.note('offline', { code: 'back-in-app' });
  // It is the merchant's again.
  else if (status === 'offline') troubles.clear('offline');
}

async function goOffline(adRun: AdRun): Promise<void> {
  const { run, troubles, standing } = adRun;
  const { revision } = run;
  // The call may leave and its answer be lost: from here on only this desk puts the ad back.
  standing.move({ type: 'leaves' });
  const receipt = await sendOffline(adRun, 'Taking the ad offline, as it was commanded');
  if (run.revision !== revision) return;
  if (receipt === null) return troubles.note('offline', { code: 'not-off-yet' });
  standing.move({ type: 'left' });
  settle(adRun);
}

const firstWaitMs = 5_000;

/** It is off the market. */
function settle({ run, troubles, refusals }: AdRun): void {
  run.remember({ refusalsInARow: 0 });
  troubles.clear('offline');
  refusals.clear();
}

/** Sends the ad offline; null when it was refused, which is recorded, or a command took it back. */
async function sendOffline(adRun: AdRun, summary: string): Promise<WriteReceipt | null> {
  const { input, run } = adRun;
  const { mode, adNumber } = input;
  const writes = repeatableWrites(summary);
  const { state } = run.memory.standing;
  const said = state.kind === 'offline' && state.cause === 'command' ? { commanded: true } : {};
  const receipt = await written(adRun, () => writes.takeAdOffline({ mode, adNumber, ...said }));
  const { ad } = run.memory;
  if (receipt?.kind === 'applied')
    run.remember({ seenStatus: 'offline', ...(ad === null ? {} : { ad: { ...ad, status: 'offline' } }) });
  return receipt;
}

/** Puts the ad online again on a human's command, at a price that is clear of the other own ads. */
export async function bringOnline(adRun: AdRun): Promise<void> {
  const { input, run, troubles, standing, prices, refusals } = adRun;
  const { mode, adNumber } = input;
  const { limits } = run.memory.rules;
  const { revision } = run;
  const writes = repeatableWrites('Resumed: putting the ad online');
  // It may be priced by that call.
  prices.forgetPlaces();
  const receipt = await written(adRun, () =>
    writes.putAdOnline({ mode, adNumber, limits, ...returnTerms(run.memory) }),
  );
  if (receipt === null) return waitPaused(adRun, revision);
  const { ad } = run.memory;
  standing.move({ type: 'back' });
  if (ad !== null && receipt.kind === 'applied') run.remember({ ad: { ...ad, status: 'online' } });
  troubles.clear('offline');
  refusals.clear();
}

/** A refusal moves a running ad into a state with an end; a paused one would try again at once. */
async function waitPaused({ run, settings, refusals }: AdRun, revision: number): Promise<void> {
  if (run.memory.standing.state.kind !== 'paused') return;
  const ms = refusals.repeatWaitMs() ?? settings.backoffCapMs;
  await changeWithin(run, { revision, ms, summary: 'Refused: putting the ad online again after a while' });
}

/** Returns null when it was refused, which is recorded, or a command took it back. */
async function written(adRun: AdRun, work: () => Promise<WriteReceipt>): Promise<WriteReceipt | null> {
  const { run } = adRun;
  const { revision, memory } = run;
  try {
    const receipt = await workOrChange(run, { revision, work, onChange: 'await-end' });
    if (receipt?.kind === 'intent') run.remember({ intents: run.memory.intents + 1 });
    return receipt;
  } catch (error) {
    if (!goesOff(adRun.standing, error)) {
      const referencePrice = memory.referencePrice ?? memory.ad?.price ?? null;
      await noteRefused(adRun, error, { referencePrice, revision });
    }
    return null;
  }
}

/** Takes the ad off the market where the call found what keeps it off; false: it found something else. */
function goesOff(standing: StandingMoves, error: unknown): boolean {
  switch (failureType(error)) {
    case 'ADS_SWITCHED_OFF':
      standing.leaveForSwitch({ why: causeOf(error) });
      return true;
    case 'OUTSIDE_HOURS':
      standing.leaveForHours();
      return true;
    case 'OUT_OF_STOCK':
      standing.leaveByRules({ cause: 'stock', note: parsedDetail(shortStockSchema, error) });
      return true;
    case 'METHODS_CAPPED':
      standing.leaveByRules({ cause: 'caps', note: parsedDetail(allFullSchema, error) });
      return true;
    default:
      return false;
  }
}

/** An ad that cannot be put online now is a trouble: someone waits for it. One that a switch holds off is only shown. */
function noteRefused({ troubles, refusals }: AdRun, error: unknown, before: RefusedWrite): Promise<void> {
  if (error instanceof ActivityFailure && failureType(error) === 'STALE_DECISION') {
    const notOnline = { code: 'not-online', message: causeOf(error) } as const;
    if (isHeldOff(error)) {
      troubles.clear('offline');
      troubles.note('offline', notOnline, null);
    } else troubles.note('offline', notOnline);
  }
  return refusals.noteWrite(error, before);
}

/** What the activity said. */
const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};
