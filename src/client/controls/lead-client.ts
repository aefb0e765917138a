import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { commandTimeoutMs, inTime } from '../kit/command-answer.ts';
import { startInTime } from '../kit/start-once.ts';
import { groupTaskQueue } from '../../workflows/contract/task-queues.ts';
import { leadWorkflowId } from '../../workflows/contract/workflow-ids.ts';

const activityStarted = 2;
/** temporal.api.enums.v1.TaskQueueType: the queue of activity tasks. */
const activityQueue = 2;
/** A waiting poll is up to a minute old. */
const pollerFreshMs = 70_000;

/** A process of a group as the server knows it: pid@host, and when it last spoke. */
export interface LeadProcess {
  name: string;
  heardMs: number | null;
}

/** The processes of a group. One that ended without a word stays listed for a moment. */
export interface LeadProcesses {
  leads: LeadProcess | null;
  standBy: LeadProcess[];
}

/** Which process of a group calls the service; the others stand by. */
export interface LeadControl {
  readonly workflowId: string;
  /** Starts the workflow that offers the lead, when it does not run. */
  offer(): Promise<void>;
  /** Returns the process that leads, as pid@host; null: none does at present. */
  holder(): Promise<string | null>;
  /** Returns the same with when the server stored its last heartbeat. */
  leader(): Promise<LeadProcess | null>;
  /** Returns the process that leads, and those that wait for the lead. */
  processes(): Promise<LeadProcesses>;
}

/**
 * The control of a group's lead; nothing is called yet.
 *
 * @example
 * const { leads, standBy } = await leadControl(client, await groupOf(client, account)).processes();
 * console.log(`${leads?.name ?? 'no process'} leads, ${standBy.length} stand by`);
 */
export function leadControl(client: Client, group: string): LeadControl {
  const workflowId = leadWorkflowId(group);
  const call = { client, workflowId, timeoutMs: commandTimeoutMs };
  return {
    workflowId,
    offer: async () => {
      await startInTime({ client, workflowId }, () =>
        client.workflow.start('lead', {
          workflowId,
          taskQueue: groupTaskQueue(group),
          args: [{ group }],
          workflowIdConflictPolicy: 'USE_EXISTING',
          // A lead must not wait for a worker that took its task and was frozen.
          workflowTaskTimeout: '3s',
          staticSummary: `Lead of group ${group}: which process calls the service`,
        }),
      );
    },
    holder: async () => (await inTime(call, 'read', () => holderOf(client, workflowId)))?.name ?? null,
    leader: () => inTime(call, 'read', () => holderOf(client, workflowId)),
    processes: async () => {
      const [leads, waiting] = await inTime(call, 'read', () =>
        Promise.all([holderOf(client, workflowId), waitingFor(client, group)]),
      );
      return { leads, standBy: waiting.filter(({ name }) => name !== leads?.name) };
    },
  };
}

async function holderOf(client: Client, workflowId: string): Promise<LeadProcess | null> {
  try {
    const { raw } = await client.workflow.getHandle(workflowId).describe();
    const held = (raw.pendingActivities ?? []).find(({ state }) => state === activityStarted);
    const name = held?.lastWorkerIdentity ?? '';
    return name === '' ? null : { name, heardMs: instantMs(held?.lastHeartbeatTime ?? held?.lastStartedTime) };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

/** Only a process that does not lead polls for the lead. */
async function waitingFor(client: Client, group: string): Promise<LeadProcess[]> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: groupTaskQueue(group) },
    taskQueueType: activityQueue,
  });
  return (pollers ?? [])
    .map(({ identity, lastAccessTime }) => ({ name: identity ?? '', heardMs: instantMs(lastAccessTime) }))
    .filter(({ name, heardMs }) => name !== '' && Date.now() - (heardMs ?? 0) < pollerFreshMs);
}

type Instant = { seconds?: { toString(): string } | null } | null | undefined;

function instantMs(at: Instant): number | null {
  return at?.seconds === null || at?.seconds === undefined ? null : Number(at.seconds) * 1_000;
}
