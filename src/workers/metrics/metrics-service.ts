import type { ServerResponse } from 'node:http';
import { listen } from '../../door/listen.ts';
import type { Health } from '../health/health-watch.ts';
import { loopback } from '../log/logger.ts';
import { observeProcess } from './process-metrics.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

/** Shorter than the shortest usual time limit of a scrape. */
const sdkAnswerMs = 3_000;

interface MetricsService {
  port: number;
  /** What `peerdesk_healthy` and `peerdesk_health_problem` say from the next scrape on. */
  setHealth(health: Health): void;
  close(): Promise<void>;
}

interface MetricsPlace {
  host: string;
  port: number;
  version: string;
}

/** Answers GET /metrics with the desk's own metrics and Temporal's. Rejects when the port is unavailable. */
export async function startMetricsService(metrics: WorkerMetrics, place: MetricsPlace): Promise<MetricsService> {
  let health: Health = { isServing: false, problems: [] };
  const server = await listen(place, (request, response) => {
    if (request.method === 'GET' && request.url?.split('?')[0] === '/metrics') void answer(metrics, response);
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('GET /metrics\n');
  });
  const stop = observeProcess(metrics.registry, { version: place.version, health: () => health });
  return {
    port: server.port,
    setHealth: (next) => void (health = next),
    close: () => {
      stop();
      return server.close();
    },
  };
}

async function answer({ registry, sdkPort }: WorkerMetrics, response: ServerResponse): Promise<void> {
  try {
    const body = registry.text() + (sdkPort === null ? '' : await sdkText(sdkPort));
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body);
  } catch (error) {
    response.writeHead(500, { 'content-type': 'text/plain' }).end(`the metrics cannot be read: ${String(error)}\n`);
  }
}

/** Temporal's own metrics; none before its runtime exists. A scrape without them still shows the desk. */
async function sdkText(port: number): Promise<string> {
  try {
    const reply = await fetch(`http://${loopback}:${port}/metrics`, { signal: AbortSignal.timeout(sdkAnswerMs) });
    return reply.ok ? await reply.text() : '';
  } catch {
    return '';
  }
}
