/** Code of a stranger's own in the place of a workflow of the desk, which goes on as that workflow with a memory of his. */
import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';

export interface ForgedRun {
  type: string;
  workflowId: string;
  input: object;
  /** The desk's. */
  queue: string;
}

interface Server {
  client: Client;
  namespace: string;
}

const terminateExisting = 3;
const continueAsNew = 10;
const pollMs = 60_000;

const payloadsOf = (input: object) => ({
  payloads: [{ metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from(JSON.stringify(input)) }],
});

/** Ends what runs under an id, and begins a run of the desk's code there that an earlier run seems to have made. */
export async function continueForged(
  { client, namespace }: Server,
  { type, workflowId, input, queue }: ForgedRun,
): Promise<void> {
  const { workflowService } = client;
  const [identity, own] = ['a stranger', { name: `stranger-${randomUUID()}` }];
  await workflowService.startWorkflowExecution({
    namespace,
    workflowId,
    workflowType: { name: 'stranger' },
    taskQueue: own,
    requestId: randomUUID(),
    identity,
    workflowIdConflictPolicy: terminateExisting,
  });
  const { taskToken } = await client.withDeadline(Date.now() + pollMs, () =>
    workflowService.pollWorkflowTaskQueue({ namespace, taskQueue: own, identity }),
  );
  const next = { workflowType: { name: type }, taskQueue: { name: queue }, input: payloadsOf(input) };
  await workflowService.respondWorkflowTaskCompleted({
    namespace,
    identity,
    taskToken,
    commands: [{ commandType: continueAsNew, continueAsNewWorkflowExecutionCommandAttributes: next }],
  });
}

/** The input of the present run of a workflow, with the memory that the run before it has carried over. */
export async function carriedInput(
  { client, namespace }: Server,
  workflowId: string,
): Promise<{ memory: Record<string, unknown> }> {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace,
    execution: { workflowId },
    maximumPageSize: 1,
  });
  const payload = history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0];
  return JSON.parse(Buffer.from(payload?.data ?? []).toString('utf8')) as { memory: Record<string, unknown> };
}
