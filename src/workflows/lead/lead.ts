import type { WorkflowDefinitionOptions } from '@temporalio/common';
import { setWorkflowOptions, sleep, workflowInfo } from '@temporalio/workflow';
import { leadInputSchema, type LeadInput, type LeadMemory } from '../contract/lead-contract.ts';
import { noRefusedMessages } from '../contract/message.ts';
import { leading } from '../kit/activity-proxies.ts';
import { acceptUnknownSignals } from '../kit/command.ts';
import { keptThroughCancel, parseInput } from '../kit/input.ts';
import { beginNewRun, isNewRunDue } from '../kit/new-run.ts';
import { createRun } from '../kit/run.ts';
import { workUnless } from '../kit/wait.ts';
import { leadPage } from './lead-page.ts';

/**
 * Says which process of a group leads: the one that runs the pending activity of this workflow. It alone calls the
 * service, so that one budget, one plan of prices and one breaker hold for each account of it; the other processes stand by.
 * The lead passes on with the next attempt of the activity, which is no event of the history.
 */
export async function lead(rawInput: LeadInput): Promise<never> {
  const input = parseInput(leadInputSchema, rawInput);
  const run = createRun<LeadMemory>({ refused: noRefusedMessages }, leadPage(input.group));
  acceptUnknownSignals(run);
  run.present();
  const beganVersioned = isVersioned();
  // A run that began without a version would stay on the first one that answers it: what a run is, it is from its begin.
  const isDue = (): boolean => isNewRunDue() || (!beganVersioned && isVersioned());
  await keptThroughCancel(run, async () => {
    while (!isDue()) {
      // The process that leads ends its calls before the next run offers the lead.
      await workUnless({ isOvertaken: isDue, work: () => leading().keepLead(), onChange: 'await-end' }).catch(
        ignoreFailure,
      );
      if (!isDue()) await sleep(pauseMs, { summary: 'Before the lead is offered again' });
    }
  });
  return beginNewRun<typeof lead>(input);
}

/** What ends it by hand again and again must not fill the history at once. */
const pauseMs = 1_000;

/** The activity never ends by itself: one that an operator completed or failed by hand begins again. */
function ignoreFailure(): void {
  return undefined;
}

/**
 * Its one activity has no end, so no task would notify it of a version that was promoted: each attempt goes to that one.
 * The server refuses every task of a worker without a version that names a behaviour.
 */
function versionOptions(): WorkflowDefinitionOptions {
  return isVersioned() ? { versioningBehavior: 'AUTO_UPGRADE' } : {};
}

/** True when the present task is answered by a worker of a version. */
function isVersioned(): boolean {
  const version = workflowInfo().currentDeploymentVersion;
  return version !== undefined && version.deploymentName !== '';
}

setWorkflowOptions(versionOptions, lead);
