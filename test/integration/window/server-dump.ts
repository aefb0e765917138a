import type { Client } from '@temporalio/client';

/** All that the server has of each workflow: descriptions with memo, metadata and heartbeats, and histories. */
export async function dump(client: Client): Promise<string> {
  const texts: string[] = [];
  for await (const { workflowId, runId, raw } of client.workflow.list()) {
    const handle = client.workflow.getHandle(workflowId, runId);
    texts.push(textOf(raw), textOf((await handle.describe()).raw), textOf(await handle.fetchHistory()));
  }
  return texts.join('\n');
}

/** Every text and every byte in a message of the protocol. */
function textOf(message: unknown): string {
  if (message instanceof Uint8Array) return Buffer.from(message).toString('utf8');
  if (typeof message !== 'object' || message === null) return String(message);
  return Object.entries(message)
    .map(([name, part]) => `${name} ${textOf(part)}`)
    .join('\n');
}
