import {
  ApplicationFailure,
  CancellationScope,
  allHandlersFinished,
  condition,
  continueAsNew,
  isCancellation,
  workflowInfo,
} from '@temporalio/workflow';
import { advanceAd } from '../domain/ad-state.ts';
import { watchers } from './activity-proxies.ts';
import type { AdMaintenanceInput, AdResult } from './ad-contract.ts';
import { adView, createAdDesk, remember } from './ad-desk.ts';
import type { AdDesk } from './ad-desk.ts';
import { registerAdMessages } from './ad-messages.ts';
import { createAdPresenter } from './ad-presentation.ts';
import { watchAndAct } from './ad-watch.ts';

/**
 * Keeps one ad priced: watch → decide → apply, for as long as the ad lives. It ends when the operator stops it or
 * the service has forgotten the ad. Everything else is a state with a reason that the Web UI shows.
 */
export async function adMaintenance(input: AdMaintenanceInput): Promise<AdResult> {
  const desk = createAdDesk(input);
  registerAdMessages(desk);
  const present = createAdPresenter(desk);
  for (;;) {
    present();
    const { state } = desk.memory;
    if (state.kind === 'stopped' || state.kind === 'dead') break;
    if (workflowInfo().continueAsNewSuggested) await startAfresh(desk);
    await stepIn(desk);
  }
  await condition(allHandlersFinished);
  return { state: finalState(desk), reprices: desk.memory.reprices, why: adView(desk).why };
}

/** One round in the ad's present state. */
async function stepIn(desk: AdDesk): Promise<void> {
  const { state } = desk.memory;
  const { revision } = desk;
  switch (state.kind) {
    case 'running':
      return watchAndAct(desk);
    case 'paused':
      return condition(() => desk.revision !== revision);
    case 'offline':
      return watchBusiness(desk);
    case 'cooling':
      return waitUntil(desk, state.untilMs, 'Cooling down after overlaps with own ads');
    case 'blocked':
      return waitUntil(desk, state.untilMs, `Blocked: ${state.category}`);
    case 'dead':
    case 'stopped':
      return undefined;
  }
}

/** A timer that a message may end early; when it fires the ad runs again. */
async function waitUntil(desk: AdDesk, untilMs: number, summary: string): Promise<void> {
  const { revision } = desk;
  const waitMs = Math.max(1, untilMs - Date.now());
  const changed = await condition(() => desk.revision !== revision, waitMs, { summary });
  if (changed) return;
  // The timer has fired, so its time has come, whatever the clock reads after a lost worker.
  remember(desk, { state: advanceAd(desk.memory.state, { type: 'expire', atMs: Math.max(untilMs, Date.now()) }) });
}

/**
 * Offline (83229, 83230): the merchant's business status is read every 15 s and shown, but only a human's resume
 * continues (interface 7.4: recovery is manual). The reads happen inside one watch, so waiting costs no history.
 */
async function watchBusiness(desk: AdDesk): Promise<void> {
  const { revision } = desk;
  const { input, memory, settings } = desk;
  const changed = condition(() => desk.revision !== revision).then(() => null);
  const scope = new CancellationScope();
  const watching = scope.run(async () =>
    watchers(input.account, 'Reading the business status every 15 s', settings).watchBusiness({
      status: memory.businessStatus,
      adNumber: input.adNumber,
      periodMs: settings.watchPeriodMs,
    }),
  );
  const status = await Promise.race([watching.catch(businessUnknown), changed]);
  // Nobody reads a watch that a command has overtaken: without the cancel it would poll on for its whole period.
  if (status === null) scope.cancel();
  else remember(desk, { businessStatus: status });
}

function businessUnknown(error: unknown): string {
  if (isCancellation(error)) throw error;
  return 'unknown';
}

/** Continue-as-new drops what handlers still hold, so they finish first. */
async function startAfresh(desk: AdDesk): Promise<never> {
  await condition(allHandlersFinished);
  return continueAsNew<typeof adMaintenance>({ ...desk.input, memory: desk.memory });
}

function finalState(desk: AdDesk): AdResult['state'] {
  const { kind } = desk.memory.state;
  if (kind === 'stopped' || kind === 'dead') return kind;
  throw ApplicationFailure.nonRetryable(`an ad ended in state ${kind}`, 'INVARIANT');
}
