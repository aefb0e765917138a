import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { leadControl } from '../../client/index.ts';
import type { ServedAccount } from '../../config/egress-config.ts';
import { directNotices, recipientsOf } from '../health/direct-notices.ts';
import { healthLog } from '../health/health-log.ts';
import { describeNamespace, watchHealth } from '../health/health-watch.ts';
import { sleep } from '../lead/stoppable.ts';

interface ServiceWatch {
  readonly client: Client;
  readonly group: string;
  readonly accounts: readonly ServedAccount[];
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const lookMs = 5_000;

/**
 * Watches from outside whether the desk is served, with the judgement of its workers: the last one that was killed can
 * notify no one. Returns when the signal aborts.
 */
export async function watchService({ client, group, accounts, logger, signal }: ServiceWatch): Promise<void> {
  const log = healthLog(logger, { causeOf: ({ cause }) => cause });
  const notify = directNotices({ recipients: () => recipientsOf(accounts), clock: Date, logger, signal });
  const watch = watchHealth({
    ask: () => describeNamespace(client),
    isPolling: () => true,
    isFinal: () => false,
    onLost: () => undefined,
    // The desk itself reports these.
    failing: () => Promise.resolve(null),
    elapsedMs: () => performance.now(),
    onHealth: (health) => {
      if (signal.aborted) return;
      log(health);
      notify(health.problems);
    },
  });
  const control = leadControl(client, group);
  while (!signal.aborted) {
    const seen = await control.leader().catch(() => undefined);
    if (seen !== undefined) watch.sawLead({ leader: seen?.name ?? null, heardMs: seen?.heardMs ?? null });
    await sleep(lookMs, signal);
  }
  watch.end();
}
