import { WorkflowNotFoundError } from '@temporalio/client';
import { deskControl, type DeskView } from '../../client/index.ts';
import { isServed, type TemporalSession } from './temporal-session.ts';

/**
 * Returns the account's desk, whose mode applies to anything started beside it; null when it does not run or answer.
 */
export async function runningDesk(session: TemporalSession): Promise<DeskView | null> {
  if (!(await isServed(session))) return null;
  try {
    const view = await deskControl(session.client, session.account).state();
    return view.state === 'running' ? view : null;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
