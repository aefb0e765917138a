import type { WorkerVersion } from '../../client/versions/worker-version.ts';
import type { ReadyAccount } from '../../workers/accounts/running-worker.ts';
import type { Standing } from '../../workers/accounts/serve-group.ts';
import { permissionText } from '../../workers/permission/worker-permission.ts';
import { groupTaskQueue } from '../../workflows/contract/task-queues.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { printableJsonLine } from '../kit/printable-text.ts';

interface Ready {
  accounts: readonly ReadyAccount[];
  group: string;
  standing: Standing;
  address: string;
  version: WorkerVersion | null;
  healthPort: number | null;
  metricsPort: number | null;
}

/** Says on stdout that a worker is ready: what it serves and, for each account, what it may do. */
export function sayReady({ stdout }: CommandContext, { json }: { json: boolean }, ready: Ready): void {
  const text = readyText(ready);
  stdout.write(`${json ? printableJsonLine({ ...readyData(ready), text }) : text}\n`);
}

function readyData({ accounts, group, standing, address, version, healthPort, metricsPort }: Ready): object {
  const told = accounts.map(({ account, service, permission, refusal }) => ({
    account,
    service,
    may: permission,
    ...(refusal === null ? {} : { refused: refusal }),
  }));
  return {
    event: 'ready',
    ...(told.length === 1 ? told[0] : { accounts: told }),
    taskQueue: groupTaskQueue(group),
    temporal: address,
    healthPort,
    metricsPort,
    ...(standing.kind === 'stands-by' ? { standsByFor: standing.leader } : {}),
    ...(version === null ? {} : { version: { ...version, promoted: isPromoted(standing) } }),
    pid: process.pid,
  };
}

function readyText({ accounts, group, standing, address, version, healthPort, metricsPort }: Ready): string {
  const names = accounts.map(({ account }) => account).join(', ');
  const services = [...new Set(accounts.map(({ service }) => service))].join(', ');
  const place = [
    `${accounts.length === 1 ? 'account' : 'accounts'} ${names}`,
    `task queue ${groupTaskQueue(group)}`,
    `Temporal ${address}`,
    `service ${services}`,
    ...(healthPort === null ? [] : [`health on port ${healthPort}`]),
    ...(metricsPort === null ? [] : [`metrics on port ${metricsPort}`]),
  ];
  const may = standing.kind === 'stands-by' ? [standbyText(standing.leader)] : accounts.map(mayText(accounts.length));
  return [`worker ready: ${place.join(', ')}`, ...may, ...versionText(version, standing)].join('; ');
}

const mayText =
  (count: number) =>
  ({ account, permission, refusal }: ReadyAccount): string => {
    const text = refusal === null ? permissionText(permission) : `NOT served: ${refusal}`;
    return count === 1 ? text : `${account}: ${text}`;
  };

/** What it may do is known when it has asked the service who it is: that is, when it leads. */
function standbyText(leader: string | null): string {
  if (leader === null) return 'stands by: it does nothing before its version is promoted';
  return `stands by: ${leader} makes the calls, and this process takes over when that one ends`;
}

const isPromoted = (standing: Standing): boolean => standing.kind !== 'stands-by' || standing.isPromoted;

function versionText(version: WorkerVersion | null, standing: Standing): string[] {
  if (version === null) return [];
  const { deploymentName, buildId } = version;
  const waits = isPromoted(standing) ? '' : `, which takes no new work until \`peerdesk deploy promote ${buildId}\``;
  return [`version ${buildId} of deployment ${deploymentName}${waits}`];
}
