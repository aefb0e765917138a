import { makeContinueAsNewFunc, workflowInfo } from '@temporalio/workflow';
import type { Workflow } from '@temporalio/common';
import { followsVersions } from '../contract/registered-workflows.ts';

/** Events after which a workflow begins a new run: replaying them takes well under half a second. */
const maxEvents = 600;

/** True when a new run is due: the history is long, or another version of the program was promoted. */
export function isNewRunDue(): boolean {
  const { historyLength, continueAsNewSuggested } = workflowInfo();
  return continueAsNewSuggested || historyLength >= maxEvents || isVersionPromoted();
}

/**
 * True when a workflow that follows versions runs on another one than was promoted, which its next task finds out. Each
 * run stays on one version, so no change of the order of commands can break it.
 */
export function isVersionPromoted(): boolean {
  const { targetWorkerDeploymentVersionChanged, workflowType } = workflowInfo();
  return targetWorkerDeploymentVersionChanged && followsVersions(workflowType);
}

/**
 * Begins a new run: of a workflow that follows versions, on the one that is promoted by then. Without deployments there
 * is only one.
 */
export function beginNewRun<Kind extends Workflow>(...args: Parameters<Kind>): Promise<never> {
  const follows = followsVersions(workflowInfo().workflowType);
  return makeContinueAsNewFunc<Kind>(follows ? { initialVersioningBehavior: 'AUTO_UPGRADE' } : {})(...args);
}

/**
 * Returns the id of the last reset of a workflow: of this run, when an operator reset it, else the one that it carries
 * from the runs before; null: it was never reset. The workflow decides nothing by it that a look has not returned: a
 * reset repeats what stood before it (design 6).
 */
export function resetIdOf(carried: string | null): string | null {
  const { runId, originalExecutionRunId } = workflowInfo();
  return runId === originalExecutionRunId ? carried : runId;
}
