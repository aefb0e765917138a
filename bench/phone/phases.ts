/** Where the time goes between a payment and its message, and between a tap and its release: by the histories. */
import type { Client, WorkflowHandle } from '@temporalio/client';
import { noticesWorkflowId, orderWorkflowId } from '../../src/workflows/contract/workflow-ids.ts';
import type { Sale } from './sales.ts';
import { account } from './world.ts';

/** A step, with the ms that it took in each sale. */
export interface Phase {
  readonly name: string;
  readonly tookMs: readonly number[];
}

type HistoryEvent = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>[number];

/** What a history says about one moment. */
interface Mark {
  readonly what: string;
  readonly atMs: number;
}

/** Returns the steps to the message and the steps to the release. */
export async function readPhases(
  client: Client,
  sales: readonly Sale[],
): Promise<Record<'message' | 'release', Phase[]>> {
  const notices = await marksOf(client, noticesWorkflowId(account));
  const rows = await Promise.all(
    sales.map(async (sale) => {
      const order = await marksOf(client, orderWorkflowId(account, sale.orderNumber));
      return { message: toMessage(sale, order, notices), release: toRelease(sale, order) };
    }),
  );
  const phasesOf = (kind: 'message' | 'release', names: readonly string[]): Phase[] =>
    names.map((name, index) => ({ name, tookMs: rows.flatMap((row) => stepOf(row[kind], index)) }));
  return {
    message: phasesOf('message', ['paid to seen by the desk', 'to needs a person', 'to looked at', 'to sent']),
    release: phasesOf('release', [
      'tap to update accepted',
      "to the gate's read",
      'to the permit asked',
      'to the release',
    ]),
  };
}

type Moments = readonly (number | null | undefined)[];

function toMessage({ paidMs, webhookMs }: Sale, order: readonly Mark[], notices: readonly Mark[]): Moments {
  const end = webhookMs ?? 0;
  const seen = order.find(({ what, atMs }) => what === 'signaled' && atMs >= paidMs);
  const needs = order.findLast(({ what, atMs }) => what === 'shown' && atMs >= paidMs && atMs <= end);
  const looked = notices.findLast(({ what, atMs }) => what === 'watchNeeds' && atMs <= end);
  return [paidMs, seen?.atMs, needs?.atMs, looked?.atMs, webhookMs];
}

function toRelease({ tapMs, releasedMs }: Sale, order: readonly Mark[]): Moments {
  const [from, end] = [tapMs ?? 0, releasedMs ?? 0];
  const accepted = order.find(({ what, atMs }) => what === 'accepted' && atMs >= from);
  const read = order.findLast(({ what, atMs }) => what === 'checkRelease' && atMs >= from && atMs <= end);
  const begun = order.findLast(({ what, atMs }) => what === 'releaseCoin begun' && atMs >= from && atMs <= end);
  return [tapMs, accepted?.atMs, read?.atMs, begun?.atMs, releasedMs];
}

function stepOf(moments: Moments, index: number): number[] {
  const [from, to] = [moments[index], moments[index + 1]];
  return typeof from === 'number' && typeof to === 'number' ? [to - from] : [];
}

/** Reads all runs of a workflow. */
async function marksOf(client: Client, workflowId: string): Promise<Mark[]> {
  const marks: Mark[] = [];
  for (let runId: string | undefined, isFirst = true; isFirst || runId !== undefined; isFirst = false) {
    const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    const all = events ?? [];
    marks.unshift(...marksIn(all));
    runId = all[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId ?? undefined;
    if (runId === '') runId = undefined;
  }
  return marks;
}

function marksIn(events: readonly HistoryEvent[]): Mark[] {
  const scheduled = new Map(
    events.map((event) => [
      String(event.eventId),
      event.activityTaskScheduledEventAttributes?.activityType?.name ?? '',
    ]),
  );
  return events.flatMap((event) => {
    const what = whatOf(event, scheduled);
    return what === null ? [] : [{ what, atMs: millis(event.eventTime) }];
  });
}

function whatOf(event: HistoryEvent, scheduled: ReadonlyMap<string, string>): string | null {
  const { activityTaskCompletedEventAttributes: completed, activityTaskStartedEventAttributes: started } = event;
  if (completed) return scheduled.get(String(completed.scheduledEventId)) ?? null;
  if (started) return `${scheduled.get(String(started.scheduledEventId))} begun`;
  if (event.workflowExecutionSignaledEventAttributes) return 'signaled';
  if (event.upsertWorkflowSearchAttributesEventAttributes) return 'shown';
  return event.workflowExecutionUpdateAcceptedEventAttributes ? 'accepted' : null;
}

function millis(time: HistoryEvent['eventTime']): number {
  return Number(String(time?.seconds ?? 0)) * 1_000 + (time?.nanos ?? 0) / 1_000_000;
}
