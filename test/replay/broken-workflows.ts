/** The workflows with a mistake that a replay must detect: one more command before everything else. */
import { sleep } from '@temporalio/workflow';
import * as workflows from '../../src/workflows/index.ts';

function broken<Input, Result>(workflow: (input: Input) => Promise<Result>): (input: Input) => Promise<Result> {
  return async (input) => {
    await sleep(1);
    return workflow(input);
  };
}

export const accountDesk = broken(workflows.accountDesk);
export const accountNotices = broken(workflows.accountNotices);
export const adMaintenance = broken(workflows.adMaintenance);
export const egress = broken(workflows.egress);
export const guard = broken(workflows.guard);
export const lead = broken(workflows.lead);
export const orderLifecycle = broken(workflows.orderLifecycle);
export const adChange = broken(workflows.adChange);
export const adPublication = broken(workflows.adPublication);
export const orderPlacement = broken(workflows.orderPlacement);
