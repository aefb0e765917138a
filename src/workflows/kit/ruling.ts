/** A person's word that a call without a number was not done: it frees a name, so a message alone does not count. */
import { CancellationScope } from '@temporalio/workflow';
import { refuse } from './command.ts';

/** Refuses it while the register has the call as one that may have left; `command` says it there. */
export async function refuseUnsettled(isUnsettled: () => Promise<boolean>, command: string): Promise<void> {
  // A workflow that was asked to cancel still answers its commands.
  const mayHaveLeft = await CancellationScope.nonCancellable(isUnsettled);
  const where = `say it on the merchant’s machine with \`peerdesk ${command}\``;
  refuse(mayHaveLeft ? `the call may have left, as the register knows, and no message changes that: ${where}` : null);
}
