import { dirname } from 'node:path';
import { userInfo } from 'node:os';
import { serverCacheDir } from '../../server/cache-dir.ts';
import { inProject } from '../../server/project-root.ts';
import type { Environment } from '../kit/command-context.ts';
import { misuse } from '../kit/cli-failure.ts';
import { zoneVariable } from '../text/time-zone.ts';
import type { StartPlan } from './start-plan.ts';

/** Returns a unit of systemd that runs `peerdesk start` for this user, at each start of the machine. */
export function unitText({ file, stateFolder }: StartPlan, env: Environment): string {
  const cache = serverCacheDir(env);
  const command = [process.execPath, inProject('bin', 'peerdesk.mjs'), 'start', '--config', file];
  const variables = {
    PEERDESK_STATE_DIR: stateFolder,
    PEERDESK_CACHE_DIR: cache,
    NODE_ENV: 'production',
    ...zoneVariable(env),
  };
  return `# The desk of ${file}: server, worker, watchdog and door in one service.
# sudo cp this to /etc/systemd/system/peerdesk.service, then: sudo systemctl enable --now peerdesk
# Its log: journalctl -u peerdesk -f. \`systemctl reload peerdesk\` lets the worker read the file again.
[Unit]
Description=Peerdesk
Wants=network-online.target
After=network-online.target time-sync.target
StartLimitIntervalSec=0

[Service]
Type=exec
User=${userInfo().username}
WorkingDirectory=${plain(dirname(file))}
${Object.entries(variables)
  .map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`)
  .join('\n')}
ExecStart=${command.map(quoted).join(' ')}
ExecReload=/bin/kill -HUP $MAINPID
UMask=0077
Restart=always
RestartSec=15
# The signal is for the first process alone, which ends the others in order.
KillMode=mixed
KillSignal=SIGTERM
TimeoutStopSec=120
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=read-only
ReadWritePaths=${quoted(`-${stateFolder}`)} ${quoted(`-${cache}`)}
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictSUIDSGID=yes
LockPersonality=yes

[Install]
WantedBy=multi-user.target
`;
}

/** systemd takes the rest of the line, where a percent sign begins a name of its own. */
function plain(text: string): string {
  if (/[\n\r"\\$]/.test(text)) throw misuse(`systemd cannot have this name in a unit: ${JSON.stringify(text)}`);
  return text.replaceAll('%', '%%');
}

const quoted = (text: string): string => (/[\s%]/.test(plain(text)) ? `"${plain(text)}"` : plain(text));
