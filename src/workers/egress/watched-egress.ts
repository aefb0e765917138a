import type { Client } from '@temporalio/client';
import { egressControl, type EgressControl } from '../../client/index.ts';
import type { EgressConfig } from '../../config/egress-config.ts';
import { UnchangedRead } from '../../client/kit/unchanged-read.ts';

/** Returns the control of a process's egress, whose state is asked for only when it may have changed. */
export function watchedEgress(
  client: Client,
  { egress, group }: Pick<EgressConfig, 'egress' | 'group'>,
): EgressControl {
  const control = egressControl(client, egress, { group });
  const view = new UnchangedRead({ client, workflowId: control.workflowId, read: () => control.state() });
  return { ...control, state: () => view.get() };
}
