import { monitorEventLoopDelay } from 'node:perf_hooks';
import { healthCodes } from '../../domain/health/health.ts';
import type { Health } from '../health/health-watch.ts';
import type { MetricRegistry, SetGauge } from './metric-registry.ts';

interface ProcessFacts {
  version: string;
  health: () => Health;
}

/** Lets a registry describe this process: version, processor time, memory, event loop. Returns the function that ends it. */
export function observeProcess(registry: MetricRegistry, { version, health }: ProcessFacts): () => void {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  const startedAtMs = Date.now() - process.uptime() * 1_000;
  let countedSeconds = 0;
  const stop = registry.collect((set) => {
    set('build', { version, node: process.versions.node }, 1);
    setHealth(health(), set);
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

function setHealth({ isServing, problems }: Health, set: SetGauge): void {
  set('healthy', {}, isServing ? 1 : 0);
  for (const problem of healthCodes)
    set('healthProblem', { problem }, problems.some(({ code }) => code === problem) ? 1 : 0);
  const failing = problems.find(({ code }) => code === 'tasks-fail');
  set('failingWorkflows', {}, failing?.code === 'tasks-fail' ? failing.failing.count : 0);
}
