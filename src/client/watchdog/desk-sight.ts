import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { leadWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { isPricedState } from '../../domain/ads/state/ad-state.ts';
import { modes } from '../../domain/mode.ts';
import type { DeskReport } from '../../domain/watchdog/watchdog-state.ts';
import { watchHeartbeat } from '../connection/heartbeat.ts';
import { noLeadWords, readLeadWords, type LeadWords } from '../controls/lead-keys.ts';
import { listWorkflows } from '../lists/workflow-list.ts';

/**
 * Reads what the process that leads said last of its looks, which stays when that process is gone, and which ads are to
 * be priced. Rejects when the server does not answer.
 */
export async function readDeskSight(
  client: Client,
  { account, group }: { account: string; group: string },
): Promise<DeskReport> {
  const [words, listed] = await Promise.all([
    lastWords(client, group),
    listWorkflows(client, { type: 'adMaintenance', account, running: true, limit: 10_000 }),
  ]);
  const look = words.looks.find((one) => one.account === account);
  const ads = listed.flatMap(({ subject, state, mode: text }) => {
    const mode = modes.find((known) => known === text);
    return mode === undefined || !isPricedState(state) ? [] : [{ adNumber: subject, mode }];
  });
  const { banUntilMs } = words;
  return { lookedAtMs: look?.lookedAtMs ?? null, isHeld: (look?.heldAtMs ?? null) !== null, banUntilMs, ads };
}

async function lastWords(client: Client, group: string): Promise<LeadWords> {
  try {
    const words = await watchHeartbeat<unknown>(client.workflow.getHandle(leadWorkflowId(group)), 'keepLead');
    return typeof words === 'string' ? readLeadWords(words) : noLeadWords;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return noLeadWords;
    throw error;
  }
}
