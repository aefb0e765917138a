import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { OrderPort } from '../activities/ports/order-port.ts';
import { OwnFailure } from '../domain/failures/own-failures.ts';
import {
  claimPlacementUpdate,
  departUpdate,
  orderStateQuery,
  orderWorkflowId,
} from '../workflows/contract/definitions.ts';

/** Without an answer within this time nothing is released (design 6). */
const answerBoundMs = 3_000;

/** Implements what activities ask of the workflows of single orders, with a Temporal client. */
export function createTemporalOrderPort(client: Client, account: string): OrderPort {
  const handleOf = (orderNumber: string) => client.workflow.getHandle(orderWorkflowId(account, orderNumber));
  return {
    depart: async (workflowId, step, runId) => {
      const handle = client.workflow.getHandle(workflowId, runId);
      try {
        const ask = () => handle.executeUpdate(departUpdate, { args: [{ step }] });
        return await client.withDeadline(Date.now() + answerBoundMs, ask);
      } catch (error) {
        const text = `its workflow did not answer: ${error instanceof Error ? error.message : 'no reason'}`;
        return { go: false, reason: OwnFailure.GUARD_SILENT, text };
      }
    },
    claimPlacement: async (orderNumber, requestId) => {
      const claim = () => handleOf(orderNumber).executeUpdate(claimPlacementUpdate, { args: [requestId] });
      // An order without a workflow has no owner yet: the asking placement owns it when its workflow starts.
      return (await orNull(claim)) ?? requestId;
    },
    placementOf: async (orderNumber) => {
      const view = await orNull(() => handleOf(orderNumber).query(orderStateQuery));
      return view?.placedBy ?? null;
    },
  };
}

async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
