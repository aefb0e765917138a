/** A person's word that a call without a number was not done: it frees a name, so a message alone does not count. */
import { CancellationScope } from '@temporalio/workflow';
import { refuse } from './command.ts';

/** Refuses it while the register has the call as one that may have left. */
export async function refuseUnsettled(isUnsettled: () => Promise<boolean>, step: 'place' | 'publish'): Promise<void> {
  // A workflow that was asked to cancel still answers its commands.
  const mayHaveLeft = await CancellationScope.nonCancellable(isUnsettled);
  refuse(mayHaveLeft ? { code: 'call-may-have-left', step } : null);
}
