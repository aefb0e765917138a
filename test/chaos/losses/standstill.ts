/** What the server and the processes show at the moment in which a case cannot go on: which of them waits, and for what. */
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { fromPayload } from '../../../src/client/connection/payloads.ts';
import {
  deskWorkflowId,
  guardWorkflowId,
  leadWorkflowId,
  orderWorkflowId,
} from '../../../src/workflows/contract/workflow-ids.ts';
import type { LossesWorld } from './losses-world.ts';
import { account } from './own-service.ts';
import type { StartedWorker } from './workers.ts';

/** An order that is not released may be carried by none: its number stands in the failure alone. */
const orderPattern = /\d{15,}/g;
const answerLimitMs = 10_000;
const maxOrders = 10;
const saidLines = 25;

type Raw = Awaited<ReturnType<ReturnType<Client['workflow']['getHandle']>['describe']>>['raw'];
type Pending = NonNullable<Raw['pendingActivities']>[number];
type Instant = Pending['lastStartedTime'];

/** Returns lines about the desk, the guard, the lead, the orders that the failure names, and each worker. Never rejects. */
export async function standstillOf(world: LossesWorld, failure: string): Promise<readonly string[]> {
  const orders = [...new Set(failure.match(orderPattern))].slice(0, maxOrders);
  const ids = [
    leadWorkflowId(account),
    deskWorkflowId(account),
    guardWorkflowId(account),
    ...orders.map((orderNumber) => orderWorkflowId(account, orderNumber)),
  ];
  const shown = await Promise.all(ids.map((id) => workflowLines(world.client, id)));
  return [...shown.flat(), ...(await registerLines(world)), ...world.processes().flatMap(processLines)];
}

async function workflowLines(client: Client, workflowId: string): Promise<string[]> {
  try {
    return await client.withDeadline(Date.now() + answerLimitMs, async () => {
      const { raw, status, historyLength, runId } = await client.workflow.getHandle(workflowId).describe();
      const activities = await Promise.all(
        (raw.pendingActivities ?? []).map((one) => pendingLine(client, workflowId, one)),
      );
      const head = `${workflowId}: ${status.name}, run ${runId}, ${historyLength} events`;
      return [head, ...taskLines(raw), ...activities];
    });
  } catch (error) {
    return [`${workflowId}: ${error instanceof WorkflowNotFoundError ? 'none' : String(error)}`];
  }
}

function taskLines({ pendingWorkflowTask: task }: Raw): string[] {
  if (!task) return [];
  const { state, attempt, originalScheduledTime, startedTime } = task;
  return [
    `  its task: ${state}, attempt ${attempt}, scheduled ${at(originalScheduledTime)}, started ${at(startedTime)}`,
  ];
}

async function pendingLine(client: Client, workflowId: string, pending: Pending): Promise<string> {
  const { activityType, state, attempt, lastStartedTime, lastHeartbeatTime, lastWorkerIdentity, lastFailure } = pending;
  const payload = pending.heartbeatDetails?.payloads?.[0];
  const beat = payload === undefined ? null : await fromPayload(client, workflowId, payload).catch(String);
  const words = [
    `  ${activityType?.name}: state ${state}, attempt ${attempt} of ${lastWorkerIdentity}`,
    `started ${at(lastStartedTime)}, last heartbeat ${at(lastHeartbeatTime)}`,
    `next ${at(pending.scheduledTime)}, last failure ${lastFailure?.message ?? 'none'}`,
    `it says ${JSON.stringify(beat)}`,
  ];
  return words.join(', ');
}

async function registerLines({ peerdesk }: LossesWorld): Promise<string[]> {
  const { exitCode, stdout, stderr } = await peerdesk('register', 'show');
  return [`peerdesk register show: ${exitCode}`, ...`${stdout}${stderr}`.trim().split('\n').map(indented)];
}

/** Returns what processes of workers wrote last that ended by themselves. */
export const ownEndsOf = ({ processes }: LossesWorld): readonly string[] =>
  processes()
    .filter(({ process: { exitCode } }) => exitCode !== null)
    .flatMap(processLines);

function processLines({ process: { pid, exitCode, signalCode }, stateFolder, said }: StartedWorker): string[] {
  return [
    `worker ${pid} of ${stateFolder}: ${exitCode ?? signalCode ?? 'runs'}`,
    ...said().trim().split('\n').slice(-saidLines).map(indented),
  ];
}

const indented = (line: string): string => `  ${line}`;

function at(instant: Instant): string {
  return instant?.seconds ? new Date(Number(instant.seconds) * 1_000).toISOString().slice(11, 19) : '-';
}
