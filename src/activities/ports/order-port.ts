import type { OnceStepName } from '../../workflows/contract/order-contract.ts';
import type { Departure } from '../../workflows/contract/order-messages.ts';

/** What activities ask of the workflows of single orders. The worker implements it with a Temporal client. */
export interface OrderPort {
  /** Asks the workflow of a money step whether its call may leave. Never rejects: no answer in time means no. */
  depart(workflowId: string, step: OnceStepName): Promise<Departure>;
  /** The placement that owns the order: the first claim wins. */
  claimPlacement(orderNumber: string, requestId: string): Promise<string>;
  /**
   * Returns the placement that owns the order, also after its workflow has ended; null: none, or it has no workflow.
   */
  placementOf(orderNumber: string): Promise<string | null>;
}
