import type { Client } from '@temporalio/client';
import { commandTimeoutMs, inTime } from './command-answer.ts';
import { searchAttributeKeys } from '../workflows/contract/search-attributes.ts';

/** Codes of the server's IndexedValueType. */
const indexedTypes = { KEYWORD: 2, BOOL: 5 } as const;

/**
 * Registers Peerdesk's search attributes in the client's namespace; existing ones are left alone. Without them a
 * workflow that writes one fails its tasks forever. Rejects when the server refuses.
 */
export function registerSearchAttributes(client: Client): Promise<string[]> {
  const call = { client, workflowId: 'the namespace', timeoutMs: commandTimeoutMs };
  return inTime(call, 'read', () => registerMissing(client));
}

async function registerMissing(client: Client): Promise<string[]> {
  const missing = await missingSearchAttributes(client);
  if (missing.length === 0) return [];
  const { operatorService } = client.connection as { operatorService: OperatorService };
  const namespace = client.options.namespace;
  const searchAttributes = Object.fromEntries(missing.map((key) => [key.name, indexedTypes[key.type]]));
  await operatorService.addSearchAttributes({ namespace, searchAttributes });
  return missing.map((key) => key.name);
}

/** Returns those that the client's namespace does not know. Rejects when the server refuses. */
export async function missingSearchAttributes(client: Client): Promise<(typeof searchAttributeKeys)[number][]> {
  const { operatorService } = client.connection as { operatorService: OperatorService };
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace: client.options.namespace });
  return searchAttributeKeys.filter((key) => !(key.name in (customAttributes ?? {})));
}

interface OperatorService {
  listSearchAttributes(request: { namespace: string }): Promise<{ customAttributes?: Record<string, unknown> | null }>;
  addSearchAttributes(request: { namespace: string; searchAttributes: Record<string, number> }): Promise<unknown>;
}
