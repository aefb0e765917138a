import { ConfigurationError } from '../../config/environment/service-environment.ts';
import { freePort } from '../../server/free-port.ts';
import { startMetricsService } from '../../workers/metrics/metrics-service.ts';
import type { Health } from '../../workers/health/health-watch.ts';
import { WorkerMetrics } from '../../workers/metrics/worker-metrics.ts';
import type { Environment } from '../kit/command-context.ts';
import { portValue } from '../kit/option-values.ts';
import { startHealthService, type ConfigurationState } from './health-service.ts';
import type { FileStanding } from '../reload/followed-file.ts';
import { packageVersion } from './version-show.ts';

const metricsVariable = 'PEERDESK_METRICS_PORT';

interface ServiceOptions {
  healthPort?: number | undefined;
  healthHost: string;
  metricsPort?: number | undefined;
  metricsHost: string;
}

/** What a worker process answers to a supervisor and to Prometheus. */
interface WorkerServices {
  /** The ports that are open; null: not asked for. */
  ports: { healthPort: number | null; metricsPort: number | null };
  metrics: WorkerMetrics | undefined;
  setHealth(health: Health): void;
  close(): Promise<void>;
}

interface ServedProcess {
  env: Environment;
  /** How the process stands to its file. */
  standing: () => FileStanding;
}

/** Opens the ports that the options or PEERDESK_METRICS_PORT name. Rejects when one is unavailable. */
export async function openServices(options: ServiceOptions, { env, standing }: ServedProcess): Promise<WorkerServices> {
  const { healthPort: port, healthHost: host } = options;
  const configuration = (): ConfigurationState => stateOf(standing());
  const health = port === undefined ? null : await startHealthService({ host, port, configuration });
  const metrics = await openMetrics(options, env).catch(async (error: unknown) => {
    await health?.close();
    throw error;
  });
  const forget = metrics?.metrics.registry.collect((set) => {
    const { isBroken, held, readAtMs } = standing();
    set('configurationBroken', {}, isBroken ? 1 : 0);
    set('configurationHeld', {}, held);
    set('configurationRead', {}, readAtMs / 1_000);
  });
  return {
    ports: { healthPort: health?.port ?? null, metricsPort: metrics?.port ?? null },
    metrics: metrics?.metrics,
    setHealth: (known) => {
      health?.setHealth(known);
      metrics?.setHealth(known);
    },
    close: async () => {
      forget?.();
      await health?.close();
      await metrics?.close();
    },
  };
}

function stateOf({ isBroken, held }: FileStanding): ConfigurationState {
  if (isBroken) return 'last-good';
  return held > 0 ? 'held' : 'as-written';
}

async function openMetrics({ metricsPort, metricsHost: host }: ServiceOptions, env: Environment) {
  const port = metricsPort ?? portIn(env);
  if (port === null) return null;
  const metrics = new WorkerMetrics(await freePort());
  return { metrics, ...(await startMetricsService(metrics, { host, port, version: packageVersion() })) };
}

function portIn(env: Environment): number | null {
  const text = env[metricsVariable] ?? '';
  if (text === '') return null;
  const port = portValue.safeParse(text);
  if (port.success) return port.data;
  throw new ConfigurationError(`${metricsVariable} must be a port, 0 to 65535`);
}
