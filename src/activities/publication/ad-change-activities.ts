import { engagedAs } from '../../domain/guard/guard-memory.ts';
import { engagedText } from '../../words/switch-words.ts';
import { ApplicationFailure } from '@temporalio/common';
import type { PublishedTerms, TermsPart } from '../../domain/ads/published-terms.ts';
import { ErrorCategory } from '../../domain/failures/error-category.ts';
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import { adChangeWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import type { AdStatusInput, WriteReceipt } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { refuseForeignCaller } from '../kit/caller.ts';
import { attemptFence, write } from '../kit/calls.ts';
import { sendTerms } from '../kit/terms-write.ts';
import { chosenMethods } from './known-methods.ts';

/** Terms of an ad to change: only those that differ. */
type UpdateAdTermsInput = AdStatusInput & { side: PublishedTerms['side']; terms: TermsPart };

/** Activities that change an own ad, besides its price. */
export function createAdChangeActivities(deps: ActivityDependencies) {
  return {
    /** Changes terms of an ad (EP-7), never its price: a price goes alone (interface 4.2 rule 2). */
    updateAdTerms: (input: UpdateAdTermsInput): Promise<WriteReceipt> =>
      write(deps, input.mode, () => updateTerms(deps, input)),

    /** Closes an ad (EP-8): for good. */
    closeAd: (input: AdStatusInput): Promise<WriteReceipt> => write(deps, input.mode, () => close(deps, input)),
  };
}

function refuseStranger(deps: ActivityDependencies, adNumber: string): void {
  refuseForeignCaller({ workflowType: 'adChange', workflowId: adChangeWorkflowId(deps.account, adNumber) });
}

/** What an ad offers stays while everything is stopped, or while no one knows; closing it is always free. */
async function refuseSwitchedOff({ guard }: ActivityDependencies): Promise<void> {
  const kept = await guard.look(0);
  if (kept === null) throw ApplicationFailure.create({ type: OwnFailure.GUARD_SILENT, message: 'no answer' });
  const engaged = engagedAs(kept.switches, 'all');
  if (engaged === null) return;
  throw ApplicationFailure.nonRetryable(engagedText(engaged), ErrorCategory.NON_RETRIABLE_BUSINESS);
}

async function updateTerms(deps: ActivityDependencies, input: UpdateAdTermsInput): Promise<WriteReceipt> {
  const { adNumber, side, terms, mode } = input;
  refuseStranger(deps, adNumber);
  const names = Object.keys(terms);
  if (deps.isIntentOnly(mode, adNumber)) {
    deps.onIntent({ operation: 'ads/update', subject: adNumber, detail: { terms: names.join(', ') } });
    return { kind: 'intent', atMs: deps.clock.now() };
  }
  await refuseSwitchedOff(deps);
  const { payMethods } = terms;
  const choice = payMethods === undefined ? null : await chosenMethods(deps, { side, payMethods });
  if (choice?.kind === 'missing') {
    throw ApplicationFailure.nonRetryable(choice.why, ErrorCategory.NON_RETRIABLE_BUSINESS);
  }
  const update = { adNumber, side, terms, methods: choice?.methods ?? null };
  return { kind: 'applied', atMs: await sendTerms(deps, input, { update, message: `changed ${names.join(', ')}` }) };
}

async function close(deps: ActivityDependencies, { adNumber, mode }: AdStatusInput): Promise<WriteReceipt> {
  refuseStranger(deps, adNumber);
  if (deps.isIntentOnly(mode, adNumber)) {
    deps.onIntent({ operation: 'ads/updateStatus', subject: adNumber, detail: { status: 'closed' } });
    return { kind: 'intent', atMs: deps.clock.now() };
  }
  const fence = attemptFence(deps.settings.recvWindowMs);
  await deps.marketplace.ads.setStatus({ adNumbers: [adNumber], status: 'closed', adKey: adNumber }, fence);
  deps.ownAds.forget();
  deps.report({ event: 'status', level: 'info', mode, message: 'closed', adNumber, operation: 'updateStatus' });
  return { kind: 'applied', atMs: deps.clock.now() };
}
