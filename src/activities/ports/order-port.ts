/** What activities ask of the workflows of single orders. The worker implements it with a Temporal client. */
export interface OrderPort {
  /** The placement that owns the order: the first claim wins. */
  claimPlacement(orderNumber: string, requestId: string): Promise<string>;
  /**
   * Returns the placement that owns the order, also after its workflow has ended; null: none, or it has no workflow.
   */
  placementOf(orderNumber: string): Promise<string | null>;
}
