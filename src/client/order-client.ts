import type { Client } from '@temporalio/client';
import { WorkflowExecutionAlreadyStartedError, WorkflowIdReusePolicy } from '@temporalio/common';
import type { PaymentMatch } from '../domain/orders/payment-match.ts';
import * as definitions from '../workflows/contract/definitions.ts';
import { startAttributes } from './start-attributes.ts';
import type {
  Operator,
  OrderEvent,
  OrderLifecycleInput,
  OrderView,
  PaymentNotice,
  PlacementInput,
  PlacementResult,
  PlacementView,
  Resolution,
} from '../workflows/contract/definitions.ts';

/** One order's workflow: read it and command it. Every command answers with the new state, or rejects with the reason. */
export interface OrderControl {
  readonly workflowId: string;
  state(): Promise<OrderView>;
  approve(operator: Operator): Promise<OrderView>;
  hold(operator: Operator): Promise<OrderView>;
  unhold(operator: Operator): Promise<OrderView>;
  verifyKyc(operator: Operator): Promise<OrderView>;
  confirmPayment(notice: PaymentNotice): Promise<OrderView>;
  attachMatch(match: PaymentMatch): Promise<OrderView>;
  resolve(resolution: Resolution): Promise<OrderView>;
  /** Facts from outside (a webhook, a list): never a command. */
  tell(events: OrderEvent[]): Promise<void>;
}

export interface OrderStart extends OrderLifecycleInput {
  /** What the list in the Web UI shows, such as "SELL 250.00 USDT @ 11.62 BOB". */
  summary?: string;
}

/**
 * Starts the workflow of an order; it reads the order itself. Gives false when it runs already or has been carried to
 * its end: an order is never started twice.
 */
export async function startOrder(client: Client, { summary, ...input }: OrderStart): Promise<boolean> {
  const { account, orderNumber, mode } = input;
  return startOnce(() =>
    client.workflow.start('orderLifecycle', {
      workflowId: definitions.orderWorkflowId(account, orderNumber),
      taskQueue: definitions.accountTaskQueue(account),
      args: [input],
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      typedSearchAttributes: startAttributes({ account, mode, state: 'reading', orderNumber }),
      staticSummary: `${summary ?? `Order ${orderNumber}`} · ${mode}`,
      staticDetails: `Carries order ${orderNumber} of account ${account}; release policy ${input.release.policy}.`,
    }),
  );
}

async function startOnce(start: () => Promise<unknown>): Promise<boolean> {
  try {
    await start();
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
}

/** The control of an order's workflow; nothing is called yet. */
export function orderControl(client: Client, account: string, orderNumber: string): OrderControl {
  const workflowId = definitions.orderWorkflowId(account, orderNumber);
  const handle = client.workflow.getHandle(workflowId);
  return {
    workflowId,
    state: () => handle.query(definitions.orderStateQuery),
    approve: (operator) => handle.executeUpdate(definitions.approveReleaseUpdate, { args: [operator] }),
    hold: (operator) => handle.executeUpdate(definitions.holdUpdate, { args: [operator] }),
    unhold: (operator) => handle.executeUpdate(definitions.unholdUpdate, { args: [operator] }),
    verifyKyc: (operator) => handle.executeUpdate(definitions.verifyKycUpdate, { args: [operator] }),
    confirmPayment: (notice) => handle.executeUpdate(definitions.confirmPaymentUpdate, { args: [notice] }),
    attachMatch: (match) => handle.executeUpdate(definitions.attachMatchUpdate, { args: [match] }),
    resolve: (resolution) => handle.executeUpdate(definitions.resolveUpdate, { args: [resolution] }),
    tell: (events) => handle.signal(definitions.orderEventsSignal, events),
  };
}

/** One placement's workflow. */
export interface PlacementControl {
  readonly workflowId: string;
  state(): Promise<PlacementView>;
  result(): Promise<PlacementResult>;
  resolve(ruling: Resolution & { orderNumber?: string }): Promise<PlacementView>;
}

/**
 * Places an order on somebody else's ad. `requestId` is the idempotency key: a second call with the same one joins the
 * first, whether it runs or has ended.
 */
export async function placeOrder(client: Client, input: PlacementInput): Promise<PlacementControl> {
  const { account, mode, adNumber } = input;
  const workflowId = definitions.placementWorkflowId(account, input.requestId);
  await startOnce(() =>
    client.workflow.start('orderPlacement', {
      workflowId,
      taskQueue: definitions.accountTaskQueue(input.account),
      args: [input],
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      typedSearchAttributes: startAttributes({ account, mode, state: 'checking', adNumber }),
      staticSummary: `Place ${input.side} for ${input.totalAmount} ${input.fiat} @ ${input.matchPrice} · ${input.mode}`,
    }),
  );
  return placementControl(client, input.account, input.requestId);
}

/** The control of a placement's workflow; nothing is called yet. */
export function placementControl(client: Client, account: string, requestId: string): PlacementControl {
  const workflowId = definitions.placementWorkflowId(account, requestId);
  const handle = client.workflow.getHandle(workflowId);
  return {
    workflowId,
    state: () => handle.query(definitions.placementStateQuery),
    result: async () => (await handle.result()) as PlacementResult,
    resolve: (ruling) => handle.executeUpdate(definitions.resolvePlacementUpdate, { args: [ruling] }),
  };
}
