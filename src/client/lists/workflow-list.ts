import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import * as attributes from '../../workflows/contract/search-attributes.ts';
import { listedRuns } from './listed-runs.ts';
import { isRunning, runningRuns } from './running-runs.ts';
import { parseWorkflowId } from '../../workflows/contract/workflow-ids.ts';

/** One line of a list: from the server's visibility, a moment old. */
export interface ListedWorkflow {
  workflowId: string;
  runId: string;
  /** Ad number, order number or request id. */
  subject: string;
  account: string;
  /** The queue that its worker asks. */
  taskQueue: string;
  status: string;
  state: string | null;
  pair: string | null;
  side: string | null;
  mode: string | null;
  category: string | null;
  needsHuman: boolean;
  /** Since when an order is marked as paid; null: it is not, or is no order. */
  paidSinceMs: number | null;
  startedAtMs: number;
  closedAtMs: number | null;
}

export interface ListFilter {
  type: 'adMaintenance' | 'orderLifecycle' | 'orderPlacement' | 'adPublication' | 'accountDesk' | 'egress';
  account?: string;
  /** Only those that run. */
  running?: boolean;
  /** Only those whose last run has ended after this moment. */
  closedSinceMs?: number;
  needsHuman?: boolean;
  /** Only those in that state, a word of ours. */
  state?: string;
  /** Only orders that are, or were, marked as paid. */
  paid?: boolean;
  limit?: number;
}

const nameForm = /^[\w.-]+$/;

/**
 * Lists workflows from the server's visibility. Throws a RangeError for an account alias that is unsafe in a query.
 *
 * @example
 * const waiting = await listWorkflows(client, { type: 'orderLifecycle', account, running: true, needsHuman: true });
 * for (const { subject, state } of waiting) console.log(`order ${subject}: ${state}`);
 */
export async function listWorkflows(client: Client, filter: ListFilter): Promise<ListedWorkflow[]> {
  const listed: ListedWorkflow[] = [];
  const limit = filter.limit ?? 1_000;
  for await (const info of runsOf(client, filter)) {
    listed.push(toListed(info));
    if (listed.length >= limit) break;
  }
  return listed;
}

type ListedRun = Omit<WorkflowExecutionInfo, 'raw'>;

function runsOf(client: Client, { running, ...filter }: ListFilter): AsyncIterable<ListedRun> {
  const query = visibilityQuery(filter);
  return running === true ? runningRuns(client, query) : listedRuns(client, { query });
}

/**
 * Returns the visibility query of a filter, as `temporal workflow list --query` accepts it.
 *
 * @example
 * visibilityQuery({ type: 'adMaintenance', account: 'main' }); // → "WorkflowType = 'adMaintenance' AND PeerdeskAccount = 'main'"
 */
export function visibilityQuery(filter: ListFilter): string {
  if (filter.account !== undefined && !nameForm.test(filter.account)) {
    throw new RangeError(
      `account alias ${JSON.stringify(filter.account)}: letters, digits, dot, dash and underscore only`,
    );
  }
  const parts = [`WorkflowType = '${filter.type}'`];
  if (filter.account !== undefined) parts.push(`PeerdeskAccount = '${filter.account}'`);
  if (filter.running === true) parts.push(isRunning);
  if (filter.closedSinceMs !== undefined) {
    parts.push(`CloseTime > '${new Date(filter.closedSinceMs).toISOString()}'`, `ExecutionStatus != 'ContinuedAsNew'`);
  }
  if (filter.needsHuman !== undefined) parts.push(`PeerdeskNeedsHuman = ${String(filter.needsHuman)}`);
  if (filter.state !== undefined) parts.push(`PeerdeskState = '${filter.state}'`);
  if (filter.paid === true) parts.push('PeerdeskPaidSince IS NOT NULL');
  return parts.join(' AND ');
}

function toListed(info: ListedRun): ListedWorkflow {
  const text = (key: typeof attributes.peerdeskState): string | null => info.typedSearchAttributes.get(key) ?? null;
  const parts = parseWorkflowId(info.workflowId);
  return {
    workflowId: info.workflowId,
    runId: info.runId,
    subject: parts?.subject ?? '',
    account: parts?.owner ?? '',
    taskQueue: info.taskQueue,
    status: info.status.name.toLowerCase(),
    state: text(attributes.peerdeskState),
    pair: text(attributes.peerdeskPair),
    side: text(attributes.peerdeskSide),
    mode: text(attributes.peerdeskMode),
    category: text(attributes.peerdeskCategory),
    needsHuman: info.typedSearchAttributes.get(attributes.peerdeskNeedsHuman) ?? false,
    paidSinceMs: info.typedSearchAttributes.get(attributes.peerdeskPaidSince)?.getTime() ?? null,
    startedAtMs: info.startTime.getTime(),
    closedAtMs: info.closeTime?.getTime() ?? null,
  };
}
