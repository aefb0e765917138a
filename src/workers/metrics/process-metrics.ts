import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MetricRegistry } from './metric-registry.ts';

interface ProcessFacts {
  version: string;
  isHealthy: () => boolean;
}

/** Lets a registry describe this process: version, processor time, memory, event loop. Returns the function that ends it. */
export function observeProcess(registry: MetricRegistry, { version, isHealthy }: ProcessFacts): () => void {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  const startedAtMs = Date.now() - process.uptime() * 1_000;
  let countedSeconds = 0;
  const stop = registry.collect((set) => {
    set('build', { version, node: process.versions.node }, 1);
    set('healthy', {}, isHealthy() ? 1 : 0);
    const { user, system } = process.cpuUsage();
    const usedSeconds = (user + system) / 1_000_000;
    registry.count('processCpu', {}, usedSeconds - countedSeconds);
    countedSeconds = usedSeconds;
    set('processMemory', {}, process.memoryUsage.rss());
    set('processStart', {}, startedAtMs / 1_000);
    if (delays.count > 0) set('eventLoopDelay', {}, delays.percentile(99) / 1_000_000_000);
    delays.reset();
  });
  return () => {
    stop();
    delays.disable();
  };
}
