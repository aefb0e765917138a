import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { untilAnswered } from '../../client/kit/until-answered.ts';
import type { OrderPort } from '../../activities/ports/order-port.ts';
import { claimPlacementUpdate, orderStateQuery, orderWorkflowId } from '../../workflows/contract/definitions.ts';

/** The activity that asks is tried again, and holds a turn of its account meanwhile. */
const answerBoundMs = 5_000;

/** Implements what activities ask of the workflows of single orders, with a Temporal client. */
export function createTemporalOrderPort(client: Client, account: string): OrderPort {
  const handleOf = (orderNumber: string) => client.workflow.getHandle(orderWorkflowId(account, orderNumber));
  return {
    claimPlacement: async (orderNumber, requestId) => {
      const claim = () => handleOf(orderNumber).executeUpdate(claimPlacementUpdate, { args: [requestId] });
      // An order without a workflow has no owner yet: the asking placement owns it when its workflow starts.
      return (await orNull(claim)) ?? requestId;
    },
    placementOf: async (orderNumber) => {
      const view = await orNull(() =>
        client.withDeadline(Date.now() + answerBoundMs, () =>
          untilAnswered(() => handleOf(orderNumber).query(orderStateQuery)),
        ),
      );
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
