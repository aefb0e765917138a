import { WorkflowNotFoundError } from '@temporalio/client';
import { guardControl, type ReleaseRules } from '../../client/index.ts';
import { noReleaseRules } from '../../domain/orders/release-rules.ts';
import { ask, type TemporalSession } from '../session/temporal-session.ts';

/**
 * Returns the release rules of the account's guard; a human approves where there are none. Rejects when there is a
 * guard and no worker to answer for it: unknown rules must not be replaced by weaker ones.
 */
export async function presentRules(session: TemporalSession): Promise<ReleaseRules> {
  const guard = guardControl(session.client, session.account).within(session.timeoutMs);
  try {
    const { rules } = await ask(session, guard.workflowId, () => guard.state());
    return rules ?? noReleaseRules;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return noReleaseRules;
    throw error;
  }
}
