import type { WorkflowClientInterceptor } from '@temporalio/client';
import { parseWorkflowId } from '../../workflows/contract/workflow-ids.ts';

/**
 * Sets the name of its account as the fairness key of each workflow, which its activities inherit: a server that is fair
 * (`matching.enableFairness`) hands the tasks of a queue out to the accounts in turn, however many one of them has
 * (ADR 0031). Any other server ignores it.
 */
export const accountFairness: WorkflowClientInterceptor = {
  startWithDetails: (input, next) => next({ ...input, options: fair(input.options) }),
  signalWithStart: (input, next) => next({ ...input, options: fair(input.options) }),
  startUpdateWithStart: (input, next) => next({ ...input, workflowStartOptions: fair(input.workflowStartOptions) }),
};

function fair<Options extends { workflowId: string }>(options: Options): Options {
  const owner = parseWorkflowId(options.workflowId)?.owner;
  return owner === undefined ? options : { ...options, priority: { fairnessKey: owner } };
}
