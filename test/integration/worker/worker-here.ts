import { cacheDirs } from '../../../src/server/cache-dir.ts';
import type { EgressConfig } from '../../../src/config/egress-config.ts';
import type { RunningWorker } from '../../../src/workers/accounts/running-worker.ts';
import { createLogger } from '../../../src/workers/log/logger.ts';
import { runWorker } from '../../../src/workers/process/run-worker.ts';
import type { AtEnd } from '../../setup/temporary-directory.ts';

interface WorkerHere {
  config: EgressConfig;
  temporal: { address: string; namespace: string };
  /** Receives each line of its log. */
  write: (line: string) => void;
}

/**
 * Runs a worker that no test kills, without a process of its own, whose start costs a second of a processor. It is
 * asked to stop at the end. The SDK has one log for a process: of two workers at once the second would be refused.
 */
export async function runWorkerHere({ config, temporal, write }: WorkerHere, atEnd: AtEnd): Promise<RunningWorker> {
  const stop = new AbortController();
  const running = Promise.withResolvers<RunningWorker>();
  const ended = runWorker({
    config,
    logger: createLogger({ level: 'info', base: {}, write }),
    signal: stop.signal,
    temporal,
    cacheDirs: cacheDirs(process.env),
    onRunning: running.resolve,
  });
  ended.catch(running.reject);
  atEnd(async () => {
    stop.abort();
    await ended;
  });
  return running.promise;
}
