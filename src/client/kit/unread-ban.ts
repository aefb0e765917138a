import type { Client } from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import { banReportedFact } from '../../workflows/contract/egress-contract.ts';
import type { Ban } from '../../workflows/contract/definitions.ts';
import { commandTimeoutMs, inTime } from './command-answer.ts';
import { fromPayload } from '../connection/payloads.ts';

/** Without a worker only reports of the command line arrive: one for each call that met the ban. */
const maxEvents = 100;

/**
 * Returns the ban that was reported to an egress workflow and that no worker has taken in yet; of several, the one with
 * the latest end; null without any. Rejects with CommandTimeoutError, and with an error of the client where there is no
 * such workflow.
 */
export async function unreadBan(client: Client, workflowId: string): Promise<Ban | null> {
  const reports = await unreadReports(client, workflowId);
  const bans = await Promise.all(reports.map((report) => readBan(client, workflowId, report)));
  return bans.filter((ban) => ban !== null).toSorted((left, right) => right.untilMs - left.untilMs)[0] ?? null;
}

/** Signals that arrived during the last finished task stand behind its end in the history: they were not read in it. */
async function unreadReports(client: Client, workflowId: string): Promise<Payload[]> {
  const asked = { namespace: client.options.namespace, execution: { workflowId }, maximumPageSize: maxEvents };
  const { history } = await inTime({ client, workflowId, timeoutMs: commandTimeoutMs }, 'read', () =>
    client.workflowService.getWorkflowExecutionHistoryReverse(asked),
  );
  const newestFirst = history?.events ?? [];
  const read = newestFirst.findIndex((event) => Boolean(event.workflowTaskCompletedEventAttributes));
  const unread = read < 0 ? newestFirst : newestFirst.slice(0, read);
  return unread.flatMap(({ workflowExecutionSignaledEventAttributes: signal }) =>
    signal?.signalName === banReportedFact.signal.name ? (signal.input?.payloads ?? []).slice(0, 1) : [],
  );
}

/** A stranger can send a signal, too: what is no report counts as none. */
async function readBan(client: Client, workflowId: string, report: Payload): Promise<Ban | null> {
  try {
    return banReportedFact.schema.parse(await fromPayload(client, workflowId, report));
  } catch {
    return null;
  }
}
