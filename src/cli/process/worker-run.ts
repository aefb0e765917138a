import { z } from 'zod';
import { accountTaskQueue } from '../../workflows/contract/workflow-ids.ts';
import { createLogger } from '../../workers/logger.ts';
import { runWorker } from '../../workers/run-worker.ts';
import { readWorkerConfig } from '../../workers/worker-environment.ts';
import type { WorkerConfig } from '../../workers/worker-environment.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandRun } from '../command-spec.ts';
import { accountOf, serviceEnvironment } from '../effective-environment.ts';
import { aliasValue, flagValue, portValue, readOptions, textValue } from '../option-values.ts';
import { printableJsonLine } from '../printable-text.ts';
import { refuseClosedPort, temporalAddress } from '../temporal-address.ts';
import { startHealthService } from './health-service.ts';
import type { HealthService } from './health-service.ts';
import { listenForShutdown } from './shutdown-signal.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error'] as const;
const schema = z.object({
  account: aliasValue.optional(),
  healthPort: portValue.optional(),
  healthHost: textValue.default('127.0.0.1'),
  logLevel: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  json: flagValue,
});
type WorkerOptions = z.output<typeof schema>;

/** `peerdesk worker`: polls until it is told to stop, then finishes what runs. */
export const worker: CommandRun = async (call, context) => {
  const options = readOptions(schema, call);
  const account = accountOf(options.account, context.env);
  const config = readWorkerConfig({ ...serviceEnvironment(context.env), PEERDESK_ACCOUNT: account });
  const address = temporalAddress();
  await refuseClosedPort(address);
  const shutdown = listenForShutdown();
  const health = await healthOf(options);
  shutdown.signal.addEventListener('abort', () => health?.setHealthy(false));
  try {
    await runWorker({
      config,
      logger: createLogger(options.logLevel, { account, service: new URL(config.baseUrl).host }),
      signal: shutdown.signal,
      temporal: { address },
      onReady: () => {
        health?.setHealthy(true);
        sayReady(context, options, { config, address, healthPort: health?.port ?? null });
      },
    });
  } finally {
    await health?.close();
    shutdown.release();
  }
  return undefined;
};

async function healthOf({ healthPort, healthHost }: WorkerOptions): Promise<HealthService | null> {
  return healthPort === undefined ? null : await startHealthService({ host: healthHost, port: healthPort });
}

interface Ready {
  config: WorkerConfig;
  address: string;
  healthPort: number | null;
}

function sayReady({ stdout }: CommandContext, { json }: WorkerOptions, { config, address, healthPort }: Ready): void {
  const { account, baseUrl } = config;
  const taskQueue = accountTaskQueue(account);
  const data = {
    event: 'ready',
    account,
    taskQueue,
    temporal: address,
    service: baseUrl,
    healthPort,
    pid: process.pid,
  };
  const health = healthPort === null ? '' : `, health on port ${healthPort}`;
  const text = `worker ready: account ${account}, task queue ${taskQueue}, Temporal ${address}, service ${baseUrl}${health}`;
  stdout.write(`${json ? printableJsonLine(data) : text}\n`);
}
