import { refusalText } from '../../words/refusal-words.ts';
import type { Refusal } from '../../domain/refusals/refusal.ts';
import { ApplicationFailure } from '@temporalio/common';
import { bringsBack, businessRefusal, reaches, type BusinessAct } from '../../domain/ads/business-act.ts';
import { unshown } from '../../marketplace/doubts.ts';
import { deskWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import type { BusinessReceipt, SetBusinessInput } from './business-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { refuseForeignCaller } from '../kit/caller.ts';
import { attemptFence, write } from '../kit/calls.ts';
import { pauseFor } from '../kit/pause.ts';

/** How often the status is read until it shows; the reads of a service lag behind its writes. */
const confirmingReads = 4;

/** Opens or closes the merchant's business, or begins or ends a break (EP-27, EP-22, EP-28, EP-23). */
export function createSetBusiness(deps: ActivityDependencies) {
  return {
    /** Reads first: a repeated attempt finds what the one before has done. Confirmed by a read. */
    setBusiness: (input: SetBusinessInput): Promise<BusinessReceipt> =>
      write(deps, input.mode, () => carriedOut(deps, input)),
  };
}

async function carriedOut(deps: ActivityDependencies, { mode, act }: SetBusinessInput): Promise<BusinessReceipt> {
  refuseForeignCaller({ workflowType: 'accountDesk', workflowId: deskWorkflowId(deps.account) });
  if (bringsBack(act)) await refuseUnlessSwitchesAreOpen(deps);
  const status = await deps.marketplace.account.business({ priority: 'market' });
  const refusal = businessRefusal(act, status);
  if (refusal !== null) throw refused(refusal);
  const atMs = deps.clock.now();
  if (reaches(act, status) === true) return { kind: 'there-already', status, untilMs: null, atMs };
  if (deps.isIntentOnly(mode)) {
    deps.onIntent({ operation: `merchant/${callOf[act]}`, subject: deps.account, detail: { act } });
    return { kind: 'intent', status, untilMs: null, atMs };
  }
  const untilMs = await deps.marketplace.account.setBusiness(act, attemptFence(deps.settings.recvWindowMs));
  deps.report({ event: 'business', level: 'info', mode, message: `business: ${act}`, operation: callOf[act] });
  return { kind: 'applied', status: await confirmed(deps, act), untilMs, atMs: deps.clock.now() };
}

const callOf = {
  open: 'startBusiness',
  close: 'closeBusiness',
  'start-break': 'startRest',
  'end-break': 'endRest',
} as const satisfies Record<BusinessAct, string>;

/** Ads that were left online would be found again although someone wants them off the market or unpriced. */
async function refuseUnlessSwitchesAreOpen({ desk }: ActivityDependencies): Promise<void> {
  for (const name of ['ads', 'repricing'] as const) {
    const stand = await desk.killSwitch(name, 0);
    if (stand !== 'open') throw refused({ code: 'nothing-opens', engaged: stand === 'unknown' ? null : stand });
  }
}

/** A success may have done nothing: only a read proves it, where the service reports the status at all. */
async function confirmed(deps: ActivityDependencies, act: BusinessAct): Promise<string | null> {
  for (let reads = 1; ; reads += 1) {
    const status = await deps.marketplace.account.business({ priority: 'market' });
    if (reaches(act, status) !== false) return status;
    if (reads === confirmingReads) {
      throw unshown(callOf[act], `the service accepted ${act}, and the business is still ${status}`);
    }
    await pauseFor(deps.settings.volumeSyncSleepMs, { note: `still ${status}` }, deps);
  }
}

function refused(refusal: Refusal): ApplicationFailure {
  return ApplicationFailure.nonRetryable(refusalText(refusal), 'BUSINESS_REFUSED', refusal);
}
