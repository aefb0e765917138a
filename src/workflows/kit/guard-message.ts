import { getExternalWorkflowHandle } from '@temporalio/workflow';
import { giveBackFact } from '../contract/guard-contract.ts';
import type { OnceStepName } from '../contract/order-contract.ts';
import { guardWorkflowId } from '../contract/workflow-ids.ts';

interface GiveBack {
  orderNumber: string;
  step: OnceStepName;
  endedAtMs?: number;
}

/** Tells the guard that a money step provably did not happen. A guard that does not run has nothing to give back. */
export async function tellGuard(account: string, step: GiveBack): Promise<void> {
  await getExternalWorkflowHandle(guardWorkflowId(account)).signal(giveBackFact.signal, step).catch(ignoreMissingGuard);
}

function ignoreMissingGuard(): void {
  return undefined;
}
