import type { Client } from '@temporalio/client';
import PQueue from 'p-queue';
import { CommandTimeoutError, commandTimeoutMs, inTime } from '../kit/command-answer.ts';
import type { OrderResult, OrderTrade } from '../../workflows/contract/definitions.ts';
import type { OrderEnd } from '../../domain/orders/order-wait.ts';
import { listWorkflows, type ListedWorkflow } from './workflow-list.ts';

/** An order whose workflow has ended. */
export interface EndedOrder extends Pick<ListedWorkflow, 'account' | 'mode' | 'pair' | 'side'> {
  orderNumber: string;
  /** How the service shows it; null: the workflow was ended from outside, or its result cannot be read. */
  status: string | null;
  /** How its workflow ended: completed, terminated, … */
  how: string;
  trade: OrderTrade | null;
  end: OrderEnd | null;
  startedAtMs: number;
  endedAtMs: number;
}

export interface HistoryFilter {
  /** Absent: of every account. */
  account?: string;
  sinceMs: number;
  /** At most so many, the last ones. */
  limit: number;
}

const readsAtOnce = 20;

/**
 * Returns the orders whose workflows have ended since then, the last one first. Needs no worker.
 *
 * @example
 * const day = await orderHistory(client, { account, sinceMs: Date.now() - 86_400_000, limit: 50 });
 * for (const order of day) console.log(order.orderNumber, order.status ?? order.how, new Date(order.endedAtMs));
 */
export async function orderHistory(client: Client, filter: HistoryFilter): Promise<EndedOrder[]> {
  const { sinceMs, limit, ...of } = filter;
  const rows = await listWorkflows(client, { ...of, type: 'orderLifecycle', closedSinceMs: sinceMs, limit });
  const queue = new PQueue({ concurrency: readsAtOnce });
  const orders = await Promise.all(rows.map((row) => queue.add(() => endedOrder(client, row))));
  return orders.toSorted((left, right) => right.endedAtMs - left.endedAtMs);
}

async function endedOrder(client: Client, row: ListedWorkflow): Promise<EndedOrder> {
  const { subject: orderNumber, account, mode, pair, side, status: how, startedAtMs, closedAtMs } = row;
  const result = how === 'completed' ? await resultOf(client, row) : null;
  const { status = null, trade = null, end = null } = result ?? {};
  const endedAtMs = closedAtMs ?? startedAtMs;
  return { orderNumber, account, mode, pair, side, how, status, trade, end, startedAtMs, endedAtMs };
}

/** The row is shown without its result when the server has dropped it or its key is missing, but a silent server is reported. */
async function resultOf(client: Client, { workflowId, runId }: ListedWorkflow): Promise<OrderResult | null> {
  const handle = client.workflow.getHandle(workflowId, runId, { followRuns: false });
  const call = { client, workflowId, timeoutMs: commandTimeoutMs };
  try {
    return (await inTime(call, 'read', () => handle.result())) as OrderResult;
  } catch (error) {
    if (error instanceof CommandTimeoutError) throw error;
    return null;
  }
}

/**
 * Returns for how long the server keeps what has ended, in ms; null: it does not say.
 *
 * @example
 * const keptMs = await retentionMs(client);
 * console.log(keptMs === null ? 'the server does not say' : `ended orders are listed for ${keptMs / 86_400_000} days`);
 */
export async function retentionMs(client: Client): Promise<number | null> {
  const { namespace } = client.options;
  const call = { client, workflowId: 'the namespace', timeoutMs: commandTimeoutMs };
  const { config } = await inTime(call, 'read', () => client.workflowService.describeNamespace({ namespace }));
  const seconds = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0);
  return seconds === 0 ? null : seconds * 1_000;
}
