import { peerdesk, type Caller } from './callers.ts';

/** Memory that remains after calls, in bytes. */
export interface MemoryGrowth {
  readonly calls: number;
  /** Of the heap after a collection, from before to after the calls. */
  readonly heapBytes: number;
  /** Of the buffers outside of the heap. */
  readonly externalBytes: number;
  /** The whole process at its end. */
  readonly residentBytes: number;
}

const lanes = 50;

/** Makes `calls` calls with a warm client and returns what remains. Needs `--expose-gc`. */
export async function measureMemory(baseUrl: string, calls: number): Promise<MemoryGrowth> {
  const caller = peerdesk(baseUrl, lanes);
  await callOften(caller, calls);
  const before = collected();
  await callOften(caller, calls);
  const after = collected();
  await caller.close();
  return {
    calls,
    heapBytes: after.heapUsed - before.heapUsed,
    externalBytes: after.external - before.external,
    residentBytes: after.rss,
  };
}

async function callOften(caller: Caller, calls: number): Promise<void> {
  let left = calls;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await caller.call();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  // The windows of the rate budget remember a second; what they hold is no growth.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  await caller.call();
}

function collected(): NodeJS.MemoryUsage {
  if (globalThis.gc === undefined) throw new Error('memory is measured with node --expose-gc');
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage();
}
