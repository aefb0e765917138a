import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from './service-environment.ts';

/** PEERDESK_STATE_DIR, else systemd's STATE_DIRECTORY, else peerdesk in XDG_STATE_HOME, else ~/.peerdesk/state. */
export function stateFolder(env: Environment): string {
  const own = env['PEERDESK_STATE_DIR'] || env['STATE_DIRECTORY']?.split(':')[0];
  if (own) return resolve(own);
  const shared = env['XDG_STATE_HOME'];
  return shared ? join(shared, 'peerdesk') : join(homedir(), '.peerdesk', 'state');
}
