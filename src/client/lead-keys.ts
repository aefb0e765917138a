import type { Client } from '@temporalio/client';
import { watchHeartbeat } from './heartbeat.ts';

/** An account that a process calls for at present, and the fingerprint of its API key. */
export interface CalledAccount {
  account: string;
  key: string;
}

/** What a process that leads says with each heartbeat: who it is, and which accounts it calls for. */
export function leadWords(identity: string, called: readonly CalledAccount[]): string {
  return [identity, ...called.map(({ account, key }) => `${account}=${key}`)].join(' ');
}

/** Returns every account of the namespace that a process calls for at present. */
export async function calledAccounts(client: Client): Promise<CalledAccount[]> {
  const called: CalledAccount[] = [];
  const query = "WorkflowType = 'lead' AND ExecutionStatus = 'Running'";
  for await (const { workflowId } of client.workflow.list({ query })) {
    const words = await watchHeartbeat<string>(client.workflow.getHandle(workflowId), 'keepLead').catch(() => null);
    if (typeof words === 'string') called.push(...accountsIn(words));
  }
  return called;
}

function accountsIn(words: string): CalledAccount[] {
  const pairs = words.split(' ').slice(1);
  return pairs.map((pair) => {
    const at = pair.lastIndexOf('=');
    return { account: pair.slice(0, at), key: pair.slice(at + 1) };
  });
}
