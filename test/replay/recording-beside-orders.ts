import type { Client } from '@temporalio/client';
import * as peerdesk from '../../src/client/index.ts';
import { account } from './recording.ts';
import { until } from './until.ts';

const me = { by: 'ana' };

/** The paths of the desk, its guard and its egress. */
export const deskPaths: Record<string, (world: { client: Client }) => Promise<string>> = {
  'desk-intake': async ({ client }) => {
    const desk = peerdesk.deskControl(client, account);
    await desk.changeMode('sim', me);
    await desk.stop(me);
    return desk.workflowId;
  },
  // All earlier orders have asked it; a switch is engaged and lifted.
  'guard-permits': async ({ client }) => {
    const guard = peerdesk.guardControl(client, account);
    const kill = { name: 'releases', thrown: true, by: 'ana', reason: 'a doubt' } as const;
    await guard.killSwitch(kill);
    await guard.block('someone', me);
    await guard.killSwitch({ ...kill, thrown: false });
    await guard.unblock('someone', me);
    return guard.workflowId;
  },
};

/** The paths of what an account has once. */
export const accountPaths: Record<string, (world: { client: Client; sellAd: string }) => Promise<string>> = {
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
  // The last one: from here on the worker itself sees a ban.
  'egress-ban': async ({ client }) => {
    const egress = peerdesk.egressControl(client, 'default');
    const bans = (await egress.state().catch(() => null))?.bans ?? 0;
    await egress.reportBan({ untilMs: Date.now() + 2_000, reason: 'HTTP 418 of the service' });
    await until(
      'the ban is over',
      () => egress.state(),
      (view) => view.bans > bans && view.state === 'open',
    );
    await egress.reportBan({ untilMs: Date.now() + 3_600_000, reason: 'HTTP 418 of the service' });
    await until(
      'the next ban',
      () => egress.state(),
      (view) => view.state === 'banned',
    );
    await egress.clearBan(me);
    const breaker = { phase: 'open', failures: 15, openUntilMs: Date.now() + 3_600_000 } as const;
    await egress.reportBreaker({ account, service: 'api.example.com', breaker });
    await until(
      'the breaker is open',
      () => egress.state(),
      (view) => view.state === 'breaker-open',
    );
    return egress.workflowId;
  },
};
