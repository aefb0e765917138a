import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { failingWorkflows } from '../../client/lists/failing-workflows.ts';
import { isFinalRefusal } from '../../client/connection/temporal-trouble.ts';
import type { EgressConfig, ServedAccount } from '../../config/egress-config.ts';
import type { RegisterSilence } from '../../domain/health/health.ts';
import { taskFailureOf } from '../log/logger.ts';
import type { WorkerGroup } from '../queues/worker-group.ts';
import { directNotices, recipientsOf } from './direct-notices.ts';
import { healthLog } from './health-log.ts';
import { describeNamespace, watchHealth, type Health, type HealthWatch } from './health-watch.ts';

interface WatchedWorker {
  readonly client: Client;
  readonly config: Pick<EgressConfig, 'group' | 'egress'>;
  readonly workers: Pick<WorkerGroup, 'isPolling' | 'fail'>;
  readonly accounts: { all(): readonly { readonly config: ServedAccount }[] };
  /** Returns whether the register is silent, as far as this process asks it. */
  readonly silence: () => RegisterSilence | null;
  readonly logger: Logger;
  readonly onHealth: ((health: Health) => void) | undefined;
  readonly signal: AbortSignal;
}

/** Watches the health of a worker: for its log, its `/healthz`, and the merchant. */
export function watchWorker(watched: WatchedWorker): HealthWatch {
  const { client, config, workers, accounts, silence, logger, onHealth, signal } = watched;
  const { group, egress } = config;
  const log = healthLog(logger, { causeOf: ({ runId, cause }) => taskFailureOf(runId) ?? cause });
  const served = () => accounts.all().map((runtime) => runtime.config);
  const notify = directNotices({ recipients: () => recipientsOf(served()), clock: Date, logger, signal });
  return watchHealth({
    ask: () => describeNamespace(client),
    isPolling: () => workers.isPolling(),
    elapsedMs: () => performance.now(),
    isFinal: isFinalRefusal,
    onLost: (error) => workers.fail(error),
    failing: () => failingWorkflows(client, { accounts: served().map(({ account }) => account), group, egress }),
    register: silence,
    onHealth: (health) => {
      onHealth?.(health);
      if (signal.aborted) return;
      log(health);
      notify(health.problems);
    },
  });
}
