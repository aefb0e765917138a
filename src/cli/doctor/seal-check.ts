import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { CodecConfig } from '../../codec/payload-codec.ts';
import { payloadsIn } from '../../codec/payloads-in.ts';
import { sealedWith } from '../../codec/sealed-payload.ts';
import { deskWorkflowId, guardWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { broken, ok, warning, type Finding } from './check.ts';

interface SealWorld {
  client: () => Promise<Client>;
  accounts: readonly { account: string }[];
  /** Throws when the keys cannot be used. */
  codec: () => CodecConfig;
}

/**
 * Looks at what began the desk and the guard of each account: with other keys than their worker's, the worker that is to
 * start here could read neither, and they would stand still.
 */
export async function seals({ client, accounts, codec }: SealWorld): Promise<readonly Finding[]> {
  const connected = await client();
  const ids = accounts.flatMap(({ account }) => [deskWorkflowId(account), guardWorkflowId(account)]);
  const found = await Promise.all(
    ids.map(async (workflowId) => sealFindings(workflowId, await beginningOf(connected, workflowId), codec())),
  );
  const worse = found.flat();
  return worse.length === 0 ? [ok('the keys here open what runs')] : worse;
}

/** Returns by which key each payload of a running workflow's first event is sealed; null: it is in clear. */
async function beginningOf(client: Client, workflowId: string): Promise<(string | null)[]> {
  const { workflowService, options } = client;
  try {
    const { status, runId } = await client.workflow.getHandle(workflowId).describe();
    if (status.name !== 'RUNNING') return [];
    const execution = { workflowId, runId };
    const asked = { namespace: options.namespace, execution, maximumPageSize: 1 };
    const { history } = await workflowService.getWorkflowExecutionHistory(asked);
    return [...payloadsIn(history?.events ?? [])].map(sealedWith);
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return [];
    throw error;
  }
}

function sealFindings(
  workflowId: string,
  sealed: readonly (string | null)[],
  { keys, plain }: CodecConfig,
): readonly Finding[] {
  const missing = new Set(sealed.filter((id) => id !== null && keys?.ids.includes(id) !== true));
  if (missing.size > 0) {
    const text = `${workflowId} is sealed with the key ${[...missing].join(', ')}, which is not among the keys here`;
    return [broken(text, 'PEERDESK_CODEC_KEYS_FILE, with the keys of the worker that runs it')];
  }
  if (keys === null || plain === 'read' || !sealed.includes(null)) return [];
  const remedy = 'PEERDESK_CODEC=migrate, until `peerdesk codec check` finds nothing in clear';
  return [warning(`${workflowId} is in clear, and a worker with the keys here does not read it`, remedy)];
}
