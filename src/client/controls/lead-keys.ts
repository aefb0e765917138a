import type { Client } from '@temporalio/client';
import { watchHeartbeat } from '../connection/heartbeat.ts';
import { listedRuns } from '../lists/listed-runs.ts';

/** An account that a process calls for at present, and the fingerprint of its API key. */
export interface CalledAccount {
  account: string;
  key: string;
}

/** When an account's market was read last for a price, and since when its prices stand still on purpose. */
export interface AccountLook {
  account: string;
  /** By the clock of the process that leads; null: no market was read yet. */
  lookedAtMs: number | null;
  /** When a look found a kill switch thrown that holds the prices, if that was the last one; null: none does. */
  heldAtMs: number | null;
}

/** All that a process that leads says with each heartbeat. */
export interface LeadWords {
  called: readonly CalledAccount[];
  looks: readonly AccountLook[];
  /** The end of the ban of its address, in epoch ms; null: none is known. */
  banUntilMs: number | null;
}

/** Of a process that has said nothing yet. */
export const noLeadWords: LeadWords = { called: [], looks: [], banUntilMs: null };

/**
 * Makes the words of a heartbeat: who it is, the accounts that it calls for (`main=key`), and after them words with a
 * colon, which name no account: `looked:main:…`, `held:main:…`, `ban:…`.
 */
export function leadWords(identity: string, { called, looks, banUntilMs }: LeadWords): string {
  return [
    identity,
    ...called.map(({ account, key }) => `${account}=${key}`),
    ...looks.flatMap(({ account, lookedAtMs, heldAtMs }) => [
      ...(lookedAtMs === null ? [] : [`looked:${account}:${lookedAtMs}`]),
      ...(heldAtMs === null ? [] : [`held:${account}:${heldAtMs}`]),
    ]),
    ...(banUntilMs === null ? [] : [`ban:${banUntilMs}`]),
  ].join(' ');
}

/** Returns every account of the namespace that a process calls for at present. */
export async function calledAccounts(client: Client): Promise<CalledAccount[]> {
  const called: CalledAccount[] = [];
  const query = "WorkflowType = 'lead' AND ExecutionStatus = 'Running'";
  for await (const { workflowId } of listedRuns(client, { query })) {
    const words = await watchHeartbeat<string>(client.workflow.getHandle(workflowId), 'keepLead').catch(() => null);
    if (typeof words === 'string') called.push(...readLeadWords(words).called);
  }
  return called;
}

/** Reads the words of a heartbeat; what cannot be read is left out. */
export function readLeadWords(words: string): LeadWords {
  const [, ...parts] = words.split(' ');
  const called = parts.flatMap((part) => {
    const at = part.lastIndexOf('=');
    return at < 0 ? [] : [{ account: part.slice(0, at), key: part.slice(at + 1) }];
  });
  const looks = new Map<string, AccountLook>();
  let banUntilMs: number | null = null;
  for (const part of parts) {
    const [, name, account = '', text] = /^(looked|held|ban):(?:([\w.-]+):)?(\d{1,16})$/.exec(part) ?? [];
    if (name === 'ban') banUntilMs = Number(text);
    else if (name !== undefined) {
      const known = looks.get(account) ?? { account, lookedAtMs: null, heldAtMs: null };
      looks.set(account, { ...known, [name === 'held' ? 'heldAtMs' : 'lookedAtMs']: Number(text) });
    }
  }
  return { called, looks: [...looks.values()], banUntilMs };
}

/** Returns the looks of a process, and of the one before it those of accounts that it has not looked at yet. */
export function looksAfter(own: readonly AccountLook[], former: readonly AccountLook[]): AccountLook[] {
  const known = own.filter(({ lookedAtMs, heldAtMs }) => lookedAtMs !== null || heldAtMs !== null);
  return [...known, ...former.filter(({ account }) => !known.some((one) => one.account === account))];
}
