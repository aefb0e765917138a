import type { Client } from '@temporalio/client';
import { orderWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { historyOf, listedRuns } from './listed-runs.ts';
import { momentOf, textOf, type HistoryEvent } from './audit-words.ts';

/** One activity of an order's workflow: a read of it, a step, a word with the register. */
export interface OrderCall {
  name: string;
  askedAtMs: number;
  /** Null: it had not ended. */
  endedAtMs: number | null;
  outcome: 'completed' | 'failed' | 'timed out' | 'cancelled' | 'open';
  attempts: number;
}

/**
 * Returns what the workflow of an order has asked its workers to do, the oldest first, from its histories; their arguments and
 * answers stay there.
 *
 * @example
 * const calls = await orderCalls(client, { account, orderNumber });
 * for (const { name, askedAtMs, outcome } of calls) console.log(new Date(askedAtMs).toISOString(), name, outcome);
 */
export async function orderCalls(
  client: Client,
  { account, orderNumber }: { account: string; orderNumber: string },
): Promise<OrderCall[]> {
  const calls: OrderCall[] = [];
  const query = `WorkflowId = '${orderWorkflowId(account, orderNumber)}'`;
  for await (const run of listedRuns(client, { query })) {
    const { events } = await historyOf(client, run);
    calls.push(...callsIn(events ?? []));
  }
  return calls.toSorted((left, right) => left.askedAtMs - right.askedAtMs);
}

function callsIn(events: readonly HistoryEvent[]): OrderCall[] {
  const calls = new Map<string, OrderCall>();
  for (const event of events) {
    const asked = event.activityTaskScheduledEventAttributes;
    const begun = event.activityTaskStartedEventAttributes;
    if (asked) {
      const name = textOf(asked.activityType?.name);
      calls.set(String(event.eventId), {
        name,
        askedAtMs: momentOf(event),
        endedAtMs: null,
        outcome: 'open',
        attempts: 0,
      });
    } else if (begun) change(calls, begun, { attempts: begun.attempt ?? 1 });
    else end(calls, event);
  }
  return [...calls.values()];
}

type Ended = { scheduledEventId?: unknown } | null | undefined;

function change(calls: Map<string, OrderCall>, ended: Ended, changes: Partial<OrderCall>): void {
  const call = calls.get(String(ended?.scheduledEventId));
  if (call !== undefined) Object.assign(call, changes);
}

function end(calls: Map<string, OrderCall>, event: HistoryEvent): void {
  const endings: readonly (readonly [Ended, OrderCall['outcome']])[] = [
    [event.activityTaskCompletedEventAttributes, 'completed'],
    [event.activityTaskFailedEventAttributes, 'failed'],
    [event.activityTaskTimedOutEventAttributes, 'timed out'],
    [event.activityTaskCanceledEventAttributes, 'cancelled'],
  ];
  const [ended, outcome] = endings.find(([attributes]) => attributes) ?? [];
  if (ended && outcome !== undefined) change(calls, ended, { endedAtMs: momentOf(event), outcome });
}
