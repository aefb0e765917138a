import type { Caller } from './callers.ts';

/** The result of one period of load. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  /** CPU time of this process for one request, in microseconds. */
  readonly cpuUsPerRequest: number;
}

/** Keeps `connections` calls under way for `durationMs` and counts the answered ones. */
export async function load(caller: Caller, connections: number, durationMs: number): Promise<LoadResult> {
  let answered = 0;
  const startMs = performance.now();
  const cpuBefore = process.cpuUsage();
  const lane = async (): Promise<void> => {
    while (performance.now() - startMs < durationMs) {
      await caller.call();
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const { user, system } = process.cpuUsage(cpuBefore);
  const seconds = (performance.now() - startMs) / 1000;
  return { requestsPerSecond: answered / seconds, cpuUsPerRequest: (user + system) / answered };
}
