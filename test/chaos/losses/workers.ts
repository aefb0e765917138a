/** The program as processes: commands, and workers that are started again when they end by themselves. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { inProject } from '../../../src/server/project-root.ts';
import { compileCache } from '../../setup/compile-cache.ts';
import type { PeerdeskRun } from '../../setup/run-peerdesk.ts';
import { kill as killProcess } from '../storm/storm-world.ts';

type Env = Readonly<Record<string, string>>;

/** A worker's process, and what it has written. */
export interface StartedWorker {
  readonly process: ChildProcess;
  readonly stateFolder: string;
  readonly said: () => string;
}

interface WorkerHealth {
  code: number;
  problems?: string[];
}

/** What a configuration lacks is not there after a restart either. */
const wrongConfiguration = 4;
const restartMs = 1_000;

/**
 * A worker under a supervisor, as in every way to run one that the documents show: where its process ends by itself, it is
 * started again.
 */
export class Worker {
  readonly #start: () => StartedWorker;
  #isOver = false;
  #present: StartedWorker;
  #ownEnds = 0;

  constructor(start: () => StartedWorker) {
    this.#start = start;
    this.#present = this.#begin();
  }

  /** Why its process has ended for good; null: it runs. */
  get exitCode(): number | null {
    return this.#present.process.exitCode;
  }

  /** How often it was started again. */
  get ownEnds(): number {
    return this.#ownEnds;
  }

  /** The number of its present process. */
  get pid(): number {
    return this.#present.process.pid ?? 0;
  }

  said(): string {
    return this.#present.said();
  }

  /** What its present process answers at /healthz. Rejects while there is none. */
  async health(): Promise<WorkerHealth> {
    const [, port] = /health on port (\d+)/.exec(this.said()) ?? [];
    if (port === undefined) throw new Error('the worker is not ready');
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
    return { ...((await answer.json()) as Omit<WorkerHealth, 'code'>), code: answer.status };
  }

  /** Ends it at once and for good. */
  async kill(): Promise<void> {
    this.#isOver = true;
    await killProcess(this.#present.process);
  }

  #begin(): StartedWorker {
    const started = this.#start();
    started.process.once('exit', (code) => {
      if (this.#isOver || code === wrongConfiguration) return;
      this.#ownEnds += 1;
      setTimeout(() => {
        if (!this.#isOver) this.#present = this.#begin();
      }, restartMs);
    });
    return started;
  }
}

/** Ends a worker at once and for good. */
export const kill = (worker: Worker): Promise<void> => worker.kill();

/** Runs a command as a process of its own. */
export async function runAlone(args: readonly string[], env: Env): Promise<PeerdeskRun> {
  const { process: child, stdout, stderr } = startProgram(args, { USER: 'tester', ...env });
  const [exitCode]: unknown[] = await once(child, 'close');
  return { exitCode: exitCode === null ? null : Number(exitCode), stdout: stdout(), stderr: stderr() };
}

/** Starts a worker, a watchdog or a door. */
export function startProgramOf(
  command: 'worker' | 'watchdog' | 'door',
  env: Env & { readonly PEERDESK_STATE_DIR: string },
  more: readonly string[] = [],
): StartedWorker {
  const args = command === 'worker' ? ['worker', '--health-port', '0'] : [command, ...more];
  const { process: child, stdout, stderr } = startProgram(args, env);
  return { process: child, stateFolder: env.PEERDESK_STATE_DIR, said: () => stdout() + stderr() };
}

interface Program {
  process: ChildProcess;
  stdout: () => string;
  stderr: () => string;
}

function startProgram(args: readonly string[], env: Env): Program {
  const child = spawn(process.execPath, [inProject('bin', 'peerdesk.mjs'), ...args], {
    env: { ...process.env, ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => {
      written[name] += chunk.toString('utf8');
    });
  return { process: child, stdout: () => written.stdout, stderr: () => written.stderr };
}
