import type { OnceStepName } from '../../workflows/contract/order-contract.ts';
import type { DepartureReply } from '../../workflows/contract/order-messages.ts';

/** What activities ask of the workflows of single orders. The worker implements it with a Temporal client. */
export interface OrderPort {
  /**
   * Asks the run that wants a money step whether its call may leave. Never rejects: no answer in time means no, and so
   * does a run that has ended.
   */
  depart(workflowId: string, step: OnceStepName, runId: string | undefined): Promise<DepartureReply>;
  /** The placement that owns the order: the first claim wins. */
  claimPlacement(orderNumber: string, requestId: string): Promise<string>;
  /**
   * Returns the placement that owns the order, also after its workflow has ended; null: none, or it has no workflow.
   */
  placementOf(orderNumber: string): Promise<string | null>;
}
