import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { accountTaskQueue, leadWorkflowId } from '../workflows/contract/workflow-ids.ts';
import * as attributes from '../workflows/contract/search-attributes.ts';

const activityStarted = 2;

/** Which process of an account calls the service; the others stand by. */
export interface LeadControl {
  readonly workflowId: string;
  /** Starts the workflow that offers the lead, when it does not run. */
  offer(): Promise<void>;
  /** Returns the process that leads, as pid@host; null: none does at present. */
  holder(): Promise<string | null>;
}

/** The control of an account's lead; nothing is called yet. */
export function leadControl(client: Client, account: string): LeadControl {
  const workflowId = leadWorkflowId(account);
  return {
    workflowId,
    offer: async () => {
      await client.workflow.start('lead', {
        workflowId,
        taskQueue: accountTaskQueue(account),
        args: [{ account }],
        workflowIdConflictPolicy: 'USE_EXISTING',
        // A lead must not wait for a worker that took its task and was frozen.
        workflowTaskTimeout: '3s',
        staticSummary: `Lead of account ${account}: which process calls the service`,
        typedSearchAttributes: [{ key: attributes.peerdeskAccount, value: account }],
      });
    },
    holder: () => holderOf(client, workflowId),
  };
}

async function holderOf(client: Client, workflowId: string): Promise<string | null> {
  try {
    const { raw } = await client.workflow.getHandle(workflowId).describe();
    const held = (raw.pendingActivities ?? []).find(({ state }) => state === activityStarted);
    return held?.lastWorkerIdentity ?? null;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
