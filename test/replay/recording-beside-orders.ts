import type { Client } from '@temporalio/client';
import * as peerdesk from '../../src/client/index.ts';
import { account } from './recording.ts';
import { until } from './until.ts';

/** The paths of what an account has once. */
export const accountPaths: Record<string, (world: { client: Client }) => Promise<string>> = {
  /** One way works, the other does not. */
  'notices-told': async ({ client }) => {
    const notices = peerdesk.noticesControl(client, account);
    const guard = peerdesk.guardControl(client, account);
    const repricing = { name: 'repricing', by: 'ana', reason: 'to be told of it' } as const;
    await guard.killSwitch({ ...repricing, thrown: true });
    await until(
      'it is told on one way, and the other fails',
      () => notices.state(),
      ({ delivered, failing }) => delivered > 0 && (failing.url?.tries ?? 0) > 1,
    );
    await guard.killSwitch({ ...repricing, thrown: false });
    await until(
      'it is gone',
      () => notices.state(),
      ({ needs }) => needs.some(({ goneSinceMs }) => goneSinceMs !== null),
    );
    return notices.workflowId;
  },
  'lead-offered': async ({ client }) => {
    const handle = client.workflow.getHandle(peerdesk.leadControl(client, account).workflowId);
    await handle.signal('nonsense');
    await handle.cancel();
    return handle.workflowId;
  },
};
