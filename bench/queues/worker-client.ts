import { fork } from 'node:child_process';
import { once } from 'node:events';
import { inProject } from '../../src/server/project-root.ts';
import { killHard } from '../desk-world.ts';
import type { Arrangement } from './routes.ts';

/** What a process of workers needs to know at its start. */
export interface ProcessSetup {
  arrangement: Arrangement;
  address: string;
  bundleFile: string;
  accounts: readonly string[];
  adsEach: number;
  /** The calls of an account at once, and its money steps. */
  atOnce: number;
}

/** What a process has begun. */
export interface Gauges {
  /** When each watch began, in epoch ms. */
  watchesMs: readonly number[];
  /** Activities that hold a slot of a worker. */
  inFlight: number;
}

export interface WorkerProcess {
  pid: number;
  gauges: () => Promise<Gauges>;
  kill: () => Promise<void>;
}

/** As the launcher starts a worker. */
const allocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
const execArgv = ['--max-semi-space-size=16'];

/** Returns when the process polls. Rejects when it ends before. */
export async function startWorkerProcess(setup: ProcessSetup): Promise<WorkerProcess> {
  const program = inProject('bench', 'queues', 'worker-process.ts');
  const child = fork(program, [JSON.stringify(setup)], { env: { ...process.env, ...allocator }, execArgv });
  const gauges = async (): Promise<Gauges> => {
    const [answer] = (await once(child, 'message')) as [Gauges];
    return answer;
  };
  const died = once(child, 'exit').then(() => Promise.reject(new Error('the workers ended before they polled')));
  died.catch(() => undefined);
  await Promise.race([gauges(), died]);
  return {
    pid: child.pid ?? 0,
    gauges: () => {
      const answer = gauges();
      child.send('gauges');
      return answer;
    },
    kill: () => killHard(child),
  };
}
