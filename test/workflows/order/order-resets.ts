/** Resets of an order's workflow, as an operator does them. */
import { randomUUID } from 'node:crypto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { OrderHandle } from './order-service.ts';

/** A handle of whichever run is the present one. */
export const presentRun = ({ client }: TestWorkflowEnvironment, { workflowId }: OrderHandle): OrderHandle =>
  client.workflow.getHandle(workflowId) as OrderHandle;

/** Returns the ends of a run's tasks: the points that it can be reset to. */
export async function resetPoints(handle: OrderHandle): Promise<Long[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap(({ eventId, workflowTaskCompletedEventAttributes: task }) =>
    task === null || task === undefined || eventId === null || eventId === undefined ? [] : [eventId],
  );
}

type Long = NonNullable<NonNullable<Awaited<ReturnType<OrderHandle['fetchHistory']>>['events']>[number]['eventId']>;

/** Signals and updates, by their numbers in the protocol. */
const signalsAndUpdates = [1, 2];

export interface ResetWish {
  /** The end of a task; absent: of the first one. */
  to?: Long;
  /** Whether messages since then are delivered again. */
  reapplies: boolean;
  /** The run that is reset; absent: the present one. */
  runId?: string;
}

/** Resets the workflow; returns the new run's id. */
export async function reset(env: TestWorkflowEnvironment, handle: OrderHandle, wish: ResetWish): Promise<string> {
  const present = presentRun(env, handle);
  const { workflowId } = handle;
  const [first] = await resetPoints(present);
  const { runId } = await env.client.workflowService.resetWorkflowExecution({
    namespace: env.namespace ?? 'default',
    workflowExecution: { workflowId, runId: wish.runId ?? (await present.describe()).runId },
    workflowTaskFinishEventId: wish.to ?? first ?? null,
    reason: 'a test',
    requestId: randomUUID(),
    resetReapplyExcludeTypes: wish.reapplies ? [] : signalsAndUpdates,
  });
  return runId;
}

/** Returns why tasks of the present run have failed, besides the reset itself. */
export async function failuresOf(env: TestWorkflowEnvironment, handle: OrderHandle): Promise<string[]> {
  const { events } = await presentRun(env, handle).fetchHistory();
  return (events ?? []).flatMap(({ workflowTaskFailedEventAttributes: task }) =>
    task === null || task === undefined || (task.newRunId ?? '') !== '' ? [] : [task.failure?.message ?? 'unknown'],
  );
}
