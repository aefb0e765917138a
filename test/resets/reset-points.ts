/** The reset points of a run, and what a reset makes of it, as Temporal's history shows it. */
import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';

/** One run of a workflow. */
export interface RunName {
  readonly workflowId: string;
  readonly runId: string;
}

type History = Awaited<ReturnType<ReturnType<Client['workflow']['getHandle']>['fetchHistory']>>;
type HistoryEvent = NonNullable<History['events']>[number];

/** A completed workflow task: a reset to it does the task again. */
export interface ResetPoint {
  readonly eventId: NonNullable<HistoryEvent['eventId']>;
  /** What the task was for, such as "signal hold" or "result of readOrder". */
  readonly after: string;
}

/** Which messages that came after the point are applied again. */
export const messageWishes = ['with', 'without'] as const;
export type MessageWish = (typeof messageWishes)[number];

/** As `--reapply-exclude All` sends it: signals, updates, Nexus and cancellations. */
const everyKind = [1, 2, 3, 4];

/** A task that met a message that arrived while it ran is done again: that is no failure. */
const unhandledCommand = 1;

const eventsOf = async (client: Client, { workflowId, runId }: RunName): Promise<HistoryEvent[]> =>
  (await client.workflow.getHandle(workflowId, runId).fetchHistory()).events ?? [];

/** Returns the run of a workflow that is the newest now. */
export async function newestRun(client: Client, workflowId: string): Promise<RunName> {
  const { runId } = await client.workflow.getHandle(workflowId).describe();
  return { workflowId, runId };
}

/** Returns every completed task of a run, the oldest first. */
export async function resetPoints(client: Client, run: RunName): Promise<ResetPoint[]> {
  const events = await eventsOf(client, run);
  const points: ResetPoint[] = [];
  let since = 0;
  for (const [index, { eventId, workflowTaskCompletedEventAttributes: completed }] of events.entries()) {
    if (!completed || !eventId) continue;
    // What an update asked for stands behind its task.
    const brought = [
      ...events.slice(since, index).filter(isNoUpdate),
      ...events.slice(index + 1).filter(isOfTask(eventId)),
    ];
    points.push({ eventId, after: brought.flatMap((event) => nameOf(event, events) ?? []).join(', ') || 'start' });
    since = index + 1;
  }
  return points;
}

const isNoUpdate = (event: HistoryEvent): boolean => !event.workflowExecutionUpdateAcceptedEventAttributes;

const isOfTask =
  (taskId: NonNullable<HistoryEvent['eventId']>) =>
  ({ workflowExecutionUpdateAcceptedEventAttributes: accepted }: HistoryEvent): boolean =>
    String(accepted?.acceptedRequestSequencingEventId) === String(Number(taskId) - 2);

/** Returns in words what an event brought to a task; null for one that brought nothing. */
function nameOf(event: HistoryEvent, events: readonly HistoryEvent[]): string | null {
  const signal = event.workflowExecutionSignaledEventAttributes?.signalName;
  if (signal) return `signal ${signal}`;
  const update = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input?.name;
  if (update) return `update ${update}`;
  if (event.timerFiredEventAttributes) return 'a timer';
  const { activityTaskCompletedEventAttributes: done, activityTaskFailedEventAttributes: failed } = event;
  const scheduledId = (done ?? failed ?? event.activityTaskTimedOutEventAttributes)?.scheduledEventId;
  if (!scheduledId) return event.childWorkflowExecutionStartedEventAttributes ? 'a started child' : null;
  const scheduled = events.find(({ eventId }) => String(eventId) === String(scheduledId));
  const type = scheduled?.activityTaskScheduledEventAttributes?.activityType?.name ?? 'an activity';
  return `${done ? 'result' : 'failure'} of ${type}`;
}

/** Resets a run to a point; returns the new run. */
export async function resetTo(
  client: Client,
  { workflowId, runId }: RunName,
  { point, messages }: { point: ResetPoint; messages: MessageWish },
): Promise<RunName> {
  const answer = await client.workflowService.resetWorkflowExecution({
    namespace: client.options.namespace,
    workflowExecution: { workflowId, runId },
    reason: 'a test of resets',
    requestId: randomUUID(),
    workflowTaskFinishEventId: point.eventId,
    resetReapplyExcludeTypes: messages === 'with' ? [] : everyKind,
  });
  return { workflowId, runId: answer.runId };
}

/** Returns the failures of tasks of a run, beside the one that a reset itself writes down. */
export async function failedTasks(client: Client, run: RunName): Promise<string[]> {
  const events = await eventsOf(client, run);
  return events.flatMap(({ workflowTaskFailedEventAttributes: failed }) => {
    if (!failed || failed.newRunId || failed.cause === unhandledCommand) return [];
    return [`failing task, cause ${String(failed.cause)}: ${(failed.failure?.message ?? '').slice(0, 200)}`];
  });
}

/** Returns how a workflow stands at the server: at rest, with a task or an activity under way, or ended. */
export async function standOf(client: Client, workflowId: string): Promise<'at-rest' | 'busy' | 'ended'> {
  const { raw, status } = await client.workflow.getHandle(workflowId).describe();
  if (status.name !== 'RUNNING') return 'ended';
  const isBusy = (raw.pendingActivities ?? []).length > 0 || Boolean(raw.pendingWorkflowTask);
  return isBusy ? 'busy' : 'at-rest';
}
