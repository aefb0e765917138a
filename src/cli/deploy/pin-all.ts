import { setTimeout as delay } from 'node:timers/promises';
import type { DeploymentControl, LeftWorkflow } from '../../client/versions/deployment-client.ts';
import { inFreshTime, type TemporalSession } from '../session/temporal-session.ts';

const roundMs = 500;
const shown = 5;

/**
 * Wakes once each workflow of a deployment that has no version, and waits until the current one has each. Returns those
 * that are left when none has got it for as long as the command waits for an answer: a worker replays a long list one after the other.
 */
export async function pinAll(session: TemporalSession, deployment: DeploymentControl): Promise<LeftWorkflow[]> {
  const woken = new Set<string>();
  let least = Number.POSITIVE_INFINITY;
  let untilMs = 0;
  for (;;) {
    const left = await inFreshTime(session, () => deployment.unversioned());
    if (left.length < least) {
      least = left.length;
      untilMs = Date.now() + session.timeoutMs;
    }
    if (left.length === 0 || Date.now() >= untilMs) return left;
    const asleep = left.filter(({ runId }) => !woken.has(runId));
    await inFreshTime(session, () => deployment.pin(asleep));
    for (const { runId } of asleep) woken.add(runId);
    await delay(roundMs);
  }
}

/** Returns how many have no version, and the first of them. */
export function withoutVersion(workflows: readonly LeftWorkflow[]): string {
  const names = workflows.slice(0, shown).map(({ workflowId }) => workflowId);
  const more = workflows.length > shown ? ', …' : '';
  const verb = workflows.length === 1 ? 'workflow has' : 'workflows have';
  return `${workflows.length} ${verb} no version yet (${names.join(', ')}${more})`;
}
