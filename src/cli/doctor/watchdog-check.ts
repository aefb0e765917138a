import type { Client } from '@temporalio/client';
import { watchdogControl } from '../../client/watchdog/watchdog-client.ts';
import { ok, skipped, warning, type Finding } from './check.ts';

interface WatchdogWorld {
  client: () => Promise<Client>;
  accounts: readonly { account: string; allowLive: boolean }[];
  /** What the processes of the configuration serve; null without a configuration. */
  group: string | null;
}

/** Looks for what takes the ads offline when everything else is gone. */
export async function watchdog({ client, group, accounts }: WatchdogWorld): Promise<Finding> {
  const [account] = accounts;
  if (group === null || account === undefined) return skipped('not looked at: watchdog');
  const names = await watchdogControl(await client(), { account: account.account, group }).processes();
  if (names.length > 0) return ok(`watchdog: running, ${names.join(', ')}`);
  const text =
    'watchdog: none, so no one is notified when the last worker is gone, and ads stay online at stale prices';
  return warning(text, 'run `peerdesk watchdog`, best on another machine');
}
