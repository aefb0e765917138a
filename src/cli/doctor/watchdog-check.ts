import type { Environment } from '../kit/command-context.ts';
import { watchdogText } from '../../words/account-words.ts';
import { runningWatchdogs } from '../door/watchdog-note.ts';
import { ok, skipped, warning, type Finding } from './check.ts';

export interface WatchdogWorld {
  env: Environment;
  accounts: readonly { account: string }[];
}

/** Looks for what takes the ads offline when everything else is gone: on this machine, since it needs nothing of others. */
export function watchdog({ env, accounts }: WatchdogWorld): readonly Finding[] {
  if (accounts.length === 0) return [skipped('not looked at: watchdog')];
  return accounts.map(({ account }) => {
    const running = runningWatchdogs(env, account);
    if (running.length === 0) return none(account);
    const names = running.map(({ pid, host }) => `${pid}@${host}`).join(', ');
    const prevented = running.find(({ memory }) => memory.state.kind === 'prevented');
    if (prevented === undefined) return ok(`watchdog of ${account}: running, ${names}`);
    return warning(
      `watchdog of ${account}: ${watchdogText(prevented.memory.state)}`,
      'take the ads offline in the app',
    );
  });
}

function none(account: string): Finding {
  const text = `watchdog of ${account}: none on this machine, and without one ads stay online at stale prices when the last worker is gone`;
  return warning(text, 'run `peerdesk watchdog`, best on another machine; there `peerdesk watchdog --once` shows it');
}
