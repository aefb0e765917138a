import { ApplicationFailure, allHandlersFinished, condition, continueAsNew } from '@temporalio/workflow';
import { patched, workflowInfo } from '@temporalio/workflow';
import { TransportCondition } from '../../domain/failures/error-category.ts';
import type { AdMaintenanceInput, AdResult } from '../contract/ad-contract.ts';
import { adView, createAdDesk } from './ad-desk.ts';
import type { AdDesk } from './ad-desk.ts';
import { registerAdMessages } from './ad-messages.ts';
import { createAdPresenter } from './ad-presentation.ts';
import { waitOutBan, waitUntil, watchBusiness } from './ad-waiting.ts';
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
      // Ads that slept through a ban before the gate was asked replay so.
      if (state.category === TransportCondition.IP_BAN && patched('ask-gate')) return waitOutBan(desk);
      return waitUntil(desk, state.untilMs, `Blocked: ${state.category}`);
    case 'dead':
    case 'stopped':
      return undefined;
  }
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
